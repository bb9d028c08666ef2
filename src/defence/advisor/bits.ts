/**
 * What is known about each attribute, and how much answers gave away, in bits.
 *
 *     bits(now, before) = sum over values of now log2(now / before)                                       [eq:bits]
 *
 * It is 0 where nothing changed. From the prior of two equally likely values to certainty it is 1. Computed from
 * logarithms, so that a probability too small for a number does no harm. O(K).
 */
import type { FactorModel } from '../../factorization/index.ts';
import { answersHeard, type Belief, calibrated, logMarginals, statedLogWeights } from '../../inference/index.ts';

/** Log probabilities of the values of each attribute of the model, by its labels' order. */
export type LogMarginals = readonly Float64Array[];

export function statedMarginals(model: FactorModel, belief: Belief): LogMarginals {
  return logMarginals(model, statedLogWeights(model, belief)).map(normalised);
}

/**
 * The same at every number of answers, from now on, for which the model's calibration has weights: what was said so far
 * may come to count more than it does now.
 */
export function statedFromNowOn(model: FactorModel, belief: Belief): LogMarginals[] {
  const { calibration } = model;
  const heard = answersHeard(model, belief);
  const later = calibration?.points.filter(({ questions }) => questions > heard) ?? [];
  const counted = later.map(({ questions }) =>
    calibrated(calibration!, belief.logWeights, belief.parameters.prior, questions),
  );
  return [statedLogWeights(model, belief), ...counted].map((weights) => logMarginals(model, weights).map(normalised));
}

/** What was believed before anything was asked. */
export function priorMarginals(model: FactorModel, { parameters }: Belief): LogMarginals {
  return logMarginals(model, Float64Array.from(parameters.prior, Math.log)).map(normalised);
}

/** Divergence of what is believed now from what was believed before, for one attribute. */
export function bitsBetween(now: Float64Array, before: Float64Array): number {
  let bits = 0;
  for (let value = 0; value < now.length; value++) {
    const share = Math.exp(now[value]!);
    if (share > 0) bits += share * (now[value]! - before[value]!);
  }
  // Rounding can take it below 0 by the last digit where nothing changed.
  return Math.max(0, bits / Math.LN2);
}

function normalised(logWeights: Float64Array): Float64Array {
  const largest = Math.max(...logWeights);
  let sum = 0;
  for (const weight of logWeights) sum += Math.exp(weight - largest);
  return logWeights.map((weight) => weight - largest - Math.log(sum));
}

/** Rounded to this many digits in a way that the rounded parts add up to the rounded sum: by rounding the running sums. */
export function addingUp(parts: readonly number[], digits: number, start = 0): number[] {
  const unit = 10 ** digits;
  let sum = start;
  let shown = Math.round(unit * sum);
  return parts.map((part) => {
    sum += part;
    const before = shown;
    shown = Math.round(unit * sum);
    return (shown - before) / unit;
  });
}
