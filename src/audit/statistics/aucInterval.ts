/**
 * The interval of an AUC. Near 1 its distribution is skewed and ends at 1; on the scale of log odds it is close to
 * normal, so that the interval reaches further down than up and never past 1:
 *
 *     logit(bounds) = logit(AUC) -+ c se / (AUC (1 - AUC))                                              [eq:auc-interval]
 *
 * Less than one error away from 1 the data cannot exclude certainty: the upper end is 1, and near 0 the lower end 0.
 * The other end is there no further away than an exact argument allows. An error of 1 / 2n is half a person of n
 * (certaintyError); were a share 1 - p of people on the wrong side, all n would be on the right one with a chance of p^n:
 *
 *     low = Phi(-c)^(2 se) - (1 - AUC),   if that is higher                                     [eq:auc-certain]
 *
 * At c = 2 both agree. At the far reach of bounds that hold for many figures at once, log odds go much further down.
 */
import { normalCdf, normalQuantile } from '../../maths/index.ts';
import type { Estimate } from '../records/finding.ts';
import { standardDeviation } from './bootstrap.ts';

/** How many standard errors down and up. */
interface Reach {
  readonly low: number;
  readonly high: number;
}

export function aucInterval(
  value: number,
  error: number,
  reach: Reach,
): { readonly low: number; readonly high: number } {
  if (!(error > 0)) return { low: value, high: value };
  const within = oneErrorFromTheEnds(value, error);
  const unit = error / (within * (1 - within));
  const low = sigmoid(logit(within) - reach.low * unit);
  const high = sigmoid(logit(within) + reach.high * unit);
  if (value < error && value > 1 - error) return { low: 0, high: 1 };
  if (value > 1 - error) return { low: Math.max(low, leastWhereAllAreRight(error, reach.low) - (1 - value)), high: 1 };
  if (value < error) return { low: 0, high: Math.min(high, 1 - leastWhereAllAreRight(error, reach.high) + value) };
  return { low, high };
}

function leastWhereAllAreRight(error: number, reach: number): number {
  return normalCdf(-reach) ** (2 * error);
}

/** At 0 and 1 log odds have no value: the figure stands one error away from there. */
function oneErrorFromTheEnds(value: number, error: number): number {
  return Math.min(Math.max(value, Math.min(error, 0.5)), Math.max(1 - error, 0.5));
}

/** How many standard errors above 0.5 an AUC is, on the same scale: the lower bound is at 0.5 where this is its reach. */
export function errorsAboveChance(value: number, error: number): number {
  const within = oneErrorFromTheEnds(value, error);
  return (logit(within) * within * (1 - within)) / error;
}

/** How bounds of a metric are made. */
export interface Scale {
  /** The figure of whoever knows nothing. */
  readonly guessing: number;
  readonly interval: typeof aucInterval;
  /** How many standard errors above guessing. */
  readonly errorsAbove: (value: number, error: number) => number;
}

export const aucScale: Scale = { guessing: 0.5, interval: aucInterval, errorsAbove: errorsAboveChance };

/** From replicates; `least` is the least error that so few people allow. */
export function aucEstimate(value: number, replicates: ArrayLike<number>, level: number, least = 0): Estimate {
  const reach = normalQuantile((1 + level) / 2);
  const error = Math.max(least, standardDeviation(replicates));
  return { value, ...aucInterval(value, error, { low: reach, high: reach }) };
}

/**
 * The error of an AUC at 1, where no resample differs: that of Hanley and McNeil for the largest AUC below 1 that so
 * few people could show, half a person of the smallest group on the wrong side. 0 where resamples do differ.
 */
export function certaintyError(value: number, counts: ArrayLike<number>): number {
  const groups = Array.from(counts);
  const smaller = Math.min(...groups);
  const larger = groups.reduce((sum, count) => sum + count, 0) - smaller;
  const side = Math.max(value, 1 - value);
  const auc = Math.min(side, 1 - 1 / (2 * smaller));
  if (side <= auc) return 0;
  const first = auc / (2 - auc) - auc ** 2;
  const second = (2 * auc ** 2) / (1 + auc) - auc ** 2;
  return Math.sqrt((auc * (1 - auc) + (smaller - 1) * first + (larger - 1) * second) / (smaller * larger));
}

const logit = (share: number) => Math.log(share / (1 - share));
const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));
