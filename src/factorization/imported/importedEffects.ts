/**
 * What is fitted to given item vectors v_j: the profiles of the training users, the type biases and two variances of
 *
 *     r_ij = z_j,t(i) + u_i . v_j + e_ij,     u_i ~ N(0, su2 I),     e_ij ~ N(0, s2).                    [eq:imported]
 *
 * Expectation maximisation: each person's u_i by ridge from their own ratings, the ridge being s2 / su2; then
 *
 *     su2  = mean of (|u_i|^2 + tr S_i) / d                        S_i = (V_i' V_i / s2 + I / su2)^-1
 *     s2   = mean of (r - z - u.v)^2 + v' S_i v                    sum of v' S_i v = s2 (d - tr S_i / su2)
 *     z_jt = mean of r - u.v over those of type t who rated j
 *
 * so vectors of any scale find their ridge, and vectors that say nothing are given no weight (su2 goes to 0). z starts at
 * the plain group means: what groups have in common stays in z, and u holds what sets a person apart from their group.
 * Cost: O(ratings d^2 + users d^3) per round. Nothing is done in parallel, so threads change nothing.
 */
import { choleskyFactor, choleskyInverse, symmetricTimesVector } from '../../maths/index.ts';
import { forEachUser, type TrainingData } from '../training/trainingData.ts';

interface ImportedEffects {
  /** u (training users x d). */
  readonly userProfiles: Float64Array;
  /** z (items x K). */
  readonly biases: Float64Array;
  /** su2. */
  readonly profileVariance: number;
  /** Root mean squared training error of each round. */
  readonly errors: readonly number[];
}

/** Keeps divisions finite where all ratings are explained, or none is. */
const SMALLEST_SHARE = 1e-9;

export function importedEffects(data: TrainingData, vectors: Float64Array, rounds: number): ImportedEffects {
  const d = vectors.length / data.itemCounts.length;
  const profiles = new Float64Array(data.users.length * d);
  let biases = groupMeans(data, vectors, profiles);
  const spread = squaredResiduals(data, vectors, profiles, biases) / data.ratings;
  const least = Math.max(SMALLEST_SHARE * spread, Number.MIN_VALUE ** 0.5);
  const length = meanSquaredLength(data, vectors);
  let noise = Math.max(spread / 2, least);
  let variance = length === 0 ? 1 : noise / length;
  const errors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { squares, traces } = fitProfiles(data, vectors, profiles, biases, noise, variance);
    const squared = squaredResiduals(data, vectors, profiles, biases);
    const uncertain = noise * (data.users.length * d - traces / variance);
    noise = Math.max((squared + uncertain) / data.ratings, least);
    variance = Math.max(
      (squares + traces) / profiles.length,
      (SMALLEST_SHARE * noise) / Math.max(length, SMALLEST_SHARE),
    );
    biases = groupMeans(data, vectors, profiles);
    errors.push(Math.sqrt(squared / data.ratings));
  }
  return { userProfiles: profiles, biases, profileVariance: variance, errors };
}

/** Overwrites the profiles; returns sum |u_i|^2 and sum tr S_i. */
function fitProfiles(
  data: TrainingData,
  vectors: Float64Array,
  profiles: Float64Array,
  biases: Float64Array,
  noise: number,
  variance: number,
) {
  const d = profiles.length / data.users.length;
  const { indices, values } = data.dataset.ratings.byUser;
  const precision = new Float64Array(d * d);
  const right = new Float64Array(d);
  let [squares, traces] = [0, 0];
  forEachUser(data, (user, positions, count) => {
    precision.fill(0);
    right.fill(0);
    for (let n = 0; n < count; n++) {
      const item = indices[positions[n]!]!;
      const left = (values[positions[n]!]! - biases[item * data.types + data.userTypes[user]!]!) / noise;
      for (let row = 0; row < d; row++) {
        const value = vectors[item * d + row]!;
        right[row] = right[row]! + left * value;
        const scaled = value / noise;
        for (let k = 0; k <= row; k++)
          precision[row * d + k] = precision[row * d + k]! + scaled * vectors[item * d + k]!;
      }
    }
    for (let k = 0; k < d; k++) precision[k * d + k] = precision[k * d + k]! + 1 / variance;
    // Positive definite by the ridge, unless the vectors are so large that it drowns: then the last profile stands.
    if (!choleskyFactor(precision, d).ok) return;
    const covariance = choleskyInverse(precision, d);
    const profile = symmetricTimesVector(covariance, d, right);
    profiles.set(profile, user * d);
    for (let k = 0; k < d; k++) {
      squares += profile[k]! ** 2;
      traces += covariance[k * d + k]!;
    }
  });
  return { squares, traces };
}

/** Mean of r - u.v for each item and type; that of the item for types that never rated it. */
function groupMeans(data: TrainingData, vectors: Float64Array, profiles: Float64Array): Float64Array {
  const { types, countsByType, itemCounts } = data;
  const sums = new Float64Array(itemCounts.length * types);
  eachRating(data, (user, item, rating) => {
    const at = item * types + data.userTypes[user]!;
    sums[at] = sums[at]! + rating - product(vectors, item, profiles, user, profiles.length / data.users.length);
  });
  const means = new Float64Array(sums.length);
  for (const [item, count] of itemCounts.entries()) {
    const own = sums.subarray(item * types, (item + 1) * types);
    const middle = own.reduce((sum, value) => sum + value, 0) / count;
    for (let type = 0; type < types; type++) {
      const rated = countsByType[item * types + type]!;
      means[item * types + type] = rated === 0 ? middle : own[type]! / rated;
    }
  }
  return means;
}

function squaredResiduals(data: TrainingData, vectors: Float64Array, profiles: Float64Array, biases: Float64Array) {
  const d = profiles.length / data.users.length;
  let sum = 0;
  eachRating(data, (user, item, rating) => {
    const bias = biases[item * data.types + data.userTypes[user]!]!;
    sum += (rating - bias - product(vectors, item, profiles, user, d)) ** 2;
  });
  return sum;
}

function meanSquaredLength(data: TrainingData, vectors: Float64Array): number {
  const d = vectors.length / data.itemCounts.length;
  let sum = 0;
  for (const [item, count] of data.itemCounts.entries()) sum += count * product(vectors, item, vectors, item, d);
  return sum / data.ratings;
}

function eachRating(data: TrainingData, visit: (user: number, item: number, rating: number) => void): void {
  const { indices, values } = data.dataset.ratings.byUser;
  forEachUser(data, (user, positions, count) => {
    for (let n = 0; n < count; n++) visit(user, indices[positions[n]!]!, values[positions[n]!]!);
  });
}

/** Row m of one matrix times row n of another. */
export function product(left: Float64Array, m: number, right: Float64Array, n: number, d: number): number {
  let sum = 0;
  for (let k = 0; k < d; k++) sum += left[m * d + k]! * right[n * d + k]!;
  return sum;
}
