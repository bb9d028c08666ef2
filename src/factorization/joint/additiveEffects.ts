/**
 * For each item, how its ratings depend on what the raters are, by effects that add up: the zbar, alpha_a and beta_b with
 * the least
 *
 *     sum over ratings of (r - u.v - zbar - alpha_a - beta_b)^2 + ridge (sum of alpha_a^2 + sum of beta_b^2)
 *
 * A column for every value and a free zbar make the effects of each attribute sum to zero by themselves: any other
 * solution with the same predictions costs more ridge. O(ratings (d + attributes^2) + items p^3), p = 1 + all values.
 */
import { UlteriorError } from '../../errors/index.ts';
import { choleskyFactor, choleskySolve, type Reals } from '../../numeric/index.ts';
import { forEachUser, type TrainingData } from '../trainingData.ts';
import type { JointAttributes } from './jointAttributes.ts';

/** Biases (items x K) for given profiles of the items and of the training users. */
export function additiveEffects(
  data: TrainingData,
  joint: JointAttributes,
  itemProfiles: Reals,
  userProfiles: Float64Array,
  ridge: number,
): Float64Array<ArrayBuffer> {
  const { indices, values } = data.dataset.ratings.byUser;
  const items = data.dataset.items.size;
  const d = itemProfiles.length / items;
  const offsets = joint.attributes.map((_, at) =>
    joint.attributes.slice(0, at).reduce((sum, { labels }) => sum + labels.length, 1),
  );
  /** The columns that are 1 for a type, ascending: that of zbar, and one of each attribute. */
  const columnsOf = Array.from({ length: joint.types }, (_, type) => [
    0,
    ...offsets.map((offset, at) => offset + joint.codes[at]![type]!),
  ]);
  const p = joint.attributes.reduce((sum, { labels }) => sum + labels.length, 1);
  const grams = new Float64Array(items * p * p);
  const sums = new Float64Array(items * p);
  forEachUser(data, (user, positions, count) => {
    const columns = columnsOf[data.userTypes[user]!]!;
    for (let n = 0; n < count; n++) {
      const at = positions[n]!;
      const item = indices[at]!;
      let left = values[at]!;
      for (let k = 0; k < d; k++) left -= userProfiles[user * d + k]! * itemProfiles[item * d + k]!;
      for (const row of columns) {
        sums[item * p + row] = sums[item * p + row]! + left;
        for (const column of columns) if (column <= row) grams[(item * p + row) * p + column]!++;
      }
    }
  });
  const biases = new Float64Array(items * joint.types);
  for (let item = 0; item < items; item++) {
    const gram = grams.subarray(item * p * p, (item + 1) * p * p);
    const own = sums.subarray(item * p, (item + 1) * p);
    for (let k = 1; k < p; k++) gram[k * p + k] = gram[k * p + k]! + ridge;
    solveSymmetric(gram, p, own, 'an item');
    for (let type = 0; type < joint.types; type++) {
      biases[item * joint.types + type] = columnsOf[type]!.reduce((sum, column) => sum + own[column]!, 0);
    }
  }
  return biases;
}

/** Overwrites both; fails only where a ridge is so small that it drowns in rounding. */
export function solveSymmetric(gram: Float64Array, size: number, sums: Float64Array, whose: string): void {
  if (!choleskyFactor(gram, size).ok) {
    throw new UlteriorError(
      'TRAINING_SINGULAR',
      `the least-squares system of ${whose} has no unique solution`,
      'raise profileRidge and biasRidge, or leave out an attribute',
      { size },
    );
  }
  choleskySolve(gram, size, sums);
}
