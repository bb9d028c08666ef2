/**
 * One support vector machine: finds the decision function f(x) = sum_t beta_t k(x_t, x) + offset that separates rows
 * of sign +1 from rows of sign -1, by sequential minimal optimisation.
 *
 *   y_t     signs         rows; +1 or -1
 *   beta_t  coefficients  rows; y_t times the dual variable: in [0, cost] if y_t = 1, in [-cost, 0] if y_t = -1
 *   F_t     errors        rows; sum_s beta_s k(x_s, x_t) - y_t, kept up to date
 *
 * The dual is: minimise beta' K beta / 2 - y' beta with sum beta = 0. Each step raises one coefficient and lowers
 * another by the same amount, which keeps the sum at 0. The pair is chosen by second-order information (Fan, Chen and
 * Lin, JMLR 6, 2005): the one to raise has the least error; the one to lower promises the largest decrease. Written in
 * beta instead of the dual variables, all four combinations of signs are the same case.
 *
 * Cost per step O(rows): one pass over each of two kernel rows; the number of steps grows about like the rows.
 */

import { UlteriorError } from '../../../errors/index.ts';
import type { KernelMatrix } from './kernelMatrix.ts';

export interface SupportMachine {
  readonly coefficients: Float64Array;
  readonly offset: number;
  readonly steps: number;
}

export interface MachineOptions {
  readonly cost: number;
  /** The optimality conditions may be violated by this much, in units of the decision function. */
  readonly tolerance: number;
  readonly maxSteps: number;
}

/** Stands in for a second derivative of 0, as between two equal rows. */
const LEAST_CURVATURE = 1e-12;

/** `subset` names the rows of the kernel matrix to train on; `signs` goes with it. Both signs must occur. */
export function trainMachine(
  kernel: KernelMatrix,
  subset: Uint32Array,
  signs: Int8Array,
  options: MachineOptions,
): SupportMachine {
  const { values, size } = kernel;
  const { cost, tolerance, maxSteps } = options;
  const count = subset.length;
  const coefficients = new Float64Array(count);
  const errors = Float64Array.from(signs, (sign) => -sign);
  // Whether a coefficient lies below its upper, above its lower bound; all start at 0.
  const raisable = Uint8Array.from(signs, (sign) => (sign > 0 ? 1 : 0));
  const lowerable = Uint8Array.from(signs, (sign) => (sign > 0 ? 0 : 1));

  const rowOf = (t: number) => values.subarray(subset[t]! * size, (subset[t]! + 1) * size);
  let raised = 0;
  let raisedRow = rowOf(raised);
  let lowered = 0;
  let step = 0;
  for (let steps = 0; ; steps++) {
    // One pass brings the errors up to date and finds the coefficient to raise: the least error of those that can be.
    // The largest error of those that can be lowered tells how far the solution is from optimal.
    const loweredRow = rowOf(lowered);
    let leastError = Number.POSITIVE_INFINITY;
    let largestError = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < count; t++) {
      const error = errors[t]! + step * (raisedRow[subset[t]!]! - loweredRow[subset[t]!]!);
      errors[t] = error;
      if (error < leastError && raisable[t] === 1) {
        leastError = error;
        raised = t;
      }
      if (error > largestError && lowerable[t] === 1) largestError = error;
    }
    if (largestError - leastError <= tolerance) {
      const middle = (leastError + largestError) / 2;
      return { coefficients, offset: -freeError(errors, raisable, lowerable, middle), steps };
    }
    if (steps === maxSteps) throw notConverged(steps, largestError - leastError, options);

    raisedRow = rowOf(raised);
    let bestGain = 0;
    for (let t = 0; t < count; t++) {
      const gap = errors[t]! - leastError;
      if (gap <= 0 || lowerable[t] === 0) continue;
      // The diagonal of the kernel is 1.
      const curvature = Math.max(LEAST_CURVATURE, 2 - 2 * raisedRow[subset[t]!]!);
      const gain = (gap * gap) / curvature;
      if (gain > bestGain) {
        bestGain = gain;
        step = gap / curvature;
        lowered = t;
      }
    }
    const roomAbove = (signs[raised]! > 0 ? cost : 0) - coefficients[raised]!;
    const roomBelow = coefficients[lowered]! - (signs[lowered]! > 0 ? 0 : -cost);
    step = Math.min(step, roomAbove, roomBelow);
    coefficients[raised]! += step;
    coefficients[lowered]! -= step;
    lowerable[raised] = 1;
    raisable[lowered] = 1;
    // Set exactly onto the bound, so that rounding does not leave a coefficient next to it for ever.
    if (step === roomAbove) {
      coefficients[raised] = signs[raised]! > 0 ? cost : 0;
      raisable[raised] = 0;
    }
    if (step === roomBelow) {
      coefficients[lowered] = signs[lowered]! > 0 ? 0 : -cost;
      lowerable[lowered] = 0;
    }
  }
}

/** The mean error of the coefficients strictly between their bounds (all equal but for the tolerance), or `middle`. */
function freeError(errors: Float64Array, raisable: Uint8Array, lowerable: Uint8Array, middle: number): number {
  let sum = 0;
  let free = 0;
  for (let t = 0; t < errors.length; t++) {
    if (raisable[t] === 0 || lowerable[t] === 0) continue;
    sum += errors[t]!;
    free++;
  }
  return free > 0 ? sum / free : middle;
}

function notConverged(steps: number, violation: number, options: MachineOptions): UlteriorError {
  return new UlteriorError(
    'CLASSIFIER_DID_NOT_CONVERGE',
    `the support vector machine violates its optimality conditions by ${violation} after ${steps} steps`,
    'lower cost, or raise tolerance or maxSteps',
    { steps, violation, tolerance: options.tolerance, cost: options.cost },
  );
}
