/**
 * Alternating least squares for a number, in double precision. It minimises                               [eq:numericMle]
 *
 *     sum of (y_ij - u_i . v_j - a_j - b_j x_i)^2 + p (sum_i |u_i|^2 + sum_j |v_j|^2) + c sum_j a_j^2 + g sum_j b_j^2
 *
 * over y = ratings less the item's mean (so the ridge c draws intercepts towards that mean) and x with mean 0 and
 * variance 1: all users' profiles exactly, then for each item (v_j, a_j, b_j) together exactly, and again.
 *
 *   u_i  userProfiles (users x d)     v_j  itemProfiles (items x d)     a_j  intercepts     b_j  slopes     x_i  numbers
 *   p    profileRidge                 c    interceptRidge               g    slopeRidge
 *
 * Cost: O(ratings d^2 + (users + items) d^3) a sweep. Nothing is done in parallel, so threads change nothing.
 */
import { choleskyFactor, choleskySolve, derive } from '../../maths/index.ts';
import { forEachUser, type TrainingRatings } from '../training/trainingData.ts';
import type { NumericParameters } from './numericParameters.ts';

type NumericRidges = Pick<NumericParameters, 'profileRidge' | 'interceptRidge' | 'slopeRidge'>;

/** Of centred ratings and the standardised number. */
export interface NumericFactors {
  readonly userProfiles: Float64Array;
  readonly itemProfiles: Float64Array;
  readonly intercepts: Float64Array;
  readonly slopes: Float64Array;
  /** How well the item's system determines its slope: the variance of b_j over the noise variance. */
  readonly slopeVariances: Float64Array;
}

/** One side's ratings: of entity n those at starts[n] .. starts[n + 1] - 1. */
interface Rows {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
  readonly values: Float64Array;
}

/** The entity whose system has no unique solution. */
export interface SingularEntity {
  readonly entity: 'user' | 'item';
  readonly index: number;
}

export class NumericSystem {
  readonly factors: NumericFactors;
  readonly #numbers: Float64Array;
  readonly #dimension: number;
  readonly #byUser: Rows;
  readonly #byItem: Rows;

  /** `numbers` belong to data.users, with mean 0 and variance 1. */
  constructor(data: TrainingRatings, numbers: Float64Array, parameters: NumericParameters) {
    const { dimension, seed, initialScale } = parameters;
    const items = data.itemCounts.length;
    this.#numbers = numbers;
    this.#dimension = dimension;
    this.#byUser = rowsByUser(data);
    this.#byItem = transposed(this.#byUser, data.itemCounts);
    const random = (purpose: string, count: number) => {
      const stream = derive(seed, purpose);
      return Float64Array.from({ length: count * dimension }, () => initialScale * stream.normal());
    };
    this.factors = {
      userProfiles: random('initial-users', numbers.length),
      itemProfiles: random('initial-items', items),
      intercepts: new Float64Array(items),
      slopes: new Float64Array(items),
      slopeVariances: new Float64Array(items),
    };
  }

  /** Every user's profile, given the items; names the user whose system is singular. */
  solveUsers(ridge: number): SingularEntity | undefined {
    const { userProfiles, itemProfiles, intercepts, slopes } = this.factors;
    const d = this.#dimension;
    const { starts, others, values } = this.#byUser;
    for (let user = 0; user < this.#numbers.length; user++) {
      const matrix = new Float64Array(d * d);
      const right = new Float64Array(d);
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        const item = others[at]!;
        const left = values[at]! - intercepts[item]! - slopes[item]! * this.#numbers[user]!;
        accumulate(matrix, right, d, itemProfiles, item * d, left);
      }
      for (let k = 0; k < d; k++) matrix[k * d + k] = matrix[k * d + k]! + ridge;
      if (!choleskyFactor(matrix, d).ok) return { entity: 'user', index: user };
      userProfiles.set(choleskySolve(matrix, d, right), user * d);
    }
    return undefined;
  }

  /** Every item's profile, intercept and slope together, given the users. */
  solveItems({ profileRidge, interceptRidge, slopeRidge }: NumericRidges): SingularEntity | undefined {
    const { itemProfiles, intercepts, slopes, slopeVariances } = this.factors;
    const d = this.#dimension;
    const size = d + 2;
    const rows = this.#userRows();
    const { starts, others, values } = this.#byItem;
    for (let item = 0; item < intercepts.length; item++) {
      const matrix = new Float64Array(size * size);
      const right = new Float64Array(size);
      for (let at = starts[item]!; at < starts[item + 1]!; at++) {
        accumulate(matrix, right, size, rows, others[at]! * size, values[at]!);
      }
      for (let k = 0; k < size; k++) {
        const ridge = k < d ? profileRidge : k === d ? interceptRidge : slopeRidge;
        matrix[k * size + k] = matrix[k * size + k]! + ridge;
      }
      if (!choleskyFactor(matrix, size).ok) return { entity: 'item', index: item };
      // The slope comes last, so its entry of the inverse is the inverse square of the last pivot.
      slopeVariances[item] = 1 / matrix[size * size - 1]! ** 2;
      const solution = choleskySolve(matrix, size, right);
      itemProfiles.set(solution.subarray(0, d), item * d);
      intercepts[item] = solution[d]!;
      slopes[item] = solution[d + 1]!;
    }
    return undefined;
  }

  /** Of a training user and an item, as a centred rating. */
  predicted(user: number, item: number): number {
    const { userProfiles, itemProfiles, intercepts, slopes } = this.factors;
    const d = this.#dimension;
    let sum = intercepts[item]! + slopes[item]! * this.#numbers[user]!;
    for (let k = 0; k < d; k++) sum += userProfiles[user * d + k]! * itemProfiles[item * d + k]!;
    return sum;
  }

  /** Root mean squared training error. */
  error(): number {
    const { starts, others, values } = this.#byUser;
    let sum = 0;
    for (let user = 0; user < this.#numbers.length; user++) {
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        sum += (values[at]! - this.predicted(user, others[at]!)) ** 2;
      }
    }
    return Math.sqrt(sum / values.length);
  }

  /** (u_i, 1, x_i) of every user: what an item's unknowns are multiplied with. */
  #userRows(): Float64Array {
    const d = this.#dimension;
    const rows = new Float64Array(this.#numbers.length * (d + 2));
    for (let user = 0; user < this.#numbers.length; user++) {
      const start = user * (d + 2);
      rows.set(this.factors.userProfiles.subarray(user * d, (user + 1) * d), start);
      rows[start + d] = 1;
      rows[start + d + 1] = this.#numbers[user]!;
    }
    return rows;
  }
}

/** Adds w w' to the lower triangle of `matrix` and w y to `right`, with w = rows[start ..]. */
function accumulate(
  matrix: Float64Array,
  right: Float64Array,
  size: number,
  rows: Float64Array,
  start: number,
  y: number,
): void {
  for (let a = 0; a < size; a++) {
    const value = rows[start + a]!;
    right[a] = right[a]! + value * y;
    for (let b = 0; b <= a; b++) matrix[a * size + b] = matrix[a * size + b]! + value * rows[start + b]!;
  }
}

function rowsByUser(data: TrainingRatings): Rows {
  const { indices, values: ratings } = data.dataset.ratings.byUser;
  const starts = new Uint32Array(data.users.length + 1);
  const others = new Uint32Array(data.ratings);
  const values = new Float64Array(data.ratings);
  let next = 0;
  forEachUser(data, (user, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      others[next] = indices[at]!;
      values[next++] = ratings[at]! - data.itemMeans[indices[at]!]!;
    }
    starts[user + 1] = next;
  });
  return { starts, others, values };
}

function transposed({ starts, others, values }: Rows, itemCounts: Uint32Array): Rows {
  const itemStarts = new Uint32Array(itemCounts.length + 1);
  for (let item = 0; item < itemCounts.length; item++) itemStarts[item + 1] = itemStarts[item]! + itemCounts[item]!;
  const next = itemStarts.slice(0, -1);
  const byItem = {
    starts: itemStarts,
    others: new Uint32Array(others.length),
    values: new Float64Array(values.length),
  };
  for (let user = 0; user + 1 < starts.length; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const to = next[others[at]!]!++;
      byItem.others[to] = user;
      byItem.values[to] = values[at]!;
    }
  }
  return byItem;
}
