/** What an audit of a number finds besides its findings, as plain JSON. */
import type { NumericAuditSpec } from '../spec/numericSpec.ts';
import type { Bounds, Estimate } from './finding.ts';
import type { Provenance } from './provenance.ts';
import type { DataSummary, InterviewRecords, Planted } from './records.ts';

/**
 * Who reads everything a person ever rated; no selection. `filter`: the belief over all ratings. `ridgeOnRatings`:
 * ridge regression on the ratings, 0 where there is none. `ridgeOnPresence`: on which items were rated, and nothing else.
 */
export type HistoryMethod = 'filter' | 'ridgeOnRatings' | 'ridgeOnPresence';

/** One thing that a regression on whole histories was asked about the number, and what it reached. */
export interface NumberStatistic {
  /** What it read: the ratings, or their squared distance from the item's mean. Which items were rated, either way. */
  readonly features: 'ratings' | 'squares';
  /** R2, Spearman's rank correlation, or the AUC of one band against the rest. */
  readonly measure: 'explained' | 'ranks' | 'band';
  /** Counted from 0, the lowest; where there are only two, the upper one. */
  readonly band?: number;
  /** Of an AUC, for all bands at once. */
  readonly bounds?: Bounds;
  readonly value: number;
  /** Above nothing, because the best of several ridges counts. */
  readonly shuffledMean: number;
  /** By itself, not corrected for the others. */
  readonly pValue: number;
}

/** Whether anything about the number is told, in whatever shape: one permutation test of all statistics. */
export interface NumberTest {
  readonly shuffles: number;
  readonly pValue: number;
  /** Where the bands are cut: thirds, where values differ enough. */
  readonly cuts: readonly number[];
  readonly statistics: readonly NumberStatistic[];
  /** The smallest rank correlation, and the smallest AUC of a band, that it shows with 80% probability. */
  readonly detectable: { readonly ranks: number; readonly band: number };
}

export interface SteepItem {
  readonly id: string;
  readonly title: string;
  /** Rating points for one unit of the number, averaged over the folds, and their standard error in one of them. */
  readonly slope: number;
  readonly error: number;
  /** Expected rating of an average person at the 10th and at the 90th percentile of the number. */
  readonly low: number;
  readonly high: number;
  readonly ratings: number;
  /** Share of interviews of the first strategy in which it was asked among the first ten questions. */
  readonly askedEarly: number;
}

export interface NumericDataDescription extends DataSummary {
  readonly attribute: string;
  readonly mean: number;
  readonly deviation: number;
  /** The number at each percentile from 0 to 100. */
  readonly percentiles: readonly number[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** Ratings per user at each percentile from 0 to 100. */
  readonly ratingsPerUser: readonly number[];
}

/** The control with a known answer. */
export type PlantedNumber = Planted<
  { readonly mae: number; readonly r2: number },
  { readonly mae: Estimate; readonly r2: Estimate; readonly coverage: Estimate }
>;

/**
 * What `runNumericAudit` found: how closely the answers give away a number. The exposure `bands` are the same questions where a
 * band is inferred, and the mean number of the people in it guessed: of the most likely band, or of all, weighted.
 */
export interface NumericRecords
  extends InterviewRecords<'ulterior-numeric-audit', NumericAuditSpec, NumericDataDescription> {
  /** Missing where no shuffles were asked for. */
  readonly test?: NumberTest;
  /** Where the bands were cut. */
  readonly cuts: readonly number[];
  /** The items of steepest slope, first the steepest. */
  readonly items: readonly SteepItem[];
  /** For invented worlds only. */
  readonly planted?: PlantedNumber;
  readonly provenance: Provenance & {
    readonly noiseVariances: readonly number[];
    /** Variance of the true slopes, for a standard deviation of the number, by fold; where they were shrunken. */
    readonly slopeVariances: readonly number[];
  };
}
