/** What a curve consists of, whatever is inferred. */
import type { Cohort, Figure, PointFigures } from '../records/finding.ts';
import type { Measure, Resampled } from '../statistics/resampled.ts';

export interface CurveSetting {
  readonly cohort: Cohort;
  readonly maxQuestions: number;
  readonly resamples: number;
  readonly level: number;
  readonly seed: number;
  /** Who belongs together is resampled together. */
  readonly clusters?: Uint32Array | undefined;
}

/** What is measured after each number of questions. */
export interface CurvePoints {
  readonly everyone: number;
  /** How much more figures vary over new data than over resamples. */
  readonly dependence: (values: readonly number[]) => number;
  /** Which of the figures have a band that covers the whole curve. */
  readonly banded: readonly number[];
  /** undefined where too few people are left. */
  readonly at: (questions: number) => PointOfCurve | undefined;
}

export interface PointOfCurve {
  readonly measure: Measure;
  readonly point: (figures: readonly Resampled[], bands: readonly Figure[]) => PointFigures;
}
