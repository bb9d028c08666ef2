/** Probabilities from logarithms, without overflow: the maximum is subtracted before anything is exponentiated. */

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

/** Where the largest value stands; the first of equal ones. */
export function largestAt(values: ArrayLike<number>): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}
