/**
 * The two headlines of an audit: what the strongest attacker finds after a number of questions that was fixed
 * beforehand, and what the strongest finds in whole histories. Whoever takes the largest of several figures flatters it;
 * so the bounds are simultaneous over all attackers that were looked at, in both headlines together (max-t):
 *
 *     bounds_a as far as c se_a,   c the (1 + level) / 2 quantile over resamples of max_a (AUC*_a - AUC_a) / se_a     [eq:max-t]
 *
 * on the scale of log odds (aucInterval.ts), with replicates widened by the folds' dependence. With more than two groups
 * the AUC is a mean over them, which can hide a group that is told with certainty: each group against the rest is one
 * more figure of the family. The p-value of the strongest is one of two tests behind the verdict (verdict.ts).
 */
import { normalQuantile } from '../../maths/index.ts';
import type { AttackerFigure, Bounds, GroupFigure, Headline } from '../records/records.ts';
import { weightedAuc } from '../statistics/auc.ts';
import { aucInterval, certaintyError, errorsAboveChance } from '../statistics/aucInterval.ts';
import { rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
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
  /** Of the groups. */
  readonly labels: readonly string[];
  readonly clusters?: Uint32Array | undefined;
}

export interface Headlines {
  readonly headlines: readonly Headline[];
  /** Of all figures of the family. */
  readonly bounds: readonly Bounds[];
  /** That nobody's AUC is above 0.5, against the strongest, corrected for all. */
  readonly pValue: number;
}

/** How likely a leak is found that is just large enough to be called detectable. */
const POWER = 0.8;

export function headlinesOf(
  attackers: readonly Attacker[],
  types: ArrayLike<number>,
  resamples: readonly ArrayLike<number>[],
  { level, questions, labels, clusters }: HeadlineSpec,
): Headlines {
  const typeCount = labels.length;
  const found = attackers.map((attacker) => aucFigures(attacker, types, typeCount, resamples, clusters));
  const family = found.flatMap(({ mean, groups }) => [mean, ...groups]);
  const { reachLow, bounds, pValue } = maxT(family, resamples.length, level);
  const boundsOf = (figure: AucFigure) => bounds[family.indexOf(figure)]!;
  const z = normalQuantile((1 + level) / 2);
  const estimate = ({ value, error }: AucFigure) => ({ value, ...aucInterval(value, error, { low: z, high: z }) });
  const kinds = [...new Set(attackers.map(({ kind }) => kind))];
  const headlines = kinds.map((kind): Headline => {
    const own = attackers.flatMap((attacker, at) => (attacker.kind === kind ? [{ attacker, ...found[at]! }] : []));
    const listed = own.map(({ attacker: { id, label }, mean, groups }): AttackerFigure => {
      const told = groups.map((figure, type): GroupFigure => {
        return { label: labels[type]!, auc: estimate(figure), bounds: boundsOf(figure) };
      });
      const best = told.reduce<GroupFigure | undefined>(
        (most, one) => (most === undefined || one.bounds.low > most.bounds.low ? one : most),
        undefined,
      );
      const bestTold = best === undefined ? {} : { bestTold: best };
      return { id, label, auc: estimate(mean), bounds: boundsOf(mean), ...bestTold };
    });
    const strongest = own.reduce((best, one) => (one.mean.value > best.mean.value ? one : best));
    const { people } = own[0]!.attacker;
    const counts = unitsByType(people, types, typeCount, clusters);
    return {
      kind,
      ...(kind === 'questions' ? { questions } : {}),
      users: people.length,
      attackers: listed.sort((a, b) => b.auc.value - a.auc.value),
      detectable: detectableAuc(reachLow, counts),
      replicates: storedReplicates(strongest.mean),
    };
  });
  return { headlines, bounds, pValue };
}

/** The AUC of one attacker. */
export interface AucFigure {
  readonly value: number;
  readonly error: number;
  /** Widened by the folds' dependence. */
  readonly replicates: Float64Array;
}

/** The AUC, over several groups their mean; and then that of each group against the rest. */
export interface AucFigures {
  readonly mean: AucFigure;
  readonly groups: readonly AucFigure[];
}

export function aucFigures(
  { people, logitOf }: Pick<Attacker, 'people' | 'logitOf'>,
  types: ArrayLike<number>,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
  clusters?: Uint32Array,
): AucFigures {
  const rankings = rankingsOf(people, logitOf, types, typeCount);
  const ones = new Uint8Array(types.length).fill(1);
  const values = rankings.map((ranking) => weightedAuc(ranking, ones));
  const drawn = rankings.map((ranking) => Float64Array.from(resamples, (weights) => weightedAuc(ranking, weights)));
  const counts = unitsByType(people, types, typeCount, clusters);
  const figure = (value: number, resampled: Float64Array, sizes: ArrayLike<number>): AucFigure => {
    const replicates = widened(value, resampled);
    return { value, error: Math.max(standardDeviation(replicates), certaintyError(value, sizes)), replicates };
  };
  const mean = (own: readonly number[]) => own.reduce((sum, value) => sum + value, 0) / own.length;
  const means = Float64Array.from(resamples, (_, b) => mean(drawn.map((replicates) => replicates[b]!)));
  return {
    mean: figure(mean(values), means, counts),
    groups:
      typeCount === 2
        ? []
        : values.map((value, type) => figure(value, drawn[type]!, [counts[type]!, people.length - counts[type]!])),
  };
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
  readonly bounds: readonly Bounds[];
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
