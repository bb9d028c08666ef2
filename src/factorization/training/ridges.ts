/**
 * The ridges as weights in the training objective
 *
 *     sum of (r - u.v - z)^2  +  sum_i users_i |u_i|^2  +  sum_j items_j |v_j|^2  +  sum_jt biases_jt z_jt^2        [eq:mle]
 *
 * `perEntity` gives every entity the same weight, `perRating` weighs it with its number of ratings. A bias that no
 * rating informs (n_jt = 0) still needs a weight to have a solution; it gets that of one rating.
 */
import type { TrainingParameters } from '../model/parameters.ts';
import type { TrainingData } from './trainingData.ts';

interface Ridges {
  readonly users: Float32Array;
  readonly items: Float32Array;
  readonly biases: Float32Array;
}

export function ridgesFor(
  data: Pick<TrainingData, 'userCounts' | 'itemCounts' | 'countsByType'>,
  parameters: TrainingParameters,
): Ridges {
  const { profileRidge, biasRidge, ridgeForm } = parameters;
  const weigh = (ridge: number) => (count: number) => (ridgeForm === 'perRating' ? ridge * Math.max(count, 1) : ridge);
  return {
    users: Float32Array.from(data.userCounts, weigh(profileRidge)),
    items: Float32Array.from(data.itemCounts, weigh(profileRidge)),
    biases: Float32Array.from(data.countsByType, weigh(biasRidge)),
  };
}
