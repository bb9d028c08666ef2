/**
 * People's vectors where only those of items are known: what the recommender would make of their ratings. It is not known
 * whether it learned from ratings or from what was rated, so both are made, side by side, and no label enters:
 *
 *   by ratings    u = (V_i'V_i + ridge I)^-1 V_i'(r - item means)                         rated items only
 *   by presence   u = (V'V + alpha V_i'V_i + ridge I)^-1 (1 + alpha) V_i' 1               weighted implicit least squares
 *
 * The ridge is the mean squared length of a rated item's vector: half of the spread is then laid on taste, half on noise,
 * whatever the scale of the vectors.
 */
import { type DenseTools, foldInPeople, implicitDefaults } from '../../factorization/index.ts';
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import type { DenseTable } from '../attackers/readable.ts';

/** `profiles`: items of the dataset x dimension. */
export async function foldedInPeople(
  dataset: Dataset,
  profiles: ArrayLike<number>,
  dimension: number,
  tools: DenseTools,
): Promise<DenseTable> {
  const { users: people, items, byUser } = dataset.ratings;
  const vectors = Float64Array.from(profiles);
  const ridge = meanSquaredLength(dataset, vectors, dimension) || 1;
  const byRatings = fromRatings(dataset, vectors, dimension, ridge);
  const seen = { rows: people, columns: items, starts: byUser.starts, indices: byUser.indices };
  const parameters = { ...implicitDefaults, dimension, ridge };
  const byPresence = await foldInPeople({ parameters, items: Float32Array.from(vectors) }, seen, tools);
  const width = 2 * dimension;
  const values = new Float64Array(people * width);
  for (let person = 0; person < people; person++) {
    const own = (from: ArrayLike<number>, k: number) => from[person * dimension + k]!;
    for (let k = 0; k < dimension; k++) {
      values[person * width + k] = own(byRatings, k);
      values[person * width + dimension + k] = own(byPresence, k);
    }
  }
  return { people, width, values };
}

function meanSquaredLength({ ratings }: Dataset, vectors: Float64Array, d: number): number {
  let sum = 0;
  for (const item of ratings.byUser.indices) {
    for (let k = 0; k < d; k++) sum += vectors[item * d + k]! ** 2;
  }
  return sum / ratings.count;
}

function fromRatings({ ratings }: Dataset, vectors: Float64Array, d: number, ridge: number): Float64Array {
  const { starts, indices, values } = ratings.byUser;
  const means = itemMeans(ratings.items, indices, values);
  const profiles = new Float64Array(ratings.users * d);
  const system = new Float64Array(d * d);
  for (let person = 0; person < ratings.users; person++) {
    system.fill(0);
    const profile = profiles.subarray(person * d, (person + 1) * d);
    for (let entry = starts[person]!; entry < starts[person + 1]!; entry++) {
      const at = indices[entry]! * d;
      const rest = values[entry]! - means[indices[entry]!]!;
      for (let row = 0; row < d; row++) {
        profile[row]! += rest * vectors[at + row]!;
        for (let k = 0; k <= row; k++) system[row * d + k]! += vectors[at + row]! * vectors[at + k]!;
      }
    }
    for (let k = 0; k < d; k++) system[k * d + k]! += ridge;
    // Positive definite by its ridge.
    choleskyFactor(system, d);
    choleskySolve(system, d, profile);
  }
  return profiles;
}

function itemMeans(items: number, indices: Uint32Array, values: Float32Array): Float64Array {
  const sums = new Float64Array(items);
  const counts = new Uint32Array(items);
  for (const [entry, item] of indices.entries()) {
    sums[item]! += values[entry]!;
    counts[item]!++;
  }
  return sums.map((sum, item) => (counts[item] === 0 ? 0 : sum / counts[item]!));
}
