/**
 * A calibration of two groups that may bend. A slope and an offset make a belief as sure as it is right on average; where
 * it is too sure in the middle and not sure enough at the ends, no straight line is right. So the log odds that are stated
 * are a broken line of what the answers say,
 *
 *     log odds = log prior odds + c + b e + sum_k h_k max(0, e - a_k),        e = evidence for the second group   [eq:bends]
 *
 * with its bends a_k at quantiles of e. It minimises the log loss of people whose group is known,
 *
 *     sum over people of -log p  +  (b - 1)^2 / 2  +  c^2 / 4  +  ridge s^2 / 2 sum_k h_k^2,      s^2 = variance of e
 *
 * the first two penalties being those of the straight line (calibration.ts). More evidence for a group never makes it less
 * likely: while some piece falls, the ridge grows, and at last the line is straight. Newton's method, convex.
 */
import { type CalibrationPoint, lineRises } from '../../factorization/index.ts';
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';

/** A change of slope: from `at` on, evidence counts by this much more. */
export type Bend = NonNullable<CalibrationPoint['bends']>[number];

/** Tried with others on the data of docs/page.md, which says how it was chosen. */
const RIDGE = 10;
const MOST_RIDGE = 1e9;
const MOST_ITERATIONS = 60;

export function bentBy(bends: readonly Bend[], evidence: number): number {
  return bends.reduce((sum, { at, by }) => sum + by * Math.max(0, evidence - at), 0);
}

interface Straight {
  readonly slope: number;
  readonly offsets: readonly number[];
}

/** With at most this many bends; the straight line where no broken one rises. */
export function fitBends(
  evidence: Float64Array,
  groups: ArrayLike<number>,
  logPriorOdds: number,
  count: number,
  straight: Straight,
): Omit<CalibrationPoint, 'questions' | 'sureness'> {
  const places = quantiles(evidence, count);
  const deviation = Math.sqrt(varianceOf(evidence));
  const start = [straight.offsets[1]! - straight.offsets[0]!, straight.slope, ...places.map(() => 0)];
  for (let ridge = RIDGE; ridge < MOST_RIDGE; ridge *= 3) {
    const [offset, slope, ...heights] = descend(
      { evidence, groups, logPriorOdds, places },
      start,
      ridge * deviation ** 2,
    );
    const bends = places.map((at, k) => ({ at, by: heights[k]! }));
    if (lineRises(slope!, bends)) return { slope: slope!, offsets: [-offset! / 2, offset! / 2], bends };
  }
  return straight;
}

function quantiles(values: Float64Array, count: number): number[] {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return [...new Set(Array.from({ length: count }, (_, k) => at((k + 1) / (count + 1))))];
}

function varianceOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

interface People {
  readonly evidence: Float64Array;
  readonly groups: ArrayLike<number>;
  readonly logPriorOdds: number;
  readonly places: readonly number[];
}

function descend(people: People, start: readonly number[], ridge: number): number[] {
  let at = [...start];
  let now = lossAt(people, at, ridge);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    // The penalties make the Hessian positive definite.
    if (!choleskyFactor(now.hessian, at.length).ok) break;
    const step = choleskySolve(now.hessian, at.length, now.gradient.slice());
    const decrement = step.reduce((sum, value, n) => sum + value * now.gradient[n]!, 0);
    const moved = (share: number) => at.map((value, n) => value - share * step[n]!);
    if (decrement <= 1e-10 * (1 + now.loss)) return moved(1);
    let share = 1;
    let next = lossAt(people, moved(share), ridge);
    while (!(next.loss < now.loss) && share > 1e-10) {
      share /= 2;
      next = lossAt(people, moved(share), ridge);
    }
    at = moved(share);
    now = next;
  }
  return at;
}

function lossAt({ evidence, groups, logPriorOdds, places }: People, at: readonly number[], ridge: number) {
  const size = at.length;
  const [offset, slope, ...heights] = at as [number, number, ...number[]];
  const gradient = Float64Array.from([offset / 2, slope - 1, ...heights.map((height) => ridge * height)]);
  const hessian = new Float64Array(size * size);
  for (let n = 0; n < size; n++) hessian[n * size + n] = n === 0 ? 1 / 2 : n === 1 ? 1 : ridge;
  let loss =
    offset ** 2 / 4 + (slope - 1) ** 2 / 2 + heights.reduce((sum, height) => sum + (ridge * height ** 2) / 2, 0);
  const parts = new Float64Array(size);
  parts[0] = 1;
  for (const [person, own] of evidence.entries()) {
    parts[1] = own;
    for (const [k, place] of places.entries()) parts[k + 2] = Math.max(0, own - place);
    const odds = parts.reduce((sum, part, n) => sum + part * at[n]!, logPriorOdds);
    const share = 1 / (1 + Math.exp(-odds));
    const second = groups[person] === 1;
    // log(1 + exp(x)), finite for every x.
    const wrong = second ? -odds : odds;
    loss += Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong)));
    const miss = share - (second ? 1 : 0);
    const weight = share * (1 - share);
    for (let n = 0; n < size; n++) {
      gradient[n] = gradient[n]! + miss * parts[n]!;
      for (let m = 0; m <= n; m++) hessian[n * size + m] = hessian[n * size + m]! + weight * parts[n]! * parts[m]!;
    }
  }
  return { loss, gradient, hessian };
}
