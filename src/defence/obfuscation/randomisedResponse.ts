/**
 * Randomised response: with probability `strength` a rating is replaced by one drawn uniformly from the k levels of the
 * scale. Each rating by itself is then epsilon-differentially private, with
 *
 *     exp(epsilon) = P(sent = true rating) / P(sent = another) = 1 + k (1 - strength) / strength               [eq:response]
 *
 * Ratings add up: a profile of n ratings is only n epsilon-private. Which items were rated is sent as it is and is not
 * protected at all.
 */
import { requireWithin } from '../../errors/index.ts';
import { levels, type RatingScale, scaleSteps } from '../../ratings/index.ts';
import type { DefenceDefinition } from './defence.ts';

/** Of one rating; infinite where nothing is ever replaced. */
export function epsilonOf(strength: number, scale: RatingScale): number {
  requireWithin('strength', strength, { min: 0, max: 1 });
  return strength === 0 ? Number.POSITIVE_INFINITY : Math.log1p((levels(scale).length * (1 - strength)) / strength);
}

export const randomisedResponse: DefenceDefinition = {
  name: 'randomisedResponse',
  label: 'Randomised response',
  family: 'randomisedResponse',
  summary: 'every rating replaced by a random one with a set probability: differential privacy for each rating',
  needsType: false,
  changesItems: false,
  types: 'any',
  strength: { means: 'probability that a rating is replaced by a random one', max: 1, tried: [0.1, 0.3, 0.6] },
  epsilon: epsilonOf,
  create: ({ model, strength }) => {
    const { levels: all, stepsOf, at } = scaleSteps(model.scale);
    return ({ ratings: { indices, values } }, chance) => ({
      indices,
      values: Float64Array.from(values, (value) => {
        const drawn = chance.below(all.length);
        return chance.uniform() < strength ? all[drawn]! : at(stepsOf(value));
      }),
    });
  },
};
