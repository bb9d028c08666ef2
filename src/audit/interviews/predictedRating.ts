/** What a recommender would predict from the answers so far. */
import type { FactorModel } from '../../factorization/index.ts';
import { type MovingBelief, rowOf } from '../../inference/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';

/**
 * Mean of the rating over profile and type: sum over t of w_t (v . p_t + z_t), with the profile means p_t of `taste`
 * and the probabilities w_t of the types. It is never worse in expectation than to bet on the most likely type.
 */
export function predictedRating(
  model: FactorModel,
  taste: MovingBelief,
  item: ItemIndex,
  probabilities: ArrayLike<number>,
): number {
  const means = taste.meansAt(rowOf(model, item));
  let sum = 0;
  for (let t = 0; t < means.length; t++) sum += probabilities[t]! * means[t]!;
  return sum;
}
