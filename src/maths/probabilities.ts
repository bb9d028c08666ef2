/** Probabilities from logarithms, without overflow: the maximum is subtracted before anything is exponentiated. */

import { requireInvariant } from '../errors/index.ts';

export type Probabilities = Float64Array;

/** Probabilities proportional to exp(logWeights). */
export function softmax(logWeights: ArrayLike<number>): Probabilities {
  const count = logWeights.length;
  const result = new Float64Array(count);
  let largest = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < count; t++) largest = Math.max(largest, logWeights[t]!);
  for (let t = 0; t < count; t++) result[t] = Math.exp(logWeights[t]! - largest);
  return normalise(result);
}

/** Scales in place so that the sum is one, and returns its argument. */
export function normalise(weights: Float64Array): Probabilities {
  let total = 0;
  for (const weight of weights) total += weight;
  for (let t = 0; t < weights.length; t++) weights[t] = weights[t]! / total;
  return weights;
}

/** Probabilities that sum to one, but for rounding; what is no number is told elsewhere. */
export function requireShares(shares: Probabilities): Probabilities {
  let total = 0;
  for (const share of shares) total += share;
  requireInvariant(!(Math.abs(total - 1) > 1e-9), () => `probabilities sum to ${total}`);
  return shares;
}

/** log(1 / (1 + exp(-logit))), finite however sure the logit is. */
export function logSigmoid(logit: number): number {
  return Math.min(0, logit) - Math.log1p(Math.exp(-Math.abs(logit)));
}

/**
 * log(p / (1 - p)) of one type, exact also where p rounds to 1: from log weights known up to a constant. It is finite if
 * the weight of the type and at least one other are; infinite only for a type, or a rest, of probability 0.
 */
export function logOddsAgainstRest(logWeights: ArrayLike<number>, type: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < logWeights.length; t++) if (t !== type) largest = Math.max(largest, logWeights[t]!);
  if (largest === Number.NEGATIVE_INFINITY) return logWeights[type]! - largest;
  let rest = 0;
  for (let t = 0; t < logWeights.length; t++) if (t !== type) rest += Math.exp(logWeights[t]! - largest);
  return logWeights[type]! - largest - Math.log(rest);
}

/** Where the largest value stands; the first of equal ones. */
export function largestAt(values: ArrayLike<number>): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}

/** Log odds of each type against the rest, from log weights known up to a constant. */
export function logitsFromWeights(logWeights: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: logWeights.length }, (_, t) => logOddsAgainstRest(logWeights, t));
}
