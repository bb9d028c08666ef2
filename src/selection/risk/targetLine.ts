/**
 * Types on a line, each a normal density of deviation 1, and how much of their weight is wrong where every point is
 * taken for the value that is most likely there. A value is a group of types: its density is a mixture.
 *
 * The value that is ahead is looked up on a grid, and where it changes the crossing is found by false position; the
 * masses between crossings are exact. At a crossing the two densities are the same: an error in its place of 1e-7
 * changes the risk by its square. A value that is ahead for less than a cell of the grid between two others may be
 * missed; it is ahead by next to nothing. With one type a value this is expectedRiskByEnvelope.
 *
 * O(K (grid + crossings)), and no exponential for a grid point once the line is made.
 */
import { normalCdf } from '../../maths/index.ts';

/** Beyond this many standard deviations nothing is expected: 1e-17. */
const FAR = 8.5;

/** Width of a cell of the grid in standard deviations, as long as there are not too many. */
const CELL = 0.5;
export const MOST_CELLS = 400;

/** Which value of the target each type has, and how many values there are. */
export interface TargetValues {
  readonly codes: ArrayLike<number>;
  readonly values: number;
}

/** The types are given once; their weights vary. */
export class TargetLine {
  readonly #target: TargetValues;
  readonly #means: Float64Array;
  readonly #low: number;
  readonly #cell: number;
  readonly #cells: number;
  /** Density of each type at each grid point, up to a factor common to all types ((cells + 1) x K). */
  readonly #densities: Float64Array;
  readonly #heights: Float64Array;

  constructor(target: TargetValues, means: Float64Array) {
    this.#target = target;
    this.#means = means;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const mean of means) {
      low = Math.min(low, mean - FAR);
      high = Math.max(high, mean + FAR);
    }
    this.#low = low;
    this.#cells = Math.min(MOST_CELLS, Math.ceil((high - low) / CELL));
    this.#cell = (high - low) / this.#cells;
    this.#heights = new Float64Array(target.values);
    const types = means.length;
    this.#densities = new Float64Array((this.#cells + 1) * types);
    for (let point = 0; point <= this.#cells; point++) {
      const x = this.#x(point);
      let nearest = means[0]!;
      for (const mean of means) if (Math.abs(mean - x) < Math.abs(nearest - x)) nearest = mean;
      for (let t = 0; t < types; t++) {
        const mean = means[t]!;
        // (nearest - x)^2 / 2 - (mean - x)^2 / 2, without cancellation.
        this.#densities[point * types + t] = Math.exp((mean - nearest) * (x - (mean + nearest) / 2));
      }
    }
  }

  /** The summed weight of all types on the wrong side of the crossings. */
  risk(weights: ArrayLike<number>): number {
    const { codes } = this.#target;
    const types = this.#means.length;
    // The values that are ahead from left to right, and where each takes over.
    const ahead = [this.#aheadAt(0, weights)];
    const from = [Number.NEGATIVE_INFINITY];
    for (let point = 1; point <= this.#cells; point++) {
      const value = this.#aheadAt(point, weights);
      if (value !== ahead.at(-1)!) this.#cross(this.#x(point - 1), this.#x(point), value, weights, ahead, from);
    }
    let risk = 0;
    for (let t = 0; t < types; t++) {
      // Masses through the tail that both ends lie in: no digits are lost where they are tiny.
      let wrong = 0;
      let start = Number.NEGATIVE_INFINITY;
      let startTail = 0;
      for (let n = 0; n < ahead.length; n++) {
        const end = n + 1 < ahead.length ? from[n + 1]! - this.#means[t]! : Number.POSITIVE_INFINITY;
        const endTail = n + 1 < ahead.length ? normalCdf(-Math.abs(end)) : 0;
        if (ahead[n] !== codes[t]) {
          wrong += end <= 0 ? endTail - startTail : start > 0 ? startTail - endTail : 1 - startTail - endTail;
        }
        start = end;
        startTail = endTail;
      }
      risk += weights[t]! * wrong;
    }
    return risk;
  }

  #x(point: number): number {
    return this.#low + point * this.#cell;
  }

  /** The value of largest density at a grid point; the lower one of two equal. */
  #aheadAt(point: number, weights: ArrayLike<number>): number {
    const { codes } = this.#target;
    const types = this.#means.length;
    const heights = this.#heights.fill(0);
    for (let t = 0; t < types; t++) {
      heights[codes[t]!] = heights[codes[t]!]! + weights[t]! * this.#densities[point * types + t]!;
    }
    let best = 0;
    for (let value = 1; value < heights.length; value++) if (heights[value]! > heights[best]!) best = value;
    return best;
  }

  /** Appends what is ahead between `low`, where the last value of the list is, and `high`, where `value` is. */
  #cross(low: number, high: number, value: number, weights: ArrayLike<number>, ahead: number[], from: number[]): void {
    const last = ahead.at(-1)!;
    const x = zeroBetween((at) => this.#logHeight(value, at, weights) - this.#logHeight(last, at, weights), low, high);
    const level = this.#logHeight(last, x, weights);
    let between = -1;
    let best = level + 1e-9;
    for (let other = 0; other < this.#target.values; other++) {
      if (other === last || other === value) continue;
      const height = this.#logHeight(other, x, weights);
      if (height <= best) continue;
      best = height;
      between = other;
    }
    if (between < 0 || x <= low || x >= high) {
      ahead.push(value);
      from.push(x);
      return;
    }
    this.#cross(low, x, between, weights, ahead, from);
    this.#cross(x, high, value, weights, ahead, from);
  }

  /** Log density of a value, up to a term common to all values; minus infinity where no type of it has any weight. */
  #logHeight(value: number, x: number, weights: ArrayLike<number>): number {
    const { codes } = this.#target;
    let nearest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < this.#means.length; t++) {
      if (codes[t] === value && weights[t]! > 0) nearest = Math.max(nearest, this.#slope(t, x));
    }
    if (nearest === Number.NEGATIVE_INFINITY) return nearest;
    let sum = 0;
    for (let t = 0; t < this.#means.length; t++) {
      if (codes[t] === value) sum += weights[t]! * Math.exp(this.#slope(t, x) - nearest);
    }
    return nearest + Math.log(sum);
  }

  #slope(type: number, x: number): number {
    const mean = this.#means[type]!;
    return mean * (x - mean / 2);
  }
}

/** By false position with halved ends (Illinois): the function is not above 0 at `low` and not below 0 at `high`. */
function zeroBetween(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let [fa, fb] = [f(a), f(b)];
  let side = 0;
  for (let step = 0; step < 60; step++) {
    const share = fa / (fa - fb);
    const x = Number.isFinite(share) ? a + share * (b - a) : (a + b) / 2;
    if (!(x > a && x < b) || b - a < 1e-8) return Math.min(Math.max(x, a), b);
    const fx = f(x);
    if (Math.abs(fx) < 1e-8) return x;
    if (fx > 0) {
      [b, fb] = [x, fx];
      if (side === 1) fa /= 2;
      side = 1;
    } else {
      [a, fa] = [x, fx];
      if (side === -1) fb /= 2;
      side = -1;
    }
  }
  return (a + b) / 2;
}
