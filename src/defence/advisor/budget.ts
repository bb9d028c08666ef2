/**
 * How much of a budget is used. A budget of b bits allows what turns a guess between two equally likely values into
 * p : 1 - p, where b = 1 - H(p). Two measures must both stay within it:
 *
 *     bits known     how far the belief is from the prior (bits.ts)
 *     odds moved     1 - H(s / (1 + s)), for each value: s is the factor by which its odds against the rest have risen
 *
 * Of two equally likely values they are the same number. Elsewhere the first alone would not do: where nine people in ten
 * have a value, certainty about it is worth 0.15 bits, so that a budget of 0.25 would never protect those nine. The factor
 * knows no such ceiling, and holds for every group alike, the rare and the frequent. From one bit on a budget allows
 * certainty between two values, and the odds are free.
 */
import { logitsFromWeights } from '../../maths/index.ts';
import { bitsBetween } from './bits.ts';

/** As a share: above 1 the budget is exceeded. Both beliefs are log probabilities. O(K^2). */
export function budgetUsed(now: Float64Array, prior: Float64Array, budget: number): number {
  return Math.max(bitsBetween(now, prior), oddsMoved(now, prior)) / budget;
}

/** In bits: what the same change of odds would tell about two equally likely values; of the value that gained most. */
export function oddsMoved(now: Float64Array, prior: Float64Array): number {
  const [after, before] = [logitsFromWeights(now), logitsFromWeights(prior)];
  const most = Math.max(...after.map((logit, value) => logit - before[value]!));
  return most > 0 ? oneLessEntropy(most) : 0;
}

/** 1 - H(p) in bits, p = 1 / (1 + exp(-logOdds)) at least a half: through logarithms, so that 1 - p may underflow. */
function oneLessEntropy(logOdds: number): number {
  const logRest = -logOdds - Math.log1p(Math.exp(-logOdds));
  const rest = Math.exp(logRest);
  const entropy = -(rest * logRest + (1 - rest) * (logOdds + logRest)) / Math.LN2;
  return Math.max(0, 1 - entropy);
}
