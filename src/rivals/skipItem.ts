/**
 * Fits one item of the skip model: the b and g_t that maximise
 *
 *     sum over types t and activities a of seen_ta x_ta - total_ta log(1 + exp x_ta),     x_ta = b + a + g_t,
 *     less ridge / 2 sum of g_t^2 and ANCHOR / 2 (b - anchor)^2
 *
 * The weak pull of b towards `anchor`, the item's share as log-odds, keeps an item finite that nobody or everybody has
 * seen. A point is (b, g_1, .. g_types). O(types * activities + types^3) per step, and few steps.
 */
import { choleskyFactor, choleskySolve } from '../maths/index.ts';

const ANCHOR = 0.01;
const SMALLEST_STEP = 1e-9;

interface CellCounts {
  /** Users in each cell: types x activities. */
  readonly totals: Float64Array;
  /** Those of them who have seen the item. */
  readonly seen: Float64Array;
}

/** By Newton steps from `start`, halved until they gain; the function is strictly concave and has one maximum. */
export function fitSkipItem(
  counts: CellCounts,
  activities: Float64Array,
  anchor: number,
  ridge: number,
  start: Float64Array,
): Float64Array {
  const size = start.length;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  let point = start;
  let value = skipLikelihood(counts, activities, anchor, ridge, point);
  for (;;) {
    gradient.fill(0);
    hessian.fill(0);
    gradient[0] = -ANCHOR * (point[0]! - anchor);
    hessian[0] = ANCHOR;
    for (let t = 1; t < size; t++) {
      gradient[t] = -ridge * point[t]!;
      hessian[t * size + t] = ridge;
      for (let a = 0; a < activities.length; a++) {
        const cell = (t - 1) * activities.length + a;
        const p = sigmoid(point[0]! + point[t]! + activities[a]!);
        const slope = counts.seen[cell]! - counts.totals[cell]! * p;
        const bend = counts.totals[cell]! * p * (1 - p);
        gradient[0]! += slope;
        gradient[t]! += slope;
        hessian[0]! += bend;
        hessian[t * size]! += bend;
        hessian[t * size + t]! += bend;
      }
    }
    // Positive ridges make it positive definite, so that the factorization cannot fail on finite numbers.
    choleskyFactor(hessian, size);
    const step = choleskySolve(hessian, size, gradient);
    const largest = Math.max(...step.map(Math.abs));
    let next = point;
    let reached = value;
    for (let length = 1; length * largest > SMALLEST_STEP; length /= 2) {
      const trial = point.map((x, k) => x + length * step[k]!);
      reached = skipLikelihood(counts, activities, anchor, ridge, trial);
      if (reached > value) {
        next = trial;
        break;
      }
    }
    if (next === point) return point;
    point = next;
    value = reached;
  }
}

/** What `fitSkipItem` maximises. */
export function skipLikelihood(
  { totals, seen }: CellCounts,
  activities: Float64Array,
  anchor: number,
  ridge: number,
  point: Float64Array,
): number {
  let value = -(ANCHOR / 2) * (point[0]! - anchor) ** 2;
  for (let t = 1; t < point.length; t++) {
    value -= (ridge / 2) * point[t]! ** 2;
    for (let a = 0; a < activities.length; a++) {
      const cell = (t - 1) * activities.length + a;
      const logit = point[0]! + point[t]! + activities[a]!;
      value += seen[cell]! * logit - totals[cell]! * softplus(logit);
    }
  }
  return value;
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** log(1 + exp(x)): minus the logarithm of sigmoid(-x), without overflow. */
export function softplus(x: number): number {
  return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
}
