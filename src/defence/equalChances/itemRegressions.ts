/**
 * Thousands of logistic regressions over the same people, one per item: whether the item was rated, on taste and group.
 *
 *     minimise  sum_i log(1 + exp(h_i)) - x_i h_i  +  1/2 sum_k r_k (t_k - t0_k)^2,     h_i = b . z_i + c_g(i)
 *
 *   z    1 and the taste of a person         t = (b, c), c one number per group       t0  log odds of the item, then 0 (or given means)
 *   r    ridge of each unknown; that of c is 1 / (variance of group effects)
 *
 * By Newton steps that halve until the objective falls. People are sorted by group, so that the columns of groups cost
 * nothing: their part of the second derivatives is the first row of each group's own sum. The second derivatives are by
 * far the largest part of the work; they are made anew only where a step with the old ones gains too little. Sums over
 * people run along features, four at a time, so that they stay in registers.
 * Cost per item: some passes over the people of O(width), two or three of O(width^2 / 2).
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';

/** The people, once for all items. */
export interface SortedPeople {
  /** By feature, of all people sorted by group; the first feature is 1. */
  readonly features: readonly Float64Array[];
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
const TOLERANCE = 1e-5;
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
  readonly #weighted: Float64Array;
  readonly #weights: Float64Array;
  readonly #evenly: Float64Array;
  readonly #width: number;

  constructor(people: SortedPeople, raters: Raters) {
    const { features, bounds } = people;
    const width = features.length;
    this.people = people;
    this.#width = width;
    this.#raters = raters;
    this.#groups = bounds.length - 1;
    this.size = width + this.#groups;
    this.chances = new Float64Array(bounds[this.#groups]!);
    this.#moments = new Float64Array(this.size);
    this.#gradient = new Float64Array(this.size);
    this.#curvature = new Float64Array(this.size * this.size);
    this.#factor = new Float64Array(this.size * this.size);
    this.#groupSums = new Float64Array(width * width);
    this.#weighted = new Float64Array(this.chances.length);
    this.#weights = new Float64Array(this.chances.length);
    this.chances.fill(0.5);
    this.#evenly = Float64Array.from(this.curvature({ intercept: 0, taste: 0, group: 0 }));
  }

  /** Log odds of the item among everybody, kept away from infinity. */
  startOf(item: number): Float64Array {
    const people = this.chances.length;
    const rated = this.#raters.starts[item + 1]! - this.#raters.starts[item]!;
    const start = new Float64Array(this.size);
    start[0] = Math.log((rated + 0.5) / (people - rated + 0.5));
    return start;
  }

  /**
   * The unknowns of an item; `from` is where the steps begin, and the ridge draws the effects of groups to `groupMeans`.
   * `chances` are then those of its people.
   */
  fit(
    item: number,
    ridges: Ridges,
    from: Float64Array = this.startOf(item),
    groupMeans: ArrayLike<number> = [],
  ): Float64Array {
    const { size } = this;
    const middle = this.startOf(item);
    middle.set(groupMeans, this.#width);
    this.#readMoments(item);
    let at = Float64Array.from(from);
    const held = ridges.group === Number.POSITIVE_INFINITY;
    if (held) at.fill(0, this.#width);
    const allowed = TOLERANCE * (1 + this.#raters.starts[item + 1]! - this.#raters.starts[item]!);
    let objective = this.#evaluate(at, middle, ridges);
    let slope = largest(this.#gradient);
    // Whether the factor is of the second derivatives here, or of earlier ones that still serve, or of none.
    let factor: 'none' | 'earlier' | 'here' = 'none';
    for (let step = 0; step < MOST_STEPS && slope > allowed; step++) {
      if (factor === 'none') {
        this.#factor.set(step === 0 && from[0] === middle[0] ? this.#atStart(middle, ridges) : this.curvature(ridges));
        // Positive definite by its ridges.
        choleskyFactor(this.#factor, size);
        factor = 'here';
      }
      const direction = choleskySolve(this.#factor, size, Float64Array.from(this.#gradient));
      if (held) direction.fill(0, this.#width);
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
    const { bounds } = this.people;
    const width = this.#width;
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
      all[line + width + g] = sums[0]!;
    }
    return withRidges(all, size, width, ridges);
  }

  /** Where everybody has the same chance p, second derivatives are p (1 - p) of the same sums for all items. */
  #atStart(middle: Float64Array, ridges: Ridges): Float64Array {
    const { size } = this;
    const small = Math.exp(-Math.abs(middle[0]!));
    const weight = (4 * small) / (1 + small) ** 2;
    const all = this.#curvature;
    for (let at = 0; at < all.length; at++) all[at] = weight * this.#evenly[at]!;
    return withRidges(all, size, this.#width, ridges);
  }

  #readMoments(item: number): void {
    const { features, bounds } = this.people;
    const width = this.#width;
    const moments = this.#moments.fill(0);
    for (let n = this.#raters.starts[item]!; n < this.#raters.starts[item + 1]!; n++) {
      const person = this.#raters.people[n]!;
      for (let k = 0; k < width; k++) moments[k] = moments[k]! + features[k]![person]!;
      let g = 0;
      while (person >= bounds[g + 1]!) g++;
      moments[width + g] = moments[width + g]! + 1;
    }
  }

  /** The objective; fills chances and the gradient downhill. */
  #evaluate(at: Float64Array, middle: Float64Array, ridges: Ridges): number {
    const { features, bounds } = this.people;
    const width = this.#width;
    const { chances } = this;
    const gradient = this.#gradient;
    let objective = 0;
    for (let k = 0; k < this.size; k++) objective -= at[k]! * this.#moments[k]!;
    for (let g = 0; g < this.#groups; g++) {
      // First the log odds, then the chances in their place.
      chances.fill(at[width + g]! + at[0]!, bounds[g]!, bounds[g + 1]!);
    }
    for (let k = 1; k < width; k += 4) addColumns(chances, features, at, k, width);
    for (let g = 0; g < this.#groups; g++) {
      let [rated, factors] = [0, 1];
      for (let person = bounds[g]!; person < bounds[g + 1]!; person++) {
        const odds = chances[person]!;
        const small = Math.exp(-Math.abs(odds));
        objective += Math.max(0, odds);
        // log(1 + small) of many people by one logarithm: a product of 32 such factors is at most 2^32.
        factors *= 1 + small;
        if ((person & 31) === 0) {
          objective += Math.log(factors);
          factors = 1;
        }
        const chance = odds >= 0 ? 1 / (1 + small) : small / (1 + small);
        chances[person] = chance;
        rated += chance;
      }
      objective += Math.log(factors);
      gradient[width + g] = this.#moments[width + g]! - rated;
    }
    dots(chances, features, 0, chances.length, width, gradient, 0);
    for (let k = 0; k < width; k++) gradient[k] = this.#moments[k]! - gradient[k]!;
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
    const { features } = this.people;
    const { chances } = this;
    const sums = this.#groupSums;
    const weighted = this.#weighted;
    const weights = this.#weights;
    for (let person = first; person < last; person++) weights[person] = chances[person]! * (1 - chances[person]!);
    for (let a = 0; a < this.#width; a++) {
      const feature = features[a]!;
      for (let person = first; person < last; person++) weighted[person] = weights[person]! * feature[person]!;
      dots(weighted, features, first, last, a + 1, sums, a * this.#width);
    }
    return sums;
  }
}

/** Ridges on the diagonal; unknowns that are held get one that leaves them where they are. */
function withRidges(all: Float64Array, size: number, width: number, { intercept, taste, group }: Ridges): Float64Array {
  for (let k = 0; k < size; k++) {
    const ridge = k === 0 ? intercept : k < width ? taste : Number.isFinite(group) ? group : 1e12;
    all[k * size + k] = all[k * size + k]! + ridge;
  }
  return all;
}

/** target += at_k feature_k, for four features from k on. */
function addColumns(
  target: Float64Array,
  features: readonly Float64Array[],
  at: Float64Array,
  k: number,
  width: number,
): void {
  const [a, b, c, d] = [k, k + 1, k + 2, k + 3].map((n) => (n < width ? n : 0)) as [number, number, number, number];
  const [fa, fb, fc, fd] = [features[a]!, features[b]!, features[c]!, features[d]!];
  const share = (n: number) => (n === 0 ? 0 : at[n]!);
  const [wa, wb, wc, wd] = [share(a), share(b), share(c), share(d)];
  for (let n = 0; n < target.length; n++) {
    target[n] = target[n]! + wa * fa[n]! + wb * fb[n]! + wc * fc[n]! + wd * fd[n]!;
  }
}

/** into[at + k] = sum over some people of vector x feature_k, for the first `count` features. */
function dots(
  vector: Float64Array,
  features: readonly Float64Array[],
  first: number,
  last: number,
  count: number,
  into: Float64Array,
  at: number,
): void {
  let k = 0;
  for (; k + 3 < count; k += 4) {
    const [fa, fb, fc, fd] = [features[k]!, features[k + 1]!, features[k + 2]!, features[k + 3]!];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let n = first; n < last; n++) {
      const value = vector[n]!;
      a += value * fa[n]!;
      b += value * fb[n]!;
      c += value * fc[n]!;
      d += value * fd[n]!;
    }
    into[at + k] = a;
    into[at + k + 1] = b;
    into[at + k + 2] = c;
    into[at + k + 3] = d;
  }
  for (; k < count; k++) {
    const feature = features[k]!;
    let sum = 0;
    for (let n = first; n < last; n++) sum += vector[n]! * feature[n]!;
    into[at + k] = sum;
  }
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
