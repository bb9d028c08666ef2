/**
 * How far slopes should be held: the winner's curse again. Selection asks the items of steepest slope, and among
 * thousands of slopes the steepest are mostly those that few ratings determine. Empirical Bayes learns from all items
 * together how far true slopes differ from 0, and believes each item as far as its ratings carry.
 *
 *     b0_j = b_j + error,     b_j ~ N(0, tau2),     error ~ N(0, s2 / h_j)
 *
 *   b0_j  the slope that least squares would give without a ridge g on it: b_j (h_j + g) / h_j
 *   h_j   how much the ratings say of it: 1 / slopeVariances_j - g, the slope's system with profile and intercept let go
 *
 * tau2 by the method of moments, items weighted by what they say: the mean excess of b0_j^2 over s2 / h_j,
 *
 *     tau2 = sum_j (h_j b0_j^2 / s2 - 1) / sum_j (h_j / s2).                                          [eq:slopeShrink]
 *
 * The best slope is then tau2 / (tau2 + s2 / h_j) b0_j; an item step with the ridge s2 / tau2 gives just that, with
 * profile and intercept to match.
 */
import type { NumericFactors } from './numericAls.ts';

/** Of the noise variance: lest chance makes all slopes 0, and no question better than another. */
const SMALLEST_SHARE = 1e-4;

/** tau2: the variance of the true slopes around 0, over the standardised number. */
export function slopeVariance(
  { slopes, slopeVariances }: Pick<NumericFactors, 'slopes' | 'slopeVariances'>,
  slopeRidge: number,
  noiseVariance: number,
): number {
  let excess = 0;
  let weight = 0;
  for (let item = 0; item < slopes.length; item++) {
    const total = 1 / slopeVariances[item]!;
    const information = total - slopeRidge;
    // Raters who do not differ in the number tell nothing about the slope.
    if (information <= 1e-9 * total) continue;
    const unheld = (slopes[item]! * total) / information;
    excess += (information * unheld * unheld) / noiseVariance - 1;
    weight += information / noiseVariance;
  }
  return Math.max(weight > 0 ? excess / weight : 0, SMALLEST_SHARE * noiseVariance);
}
