/**
 * From the outcomes of one contender to its curve: every figure after every question, with intervals from resampled
 * people. Heavy (people x questions x resamples), so it is a task of its own. What the figures are depends on what is
 * inferred: groups (groupPoints.ts) or a number (numberPoints.ts).
 */
import { defineTask, inlineExecutor } from '../../maths/index.ts';
import type { WorkTools } from '../folds/index.ts';
import type { Cohort, Finding, Place, PointFigures } from '../records/finding.ts';
import { drawnResamples, simultaneousBand } from '../statistics/bootstrap.ts';
import { type Resampled, resampled } from '../statistics/resampled.ts';
import type { CurvePoints, CurveSetting, PointOfCurve } from './curvePoints.ts';
import { type GroupTarget, groupPoints } from './groupPoints.ts';
import { type NumberTarget, numberPoints } from './numberPoints.ts';

export const COHORTS: readonly Cohort[] = ['survivors', 'fixed'];

type CurveTarget = GroupTarget | NumberTarget;

interface CurveUnit<Target extends CurveTarget = CurveTarget> extends CurveSetting {
  readonly target: Target;
}

export interface CurveOutcome {
  readonly points: readonly PointFigures[];
  /** The first figure (AUC, mean absolute error) at each point: what paired tests subtract. */
  readonly leads: readonly Resampled[];
}

export const curveTask = defineTask<CurveUnit, CurveOutcome>('audit-curve', ({ target, ...setting }) =>
  target.about === 'groups'
    ? curveOf(groupPoints(target, setting), setting)
    : curveOf(numberPoints(target, setting), setting),
);

/** Who asks whom, and what about. */
type CurveKey = Pick<Place, 'target' | 'variant'> & { readonly attacker: string; readonly cohort: Cohort };

export interface WantedCurve {
  readonly key: CurveKey;
  readonly target: CurveTarget;
}

export interface FoundCurve extends CurveOutcome {
  readonly key: CurveKey;
}

/** In the order of what is wanted. */
export async function curvesOf(
  wanted: readonly WantedCurve[],
  { maxQuestions, resamples, level, seed }: Omit<CurveSetting, 'cohort' | 'clusters'>,
  clusters: Uint32Array | undefined,
  { executor = inlineExecutor, signal }: Pick<WorkTools, 'executor' | 'signal'>,
  onDone?: () => void,
): Promise<FoundCurve[]> {
  const setting = { maxQuestions, resamples, level, seed, clusters };
  const units: CurveUnit[] = [];
  const unitFor = new Map<CurveTarget, number>();
  const places = wanted.map(({ key: { cohort }, target }) => {
    const known = unitFor.get(target);
    if (known !== undefined) onDone?.();
    const place = known ?? units.push({ target, cohort, ...setting }) - 1;
    if (answeredByAll(target, maxQuestions)) unitFor.set(target, place);
    return place;
  });
  const found = await executor.run(curveTask, units, { signal, onDone });
  return wanted.map(({ key }, n) => ({ key, ...found[places[n]!]! }));
}

/** Whether everybody answers to the end. Then both cohorts are the same people, and one curve serves both. */
function answeredByAll(target: CurveTarget, maxQuestions: number): boolean {
  const runs = target.about === 'groups' ? target.runs : [target];
  return runs.every(({ outcomes }) => outcomes.lengths.every((length) => length >= maxQuestions));
}

/** As records keep them. */
export function curveFindings(found: readonly FoundCurve[]): Finding[] {
  return found.flatMap(({ key: { target, attacker, variant, cohort }, points }) =>
    points.map(({ length, ...figures }) => {
      return { target, exposure: 'questions', length, attacker, variant, cohort, ...figures };
    }),
  );
}

function curveOf({ everyone, dependence, banded, at }: CurvePoints, setting: CurveSetting): CurveOutcome {
  const { maxQuestions, seed, resamples, level, clusters } = setting;
  const prepared: PointOfCurve[] = [];
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
