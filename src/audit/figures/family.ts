/**
 * Whoever takes the largest of several figures flatters it. So everything that was looked at together is one family, and
 * its bounds hold for all members at once (max-t):
 *
 *     bounds_a as far as c se_a,   c the (1 + level) / 2 quantile over resamples of max_a (F*_a - F_a) / se_a      [eq:max-t]
 *
 * on the scale of the metric: log odds for an AUC (aucInterval.ts). With more than two groups the AUC is a mean over
 * them, which can hide a group that is told with certainty: each group against the rest is one more figure of the
 * family. The p-value of the strongest is one of the tests behind the verdict (verdict.ts).
 */
import { normalQuantile } from '../../maths/index.ts';
import type { Bounds, Estimate } from '../records/finding.ts';
import { aucScale, type Scale } from '../statistics/aucInterval.ts';
import { quantile } from '../statistics/bootstrap.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import type { Figure, Measured } from './measured.ts';

/** Everything that was looked at together. */
export interface Family {
  /** In the order of what was measured. */
  readonly members: readonly Member[];
  /** Of all figures, those of single groups among them. */
  readonly bounds: readonly Bounds[];
  /** That nobody's AUC is above 0.5, against the strongest, corrected for all. */
  readonly pValue: number;
  /** How many standard errors the bounds reach down. */
  readonly reachLow: number;
}

/** How well one group is recognised among the rest. */
interface GroupFigure {
  readonly label: string;
  readonly auc: Estimate;
  readonly bounds: Bounds;
}

/** What holds for one attacker. */
interface Member {
  readonly bounds: Bounds;
  /** With more than two groups: each of them. */
  readonly groups: readonly GroupFigure[];
}

export function familyOf(found: readonly Pick<Measured, 'mean' | 'groups'>[], level: number): Family {
  const figures = found.flatMap(({ mean, groups }) => [mean, ...groups.map(({ figure }) => figure)]);
  const { bounds, pValue, reachLow } = maxT(figures, level);
  let next = 0;
  const members = found.map(({ groups }) => ({
    bounds: bounds[next++]!,
    groups: groups.map(({ label, auc }) => ({ label, auc, bounds: bounds[next++]! })),
  }));
  return { members, bounds, pValue, reachLow };
}

/** The group that is told best, by the lower bound; none of two groups, where it is the figure itself. */
export function bestToldOf({ groups }: Member): { readonly bestTold?: GroupFigure } {
  if (groups.length === 0) return {};
  return { bestTold: groups.reduce((most, one) => (one.bounds.low > most.bounds.low ? one : most)) };
}

/** As records keep them: five digits are far below the error of any AUC. */
export function storedReplicates({ replicates }: Pick<Figure, 'replicates'>): number[] {
  return Array.from(replicates, (auc) => Number(auc.toFixed(5)));
}

interface MaxT {
  readonly reachLow: number;
  readonly reachHigh: number;
  /** In the order of the figures. */
  readonly bounds: readonly Bounds[];
  readonly pValue: number;
}

/** Bounds that hold for all figures at once, their reaches in standard errors, and the p-value of the largest. */
export function maxT(figures: readonly Figure[], level: number, scale: Scale = aucScale): MaxT {
  const count = figures[0]?.replicates.length ?? 0;
  const rises = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const falls = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  let largest = Number.NEGATIVE_INFINITY;
  for (const { value, error, replicates } of figures) {
    // Who gives everybody the same score is at 0.5 whatever the people: nothing to bound, and nothing to divide by.
    if (!(error > 0)) continue;
    largest = Math.max(largest, scale.errorsAbove(value, error));
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
    bounds: figures.map(({ value, error }) => scale.interval(value, error, { low: reachLow, high: reachHigh })),
    pValue: (1 + beyond) / (1 + count),
  };
}

/** How likely a leak is found that is just large enough to be called detectable. */
const POWER = 0.8;

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
