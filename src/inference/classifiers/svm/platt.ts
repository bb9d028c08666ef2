/**
 * Platt scaling: turns decision values f of a machine into probabilities, p(f) = 1 / (1 + exp(-(slope f + offset))).
 * The two numbers maximise the likelihood of the signs, with targets pulled in from 1 and 0 by the count of each sign,
 * so that they stay finite even if the decision values separate the signs. Newton's method with backtracking, on
 * log1p forms that do not overflow (Lin, Lin and Weng, Machine Learning 68, 2007).
 *
 *   f_i  decisions    t_i  target: (positives + 1) / (positives + 2) or 1 / (negatives + 2)
 *   minimise  sum_i log(1 + exp(z_i)) - t_i z_i,   z_i = slope f_i + offset
 *
 * The decision values are centred and scaled first, so that their unit does not matter.
 * Cost O(decisions) per iteration, about ten iterations.
 */

import { UlteriorError } from '../../../errors/index.ts';

export interface Sigmoid {
  readonly slope: number;
  readonly offset: number;
}

const MOST_ITERATIONS = 100;
const LEAST_STEP = 1e-10;
/** Keeps the 2 x 2 system solvable when all decision values are equal. */
const RIDGE = 1e-12;
/** Decision values that differ by less than this fraction of their size are taken for equal. */
const ROUNDING = 1e-12;

export function fitSigmoid(decisions: ArrayLike<number>, signs: ArrayLike<number>): Sigmoid {
  const { centre, scale } = unitOf(decisions);
  const { slope, offset } = fitStandardised(
    Float64Array.from(decisions, (f) => (f - centre) / scale),
    signs,
  );
  return { slope: slope / scale, offset: offset - (slope * centre) / scale };
}

/** The mean and the standard deviation; the latter is infinite if there is none, which makes all values 0. */
function unitOf(decisions: ArrayLike<number>): { centre: number; scale: number } {
  let centre = 0;
  for (let i = 0; i < decisions.length; i++) centre += decisions[i]! / decisions.length;
  let squares = 0;
  for (let i = 0; i < decisions.length; i++) squares += (decisions[i]! - centre) ** 2 / decisions.length;
  const scale = Math.sqrt(squares);
  return { centre, scale: scale <= ROUNDING * Math.abs(centre) ? Number.POSITIVE_INFINITY : scale };
}

function fitStandardised(decisions: Float64Array, signs: ArrayLike<number>): Sigmoid {
  const count = decisions.length;
  let positives = 0;
  for (let i = 0; i < count; i++) if (signs[i]! > 0) positives++;
  const negatives = count - positives;
  const targets = Float64Array.from({ length: count }, (_, i) =>
    signs[i]! > 0 ? (positives + 1) / (positives + 2) : 1 / (negatives + 2),
  );

  const lossAt = (slope: number, offset: number): number => {
    let loss = 0;
    for (let i = 0; i < count; i++) {
      const z = slope * decisions[i]! + offset;
      loss += Math.max(0, z) + Math.log1p(Math.exp(-Math.abs(z))) - targets[i]! * z;
    }
    return loss;
  };

  let slope = 0;
  let offset = Math.log((positives + 1) / (negatives + 1));
  let loss = lossAt(slope, offset);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const { towardsSlope, towardsOffset, decrement } = newtonStep(decisions, targets, slope, offset);
    if (decrement <= 1e-10 * (1 + loss)) {
      // So close the full step squares the error, and the loss is too coarse to check it.
      return { slope: slope + towardsSlope, offset: offset + towardsOffset };
    }
    let step = 1;
    let trial = lossAt(slope + towardsSlope, offset + towardsOffset);
    while (!(trial < loss - 1e-4 * step * decrement)) {
      step /= 2;
      if (step < LEAST_STEP) throw notConverged(iteration, decrement);
      trial = lossAt(slope + step * towardsSlope, offset + step * towardsOffset);
    }
    slope += step * towardsSlope;
    offset += step * towardsOffset;
    loss = trial;
  }
  throw notConverged(MOST_ITERATIONS, loss);
}

/** log(p / (1 - p)) of the positive sign. */
export function logOdds(sigmoid: Sigmoid, decision: number): number {
  return sigmoid.slope * decision + sigmoid.offset;
}

/** The Newton step, and g' H^-1 g: twice the decrease it promises, whatever the scale of the decision values. */
function newtonStep(decisions: Float64Array, targets: Float64Array, slope: number, offset: number) {
  let gradientSlope = 0;
  let gradientOffset = 0;
  let slopeSlope = RIDGE;
  let slopeOffset = 0;
  let offsetOffset = RIDGE;
  for (let i = 0; i < decisions.length; i++) {
    const f = decisions[i]!;
    const z = slope * f + offset;
    const small = Math.exp(-Math.abs(z));
    const p = z >= 0 ? 1 / (1 + small) : small / (1 + small);
    const weight = small / (1 + small) ** 2;
    gradientSlope += f * (p - targets[i]!);
    gradientOffset += p - targets[i]!;
    slopeSlope += f * f * weight;
    slopeOffset += f * weight;
    offsetOffset += weight;
  }
  const determinant = slopeSlope * offsetOffset - slopeOffset * slopeOffset;
  const towardsSlope = -(offsetOffset * gradientSlope - slopeOffset * gradientOffset) / determinant;
  const towardsOffset = -(slopeSlope * gradientOffset - slopeOffset * gradientSlope) / determinant;
  return { towardsSlope, towardsOffset, decrement: -(gradientSlope * towardsSlope + gradientOffset * towardsOffset) };
}

function notConverged(iterations: number, remaining: number): UlteriorError {
  return new UlteriorError(
    'CLASSIFIER_DID_NOT_CONVERGE',
    `Platt scaling stopped after ${iterations} iterations`,
    'check that the decision values are finite numbers',
    { iterations, remaining },
  );
}
