/**
 * From the outcomes of one contender to its curve: every figure after every question, with intervals from resampled
 * people. Heavy (people x questions x resamples), so it is a task of its own. What the figures are depends on what is
 * inferred: groups (groupPoints.ts) or a number (numberPoints.ts).
 */
import { defineTask, inlineExecutor } from '../../maths/index.ts';
import type { WorkTools } from '../folds/index.ts';
import type { NumericPoint } from '../records/numericRecords.ts';
import type { Cohort, Curve, CurveKey, CurvePoint } from '../records/records.ts';
import { drawnResamples, simultaneousBand } from '../statistics/bootstrap.ts';
import { type Resampled, resampled } from '../statistics/resampled.ts';
import type { CurvePoints, CurveSetting, PointOfCurve } from './curvePoints.ts';
import { type GroupTarget, groupPoints } from './groupPoints.ts';
import { type NumberTarget, numberPoints } from './numberPoints.ts';

export const COHORTS: readonly Cohort[] = ['survivors', 'fixed'];

type CurveTarget = GroupTarget | NumberTarget;

export interface CurveUnit<Target extends CurveTarget = CurveTarget> extends CurveSetting {
  readonly target: Target;
}

export interface CurveOutcome<Point = unknown> {
  readonly points: readonly Point[];
  /** The first figure (AUC, mean absolute error) at each point: what paired tests subtract. */
  readonly leads: readonly Resampled[];
}

export const curveTask = defineTask<CurveUnit, CurveOutcome>('audit-curve', ({ target, ...setting }) =>
  target.about === 'groups'
    ? curveOf(groupPoints(target, setting), setting)
    : curveOf(numberPoints(target, setting), setting),
);

/** Of the same kind as the target. */
type PointOf<Target extends CurveTarget> = Target extends GroupTarget ? CurvePoint : NumericPoint;

export interface WantedCurve<Target extends CurveTarget, Key extends CurveKey = CurveKey> {
  readonly key: Key;
  readonly target: Target;
}

export interface FoundCurve<Point, Key extends CurveKey = CurveKey> extends CurveOutcome<Point> {
  readonly key: Key;
}

/** In the order of what is wanted. */
export async function curvesOf<Target extends CurveTarget, Key extends CurveKey>(
  wanted: readonly WantedCurve<Target, Key>[],
  { maxQuestions, resamples, level, seed }: Omit<CurveSetting, 'cohort' | 'clusters'>,
  clusters: Uint32Array | undefined,
  { executor = inlineExecutor, signal }: Pick<WorkTools, 'executor' | 'signal'>,
  onDone?: () => void,
): Promise<FoundCurve<PointOf<Target>, Key>[]> {
  const setting = { maxQuestions, resamples, level, seed, clusters };
  const units = wanted.map(({ key: { cohort }, target }) => ({ target, cohort, ...setting }));
  const found = (await executor.run(curveTask, units, { signal, onDone })) as CurveOutcome<PointOf<Target>>[];
  return wanted.map(({ key }, n) => ({ key, ...found[n]! }));
}

/** As records keep them. */
export function recordedCurves<Point, Key extends CurveKey>(
  found: readonly FoundCurve<Point, Key>[],
): (Key & Curve<Point>)[] {
  return found.map(({ key, points }) => ({ ...key, points }));
}

function curveOf<Point>({ everyone, dependence, banded, at }: CurvePoints<Point>, setting: CurveSetting) {
  const { maxQuestions, seed, resamples, level, clusters } = setting;
  const prepared: PointOfCurve<Point>[] = [];
  for (let questions = 0; questions <= maxQuestions; questions++) {
    const point = at(questions);
    if (point === undefined) break;
    prepared.push(point);
  }
  const measures = prepared.map(({ measure }) => measure);
  const found = resampled(measures, everyone, drawnResamples(everyone, seed, resamples, clusters), dependence);
  const bands = banded.map((m) =>
    simultaneousBand(
      found.map((figures) => figures[m]!.value),
      found.map((figures) => figures[m]!.replicates),
      level,
    ),
  );
  return {
    points: prepared.map(({ point }, q) =>
      point(
        found[q]!,
        bands.map((band) => band[q]!),
      ),
    ),
    leads: found.map(([first]) => first!),
  };
}
