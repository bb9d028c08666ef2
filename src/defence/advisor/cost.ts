/**
 * What an answer is expected to give away about each attribute: how far it will move the belief, on average over the
 * answers to expect.
 *
 *     cost = sum over answers of Pr(answer) bits(belief after it, belief now)                             [eq:cost]
 *
 * On a continuous scale this is the mutual information between the attribute and the answer. On a scale with levels
 * it is what the attacker will make of the rounded answer, who takes it for exact: the mutual information but for the
 * rounding. Since beliefs do not drift, what is known now plus the cost is what will be known, on average.
 *
 * O(answers (d^2 + K d)) per item.
 */
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import { type Belief, observe } from '../../inference/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { answersToExpect } from './answersToExpect.ts';
import { bitsBetween, statedMarginals } from './bits.ts';

/** Bits about an attribute. */
interface AttributeBits {
  readonly attribute: string;
  readonly bits: number;
}

/** One entry for each attribute of the model. */
export function costOf(model: FactorModel, belief: Belief, item: ItemIndex): AttributeBits[] {
  const { attributes } = attributesOf(model);
  const now = statedMarginals(model, belief);
  const totals = new Float64Array(attributes.length);
  for (const { answer, probability } of answersToExpect(model, belief, item)) {
    const after = statedMarginals(model, belief.afterAll(observe(model, item, answer)));
    for (let at = 0; at < totals.length; at++) {
      totals[at] = totals[at]! + probability * bitsBetween(after[at]!, now[at]!);
    }
  }
  return attributes.map(({ name }, at) => ({ attribute: name, bits: totals[at]! }));
}
