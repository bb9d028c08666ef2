/**
 * The expected risk about one attribute, the target, where types are combinations of several: how probable it is that
 * the most likely value of the target will be wrong once the answer is known, on average over the answers.
 *
 *     E risk = 1 - integral over x of max_a sum over t with a of pi_t N(x; m_t, C)                   [eq:target-risk]
 *
 *   pi_t weights    a codes (of each type)    m_t means under type t, whitened: C = I    x on a line, or in a plane
 *
 * A value's density is a mixture, so there is no envelope of straight lines, nor cells with straight edges. On a line,
 * targetLine.ts finds where the most likely value changes.
 *
 * In the plane, the axis along which the values of the target differ most is treated in that way, and the other one by the
 * trapezium rule, which converges as fast as Gauss-Hermite under normal densities and follows them wherever they are.
 * Each type's shares of the places add up to one. So an answer that cannot change the most likely value leaves the risk
 * as it is, to the last digit, and the risk is never above the present one. The error is below 1e-6 for two values that
 * the answer tells apart as far as usual (D below 1), 1e-4 for more: the risk has kinks where a third value gets ahead.
 *
 * Some twenty places, each at the cost of a line.
 */
import { MOST_CELLS, TargetLine, type TargetValues } from './targetLine.ts';

/** Distance of the places across the main axis, and how far they reach; the boundary of two values is nearly straight. */
const STEP = 0.5;
const STEP_OF_TWO = 1;
const REACH = 5;

/** `means` in units of the predictive standard deviation. */
export function targetRiskOnLine(posterior: ArrayLike<number>, target: TargetValues, means: Float64Array): number {
  return new TargetLine(target, means).risk(posterior);
}

/** `x` and `y` are the means along two independent axes, in units of the predictive standard deviation. */
export function targetRiskInPlane(
  posterior: ArrayLike<number>,
  target: TargetValues,
  x: Float64Array,
  y: Float64Array,
  step = target.values === 2 ? STEP_OF_TWO : STEP,
): number {
  const [cosine, sine] = mainAxis(posterior, target, x, y);
  const types = x.length;
  const along = Float64Array.from(x, (_, t) => cosine * x[t]! + sine * y[t]!);
  const across = Float64Array.from(x, (_, t) => cosine * y[t]! - sine * x[t]!);
  const shares = sharesAcross(across, step);
  const line = new TargetLine(target, along);
  const weights = new Float64Array(types);
  let risk = 0;
  for (let from = 0; from < shares.length; from += types) {
    for (let t = 0; t < types; t++) weights[t] = posterior[t]! * shares[from + t]!;
    risk += line.risk(weights);
  }
  return risk;
}

/** Cosine and sine of the axis along which the means of the values are spread most. */
function mainAxis(
  posterior: ArrayLike<number>,
  { codes, values }: TargetValues,
  x: Float64Array,
  y: Float64Array,
): readonly [number, number] {
  const masses = new Float64Array(values);
  const sums = new Float64Array(2 * values);
  let [meanX, meanY] = [0, 0];
  for (let t = 0; t < x.length; t++) {
    const value = codes[t]!;
    const weight = posterior[t]!;
    masses[value] = masses[value]! + weight;
    sums[2 * value] = sums[2 * value]! + weight * x[t]!;
    sums[2 * value + 1] = sums[2 * value + 1]! + weight * y[t]!;
    meanX += weight * x[t]!;
    meanY += weight * y[t]!;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (let value = 0; value < values; value++) {
    const mass = masses[value]!;
    if (mass === 0) continue;
    const dx = sums[2 * value]! / mass - meanX;
    const dy = sums[2 * value + 1]! / mass - meanY;
    xx += mass * dx * dx;
    xy += mass * dx * dy;
    yy += mass * dy * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The share of each type's mass that each place stands for (places x K); the shares of a type add up to one. */
function sharesAcross(means: Float64Array, wanted: number): Float64Array {
  const types = means.length;
  const low = Math.min(...means) - REACH;
  const high = Math.max(...means) + REACH;
  const steps = Math.min(MOST_CELLS, Math.ceil((high - low) / wanted));
  const shares = new Float64Array((steps + 1) * types);
  const totals = new Float64Array(types);
  for (let at = 0; at < shares.length; at++) {
    const place = low + (Math.floor(at / types) * (high - low)) / steps;
    shares[at] = Math.exp(-((place - means[at % types]!) ** 2) / 2);
    totals[at % types] = totals[at % types]! + shares[at]!;
  }
  return shares.map((share, at) => share / totals[at % types]!);
}
