/**
 * The two headlines of an audit: what the strongest attacker finds after a number of questions that was fixed
 * beforehand, and what the strongest finds in whole histories. Whoever takes the largest of several figures flatters it;
 * so the bounds are simultaneous over all attackers that were looked at, in both headlines together (max-t):
 *
 *     bounds_a as far as c se_a,   c the (1 + level) / 2 quantile over resamples of max_a (AUC*_a - AUC_a) / se_a     [eq:max-t]
 *
 * on the scale of log odds (aucInterval.ts), with replicates widened by the folds' dependence. A lower bound above 0.5 is a test of "nobody finds anything" at
 * (1 - level) / 2; the permutation test takes the other half (verdict.ts).
 */
import { normalQuantile } from '../../maths/index.ts';
import type { AttackerFigure, Headline } from '../records/records.ts';
import { aucInterval, certaintyError, errorsAboveChance } from '../statistics/aucInterval.ts';
import { countByType, meanAuc, rankingsOf } from '../statistics/aucStatistic.ts';
import { quantile, standardDeviation } from '../statistics/bootstrap.ts';
import { foldDependence, widened } from '../statistics/foldDependence.ts';

/** Somebody who gave everybody a score. */
export interface Attacker {
  readonly id: string;
  readonly label: string;
  readonly kind: Headline['kind'];
  readonly people: Uint32Array;
  readonly logitOf: (person: number, type: number) => number;
}

interface HeadlineSpec {
  readonly level: number;
  /** Asked before the first headline. */
  readonly questions: number;
}

export interface Headlines {
  readonly headlines: readonly Headline[];
  /** That nobody's AUC is above 0.5, against the strongest, corrected for all. */
  readonly pValue: number;
}

/** How likely a leak is found that is just large enough to be called detectable. */
const POWER = 0.8;

export function headlinesOf(
  attackers: readonly Attacker[],
  types: ArrayLike<number>,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
  { level, questions }: HeadlineSpec,
): Headlines {
  const found = attackers.map((attacker) => aucFigure(attacker, types, typeCount, resamples));
  const { reachLow, bounds, pValue } = maxT(found, resamples.length, level);
  const figures = attackers.map((attacker, at) => ({ attacker, ...found[at]!, bounds: bounds[at]! }));
  const z = normalQuantile((1 + level) / 2);
  const kinds = [...new Set(attackers.map(({ kind }) => kind))];
  const headlines = kinds.map((kind): Headline => {
    const own = figures.filter(({ attacker }) => attacker.kind === kind);
    const listed = own.map(
      ({ attacker: { id, label }, value, error, bounds: own }): AttackerFigure => ({
        id,
        label,
        auc: { value, ...aucInterval(value, error, { low: z, high: z }) },
        bounds: own,
      }),
    );
    const strongest = own.reduce((best, one) => (one.value > best.value ? one : best));
    const { people } = own[0]!.attacker;
    const counts = countByType(people, types, typeCount);
    return {
      kind,
      ...(kind === 'questions' ? { questions } : {}),
      users: people.length,
      attackers: listed.sort((a, b) => b.auc.value - a.auc.value),
      detectable: detectableAuc(reachLow, counts),
      replicates: storedReplicates(strongest),
    };
  });
  return { headlines, pValue };
}

/** The AUC of one attacker. */
export interface AucFigure {
  readonly value: number;
  readonly error: number;
  /** Widened by the folds' dependence. */
  readonly replicates: Float64Array;
}

export function aucFigure(
  { people, logitOf }: Pick<Attacker, 'people' | 'logitOf'>,
  types: ArrayLike<number>,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
): AucFigure {
  const rankings = rankingsOf(people, logitOf, types, typeCount);
  const value = meanAuc(rankings, new Uint8Array(types.length).fill(1));
  const replicates = widened(
    value,
    Float64Array.from(resamples, (weights) => meanAuc(rankings, weights)),
  );
  const error = Math.max(standardDeviation(replicates), certaintyError(value, countByType(people, types, typeCount)));
  return { value, error, replicates };
}

/** As records keep them: five digits are far below the error of any AUC. */
export function storedReplicates({ replicates }: Pick<AucFigure, 'replicates'>): number[] {
  return Array.from(replicates, (auc) => Number(auc.toFixed(5)));
}

/** Bounds that hold for all figures at once, their reaches in standard errors, and the p-value of the largest. */
export function maxT(figures: readonly AucFigure[], count: number, level: number): MaxT {
  const rises = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const falls = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  let largest = Number.NEGATIVE_INFINITY;
  for (const { value, error, replicates } of figures) {
    // Who gives everybody the same score is at 0.5 whatever the people: nothing to bound, and nothing to divide by.
    if (error === 0) continue;
    largest = Math.max(largest, errorsAboveChance(value, error));
    for (let b = 0; b < count; b++) {
      if (!Number.isFinite(replicates[b]!)) continue;
      rises[b] = Math.max(rises[b]!, (replicates[b]! - value) / error);
      falls[b] = Math.max(falls[b]!, (value - replicates[b]!) / error);
    }
  }
  const least = normalQuantile((1 + level) / 2);
  // Where nobody's replicates move (everybody at 1), the reach of a single normal figure is the least.
  const reach = (moves: Float64Array) => {
    const finite = moves.filter(Number.isFinite);
    return finite.length === 0 ? least : Math.max(least, quantile(finite, (1 + level) / 2));
  };
  const [reachLow, reachHigh] = [reach(rises), reach(falls)];
  const beyond = rises.filter((rise) => rise >= largest).length;
  return {
    reachLow,
    reachHigh,
    bounds: figures.map(({ value, error }) => aucInterval(value, error, { low: reachLow, high: reachHigh })),
    pValue: (1 + beyond) / (1 + count),
  };
}

export interface MaxT {
  readonly reachLow: number;
  readonly reachHigh: number;
  /** In the order of the figures. */
  readonly bounds: readonly AttackerFigure['bounds'][];
  readonly pValue: number;
}

/** The smallest AUC that bounds of this reach tell from chance with 80% probability, by the people of each group. */
export function detectableAuc(reachLow: number, counts: ArrayLike<number>): number {
  return Math.min(1, 0.5 + (reachLow + normalQuantile(POWER)) * chanceError(counts));
}

/** The error of an AUC of 0.5 (Mann-Whitney) with the folds' dependence; over several groups at most their mean. */
export function chanceError(counts: ArrayLike<number>): number {
  const groups = Array.from(counts);
  const people = groups.reduce((sum, count) => sum + count, 0);
  const pairs = groups.length === 2 ? groups.slice(0, 1) : groups;
  const errors = pairs.map((count) => foldDependence(0.5) * Math.sqrt((people + 1) / (12 * count * (people - count))));
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
