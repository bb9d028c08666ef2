/**
 * What a belief over combinations of attributes says about each attribute by itself: the probability of a value is the
 * sum over all types that have it,
 *
 *     Pr(a) = sum over t with a in t of pi_t                                                           [eq:marginal]
 *
 * A model of one attribute has its posterior for its only marginal. O(K).
 */
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import type { Probabilities } from '../../maths/index.ts';

/** Probability of each value of the attribute, by its labels' order. */
export function marginal(model: FactorModel, posterior: ArrayLike<number>, attribute: string): Probabilities {
  const joint = attributesOf(model);
  const at = joint.indexOf(attribute);
  const sums = new Float64Array(joint.attributes[at]!.labels.length);
  for (const [type, code] of joint.codes[at]!.entries()) sums[code] = sums[code]! + posterior[type]!;
  return sums;
}

/** For each attribute, the log weight of each value, from log weights of types that are known up to a constant. */
export function logMarginals(model: FactorModel, logWeights: ArrayLike<number>): Float64Array[] {
  const { attributes, codes } = attributesOf(model);
  return attributes.map(({ labels }, at) => logSums(logWeights, codes[at]!, labels.length));
}

/** Log of the summed exponentials of each group, without overflow or underflow. */
export function logSums(logWeights: ArrayLike<number>, groupOf: ArrayLike<number>, groups: number): Float64Array {
  const largest = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
  for (let t = 0; t < groupOf.length; t++) largest[groupOf[t]!] = Math.max(largest[groupOf[t]!]!, logWeights[t]!);
  const sums = new Float64Array(groups);
  for (let t = 0; t < groupOf.length; t++) {
    const group = groupOf[t]!;
    sums[group] = sums[group]! + Math.exp(logWeights[t]! - largest[group]!);
  }
  return sums.map((sum, group) => largest[group]! + Math.log(sum));
}
