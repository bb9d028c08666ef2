/**
 * What an item's taste effects lead one to expect of its group effects: groups that like other things differ most in
 * items where that taste counts. Instead of b_jg ~ N(0, variance),
 *
 *     b_jg ~ N(beta_g . (1, w_j), rest),     rest = variance - mean of (beta_g . (1, w_j))^2                [eq:groupPrior]
 *
 * beta_g is by weighted least squares over items. A fitted effect is drawn to 0 by l_j = variance I_j / (1 + variance I_j), I_j
 * the information about it where the other groups' effects are held; so b_jg / l_j is regressed, with weight l_j. Single
 * effects are mostly noise, and people who act on noise betray their group; beta_g is learned from thousands of items. What
 * chance alone would explain is taken off, too, by the positive-part James-Stein factor 1 - (q - 2) / F: F is what beta explains of
 * the weighted squares in units of the variance, and q the number of slopes that are free.
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { GroupScore } from './groupVariance.ts';

interface Sizes {
  /** Taste effects per item. */
  readonly width: number;
  readonly groups: number;
  readonly variance: number;
}

/** At least this share of the variance is left to single items. */
const LEAST_REST = 0.05;

/** `fits`: intercept, taste effects and group effects of each item. */
export function groupPriorOf(
  fits: readonly Float64Array[],
  scores: readonly GroupScore[],
  { width, groups, variance }: Sizes,
) {
  const size = width + 1;
  const featureOf = (fit: Float64Array, k: number) => (k === 0 ? 1 : fit[k]!);
  const products = new Float64Array(size * size);
  const sums = Array.from({ length: groups }, () => new Float64Array(size));
  for (const [item, fit] of fits.entries()) {
    const known = (variance * scores[item]!.information) / groups;
    const weight = known / (1 + known);
    if (weight === 0) continue;
    for (let a = 0; a < size; a++) {
      for (let b = 0; b <= a; b++) products[a * size + b]! += weight * featureOf(fit, a) * featureOf(fit, b);
      for (let g = 0; g < groups; g++) sums[g]![a]! += featureOf(fit, a) * fit[1 + width + g]!;
    }
  }
  // Positive definite also where an effect is the same for all items.
  for (let a = 0; a < size; a++) products[a * size + a]! += 1e-6 * fits.length;
  choleskyFactor(products, size);
  const found = sums.map((sum) => choleskySolve(products, size, Float64Array.from(sum)));
  let explains = 0;
  for (const [g, slope] of found.entries()) {
    for (let a = 0; a < size; a++) explains += (slope[a]! * sums[g]![a]!) / variance;
  }
  const free = size * (groups - 1);
  const kept = explains > 0 ? Math.max(0, 1 - Math.max(1, free - 2) / explains) : 0;
  const slopes = found.map((slope) => slope.map((value) => kept * value));
  const means = (fit: Float64Array) =>
    slopes.map((slope) => slope.reduce((sum, value, k) => sum + value * featureOf(fit, k), 0));
  const explained =
    fits.reduce((sum, fit) => sum + means(fit).reduce((squares, mean) => squares + mean * mean, 0), 0) /
    (fits.length * groups);
  return { means, variance: Math.max(LEAST_REST * variance, variance - explained) };
}
