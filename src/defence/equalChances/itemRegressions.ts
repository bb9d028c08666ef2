/**
 * Thousands of logistic regressions over the same people, one per item: whether the item was rated, on taste and group.
 *
 *     minimise  sum_i log(1 + exp(h_i)) - x_i h_i  +  1/2 sum_k r_k (t_k - t0_k)^2,     h_i = b . z_i + c_g(i)
 *
 *   z    1 and the taste of a person         t = (b, c), c one number per group       t0  log odds of the item, then 0
 *   r    ridge of each unknown; that of c is 1 / (variance of group effects)
 *
 * By Newton steps that halve until the objective falls. People are sorted by group, so that the columns of groups cost
 * nothing: their part of the second derivatives is the first row of each group's own sum. The second derivatives are by
 * far the largest part of the work; they are made anew only where a step with the old ones gains too little.
 * Cost per item: some passes over the people of O(width), two or three of O(width^2 / 2).
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';

/** The people, once for all items. */
export interface SortedPeople {
  /** people x width, sorted by group; the first column is 1. */
  readonly features: Float64Array;
  readonly width: number;
  /** groups + 1 positions: where each group begins. */
  readonly bounds: Uint32Array;
}

/** Who rated each item: positions among the sorted people. */
export interface Raters {
  readonly starts: Uint32Array;
  readonly people: Uint32Array;
}

/** Ridges of intercept, taste and group effects; an infinite one holds the effects of groups at 0. */
export interface Ridges {
  readonly intercept: number;
  readonly taste: number;
  readonly group: number;
}

/** Largest derivative at the end, as a share of the number of raters. */
const TOLERANCE = 1e-7;
const MOST_STEPS = 100;
/** A step with old second derivatives must bring the gradient down to this share. */
const ENOUGH = 0.2;

/** Fits items one after another, with arrays that it keeps. */
export class ItemRegressions {
  readonly people: SortedPeople;
  /** Unknowns: those of the features, then one per group. */
  readonly size: number;
  readonly chances: Float64Array;
  readonly #raters: Raters;
  readonly #groups: number;
  readonly #moments: Float64Array;
  readonly #gradient: Float64Array;
  readonly #curvature: Float64Array;
  readonly #factor: Float64Array;
  readonly #groupSums: Float64Array;

  constructor(people: SortedPeople, raters: Raters) {
    const { width, bounds } = people;
    this.people = people;
    this.#raters = raters;
    this.#groups = bounds.length - 1;
    this.size = width + this.#groups;
    this.chances = new Float64Array(bounds[this.#groups]!);
    this.#moments = new Float64Array(this.size);
    this.#gradient = new Float64Array(this.size);
    this.#curvature = new Float64Array(this.size * this.size);
    this.#factor = new Float64Array(this.size * this.size);
    this.#groupSums = new Float64Array(width * width);
  }

  /** Log odds of the item among everybody, kept away from infinity. */
  startOf(item: number): Float64Array {
    const people = this.chances.length;
    const rated = this.#raters.starts[item + 1]! - this.#raters.starts[item]!;
    const start = new Float64Array(this.size);
    start[0] = Math.log((rated + 0.5) / (people - rated + 0.5));
    return start;
  }

  /** The unknowns of an item; `from` is where the steps begin. `chances` are then those of its people. */
  fit(item: number, ridges: Ridges, from: Float64Array = this.startOf(item)): Float64Array {
    const { size } = this;
    const middle = this.startOf(item);
    this.#readMoments(item);
    let at = Float64Array.from(from);
    const held = ridges.group === Number.POSITIVE_INFINITY;
    if (held) at.fill(0, this.people.width);
    const allowed = TOLERANCE * (1 + this.#raters.starts[item + 1]! - this.#raters.starts[item]!);
    let objective = this.#evaluate(at, middle, ridges);
    let slope = largest(this.#gradient);
    // Whether the factor is of the second derivatives here, or of earlier ones that still serve, or of none.
    let factor: 'none' | 'earlier' | 'here' = 'none';
    for (let step = 0; step < MOST_STEPS && slope > allowed; step++) {
      if (factor === 'none') {
        this.#factor.set(this.curvature(ridges));
        // Positive definite by its ridges.
        choleskyFactor(this.#factor, size);
        factor = 'here';
      }
      const direction = choleskySolve(this.#factor, size, Float64Array.from(this.#gradient));
      if (held) direction.fill(0, this.people.width);
      const next = this.#search(at, direction, objective, middle, ridges);
      if (next === undefined) {
        // No step gains: only rounding is left, or the second derivatives are too old.
        if (factor === 'here') break;
        factor = 'none';
        continue;
      }
      at = next.at;
      objective = next.objective;
      const now = largest(this.#gradient);
      factor = now <= ENOUGH * slope ? 'earlier' : 'none';
      slope = now;
    }
    return at;
  }

  /** Second derivatives at the last chances, ridges included: size x size, lower triangle. */
  curvature(ridges: Ridges): Float64Array {
    const { width, bounds } = this.people;
    const { size } = this;
    const all = this.#curvature.fill(0);
    for (let g = 0; g < this.#groups; g++) {
      const sums = this.#weightedSums(bounds[g]!, bounds[g + 1]!);
      const line = (width + g) * size;
      for (let a = 0; a < width; a++) {
        for (let b = 0; b <= a; b++) all[a * size + b] = all[a * size + b]! + sums[a * width + b]!;
        // The first column is 1: its products with the others are those of the group's own column.
        all[line + a] = sums[a * width]!;
      }
      all[line + width + g] = sums[0]! + (Number.isFinite(ridges.group) ? ridges.group : 1e12);
    }
    all[0] = all[0]! + ridges.intercept;
    for (let k = 1; k < width; k++) all[k * size + k] = all[k * size + k]! + ridges.taste;
    return all;
  }

  #readMoments(item: number): void {
    const { features, width, bounds } = this.people;
    const moments = this.#moments.fill(0);
    for (let n = this.#raters.starts[item]!; n < this.#raters.starts[item + 1]!; n++) {
      const person = this.#raters.people[n]!;
      for (let k = 0; k < width; k++) moments[k] = moments[k]! + features[person * width + k]!;
      let g = 0;
      while (person >= bounds[g + 1]!) g++;
      moments[width + g] = moments[width + g]! + 1;
    }
  }

  /** The objective; fills chances and the gradient downhill. */
  #evaluate(at: Float64Array, middle: Float64Array, ridges: Ridges): number {
    const { features, width, bounds } = this.people;
    const { chances } = this;
    const gradient = this.#gradient;
    gradient.set(this.#moments);
    let objective = 0;
    for (let k = 0; k < this.size; k++) objective -= at[k]! * this.#moments[k]!;
    for (let g = 0; g < this.#groups; g++) {
      const effect = at[width + g]!;
      let rated = 0;
      for (let person = bounds[g]!; person < bounds[g + 1]!; person++) {
        const from = person * width;
        let odds = effect;
        for (let k = 0; k < width; k++) odds += features[from + k]! * at[k]!;
        const small = Math.exp(-Math.abs(odds));
        objective += Math.max(0, odds) + Math.log1p(small);
        const chance = odds >= 0 ? 1 / (1 + small) : small / (1 + small);
        chances[person] = chance;
        rated += chance;
        for (let k = 0; k < width; k++) gradient[k] = gradient[k]! - chance * features[from + k]!;
      }
      gradient[width + g] = gradient[width + g]! - rated;
    }
    for (let k = 0; k < this.size; k++) {
      const ridge = k === 0 ? ridges.intercept : k < width ? ridges.taste : ridges.group;
      if (ridge === Number.POSITIVE_INFINITY) {
        gradient[k] = 0;
        continue;
      }
      const off = at[k]! - middle[k]!;
      objective += 0.5 * ridge * off * off;
      gradient[k] = gradient[k]! - ridge * off;
    }
    return objective;
  }

  #search(at: Float64Array, direction: Float64Array, objective: number, middle: Float64Array, ridges: Ridges) {
    for (let share = 1; share > 1e-6; share /= 2) {
      const next = at.map((value, k) => value + share * direction[k]!);
      const found = this.#evaluate(next, middle, ridges);
      if (found <= objective + 1e-12 * Math.abs(objective)) return { at: next, objective: found };
    }
    this.#evaluate(at, middle, ridges);
    return undefined;
  }

  /** sum of p (1 - p) z z' over some people, lower triangle. */
  #weightedSums(first: number, last: number): Float64Array {
    const { features, width } = this.people;
    const { chances } = this;
    const sums = this.#groupSums.fill(0);
    for (let person = first; person < last; person++) {
      const from = person * width;
      const weight = chances[person]! * (1 - chances[person]!);
      for (let a = 0; a < width; a++) {
        const weighted = weight * features[from + a]!;
        const line = a * width;
        for (let b = 0; b <= a; b++) sums[line + b] = sums[line + b]! + weighted * features[from + b]!;
      }
    }
    return sums;
  }
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
