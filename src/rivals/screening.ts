/**
 * The score test of all items at once: how much the penalised likelihood of a logistic regression would gain by one
 * more item, without fitting it.
 *
 *   x_j  users x 2: the features of an item, seen (0 or 1) and rating less the item's mean (0 if not seen)
 *   e_t  users: 1 or 0 for being of type t, less the probability of t by the items chosen so far (the residuals)
 *   S_j  2 x 2: x_j' x_j less what intercept and chosen features explain of it
 *
 * The gain is that of the quadratic with slope g_jt = x_j' e_t and the likelihood's bend at its mean weight,
 *
 *     gain_j = 1/2 sum over t of g_jt' (w_t S_j + ridge I)^-1 g_jt,     w_t = mean over users of e_t^2     [eq:forward]
 *
 * (w_t estimates the mean of p_t (1 - p_t)). With two types one t suffices: the other has the opposite residuals. S_j
 * is kept up to date: each chosen feature is made orthogonal to those before it, and what lies along it is taken away.
 * O(ratings * types) for the gains, O(ratings) for a chosen feature.
 */
import { dot } from '../maths/index.ts';
import type { ItemColumns } from './itemColumns.ts';

/** One array over the users for each type that occurs; for two types that of the second alone. */
export type Residuals = readonly Float64Array[];

/** A feature that shrinks to less than this part of its length is a sum of those already there. */
const DEPENDENT = 1e-6;

export class Screening {
  readonly #columns: ItemColumns;
  readonly #users: number;
  /** S_j as three numbers per item: seen x seen, seen x rating, rating x rating. */
  readonly #left: Float64Array;
  readonly #directions: Float64Array[] = [];

  constructor(columns: ItemColumns, users: number) {
    this.#columns = columns;
    this.#users = users;
    this.#left = new Float64Array(3 * columns.counts.length);
    for (let item = 0; item < columns.counts.length; item++) {
      this.#left[3 * item] = columns.counts[item]!;
      for (let at = columns.starts[item]!; at < columns.starts[item + 1]!; at++) {
        const centred = columns.ratings[at]! - columns.means[item]!;
        this.#left[3 * item + 1]! += centred;
        this.#left[3 * item + 2]! += centred * centred;
      }
    }
    // The intercept is always in the regression.
    this.#projectOn(new Float64Array(users).fill(1));
  }

  /** Takes both features of an item out of the others. */
  project(item: number): void {
    const { starts, users, ratings, means } = this.#columns;
    const seen = new Float64Array(this.#users);
    const centred = new Float64Array(this.#users);
    for (let at = starts[item]!; at < starts[item + 1]!; at++) {
      seen[users[at]!] = 1;
      centred[users[at]!] = ratings[at]! - means[item]!;
    }
    this.#projectOn(seen);
    this.#projectOn(centred);
  }

  #projectOn(feature: Float64Array): void {
    const before = dot(feature, feature);
    for (const z of this.#directions) {
      const share = dot(feature, z);
      for (let user = 0; user < z.length; user++) feature[user]! -= share * z[user]!;
    }
    const length = Math.sqrt(dot(feature, feature));
    if (!(length > DEPENDENT * Math.sqrt(before))) return;
    const direction = feature.map((value) => value / length);
    this.#directions.push(direction);
    const along = new Float64Array(2);
    for (let item = 0; item < this.#columns.counts.length; item++) {
      featuresTimes(this.#columns, item, direction, along);
      this.#left[3 * item]! -= along[0]! ** 2;
      this.#left[3 * item + 1]! -= along[0]! * along[1]!;
      this.#left[3 * item + 2]! -= along[1]! ** 2;
    }
  }

  /** gain_j of every item. [eq:forward] */
  gains(residuals: Residuals, ridge: number): Float64Array {
    const gains = new Float64Array(this.#columns.counts.length);
    const slope = new Float64Array(2);
    for (const values of residuals) {
      const weight = dot(values, values) / this.#users;
      for (let item = 0; item < gains.length; item++) {
        featuresTimes(this.#columns, item, values, slope);
        const a = weight * Math.max(0, this.#left[3 * item]!) + ridge;
        const b = weight * this.#left[3 * item + 1]!;
        const c = weight * Math.max(0, this.#left[3 * item + 2]!) + ridge;
        const g = slope[0]!;
        const h = slope[1]!;
        gains[item]! += (g * g * c - 2 * g * h * b + h * h * a) / (2 * (a * c - b * b));
      }
    }
    return gains;
  }
}

/** Both features of an item times a vector over users. */
function featuresTimes(columns: ItemColumns, item: number, vector: Float64Array, into: Float64Array): void {
  const { starts, users, ratings, means } = columns;
  const mean = means[item]!;
  const end = starts[item + 1]!;
  let seen = 0;
  let centred = 0;
  for (let at = starts[item]!; at < end; at++) {
    const value = vector[users[at]!]!;
    seen += value;
    centred += (ratings[at]! - mean) * value;
  }
  into[0] = seen;
  into[1] = centred;
}
