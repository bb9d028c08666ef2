/**
 * Items with less noise than the model says. The model has one noise variance s2 for all items. That is about right where
 * all are answered on one scale, and far off for a question of yes and no, or a copy of the attribute, among stars: its
 * answers hardly vary within a group, but a gap of 1 between the groups counts as little as the same gap of a film. What
 * such an item tells is then drowned by the errors in the gaps of all others, and more questions make the attacker forget.
 *
 * The noise of an item is no larger than what its ratings vary within the groups,
 *
 *     w_j = (sum over t, i of (r_ij - mean_jt)^2  +  s2) / (n_j - K_j + 1)                               [eq:own-noise]
 *
 *   n_j  ratings of the item     K_j  groups that rated it      + s2, + 1: as if one person more had shown the common noise
 *
 * Where w_j is below a quarter of s2 (half the deviation), the item's row is multiplied by sqrt(s2 / w_j), which makes its
 * noise the model's: filter and choice of questions stay as they are. Elsewhere nothing changes: the difference would be
 * within what w_j errs. O(ratings).
 */
import type { Reals } from '../../maths/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { createModel, type FactorModel } from '../model/factorModel.ts';

/** Noise below this part of the model's is an item's own. */
const CLEARLY_LESS = 1 / 4;
/** With fewer ratings, equal answers may be chance. */
const FEWEST_RATINGS = 30;

/** A model of ratings, with the noise of such items as these people show it; the same model where there are none. */
export function withOwnNoise(model: FactorModel, trainers: Dataset, attribute: string): FactorModel {
  const found = clearlyLessNoise(model, trainers, attribute);
  if (found.size === 0) return model;
  const { dimension, typeLabels, noiseVariance } = model;
  const multiplied = (values: Reals, width: number) => {
    const own = values.slice() as Reals;
    for (const [item, variance] of found) {
      for (let at = item * width; at < (item + 1) * width; at++)
        own[at] = own[at]! * Math.sqrt(noiseVariance / variance);
    }
    return own;
  };
  const { channels, scales, profiles, biases } = model.rows;
  return createModel({
    ...model,
    rows: {
      channels,
      scales: multiplied(scales, 1),
      profiles: multiplied(profiles, dimension),
      biases: multiplied(biases, typeLabels.length),
    },
  });
}

/** Noise variances by item, of those alone. */
function clearlyLessNoise(model: FactorModel, trainers: Dataset, attribute: string): Map<number, number> {
  const { noiseVariance, typeLabels, items } = model;
  const types = typeLabels.length;
  const { values: groups } = attributeOf(trainers, attribute);
  const { starts, indices, values } = trainers.ratings.byUser;
  const counts = new Uint32Array(items.size * types);
  const means = new Float64Array(items.size * types);
  const squares = new Float64Array(items.size);
  for (let user = 0; user < trainers.users.size; user++) {
    const group = groups[user]!;
    if (group < 0) continue;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      // Welford's update: what is summed are squares around the group's mean.
      const cell = indices[at]! * types + group;
      const off = values[at]! - means[cell]!;
      means[cell] = means[cell]! + off / ++counts[cell]!;
      squares[indices[at]!]! += off * (values[at]! - means[cell]!);
    }
  }
  const found = new Map<number, number>();
  for (let item = 0; item < items.size; item++) {
    const own = counts.subarray(item * types, (item + 1) * types);
    const ratings = own.reduce((sum, count) => sum + count, 0);
    const variance = (squares[item]! + noiseVariance) / (ratings - own.filter((count) => count > 0).length + 1);
    if (ratings >= FEWEST_RATINGS && variance < CLEARLY_LESS * noiseVariance) found.set(item, variance);
  }
  return found;
}
