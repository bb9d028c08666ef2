/**
 * Which ratings are possible. A scale has levels (1 to 5 stars by 1, half stars by 0.5) or is continuous (step 0: any
 * number between min and max).
 */

import { UlteriorError } from '../../errors/index.ts';

export interface RatingScale {
  readonly min: number;
  readonly max: number;
  /** Distance between levels; 0 for a continuous scale. */
  readonly step: number;
}

/** More levels than this are taken for a continuous scale (0 to 100 by 1 just fits). */
const MOST_LEVELS = 101;

/** Half stars below this number are remembered one by one. */
const SEEN_HALVES = 256;

/** Ratings are kept in single precision, so 0.1 is not exactly 0.1: compare within this part of a step. */
const TOLERANCE = 1e-3;

/**
 * The scale that the values show: the widest step that reaches all of them. A level nobody used at either end cannot
 * be seen; pass a scale where that matters.
 */
export function scaleOf(values: ArrayLike<number>): RatingScale {
  if (values.length === 0) {
    throw new UlteriorError(
      'DATASET_EMPTY',
      'there are no ratings to infer a rating scale from',
      'check that the file has rows and that the rating column is the right one',
    );
  }
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const distinct = new Set<number>();
  // Whole and half stars are by far the most common: those that were seen are passed over without a look at the set.
  const seenHalves = new Uint8Array(SEEN_HALVES);
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!;
    const halves = 2 * value;
    if (halves >= 0 && halves < SEEN_HALVES && halves === Math.floor(halves)) {
      if (seenHalves[halves] === 1) continue;
      seenHalves[halves] = 1;
    }
    if (value < min) min = value;
    if (value > max) max = value;
    if (distinct.size <= MOST_LEVELS) distinct.add(value);
  }
  const steps = distinct.size <= MOST_LEVELS ? fewestSteps([...distinct], min, max) : 0;
  if (steps === 0) return Object.freeze({ min, max, step: 0 });
  const [first, last] = [decimal(min), decimal(max)];
  return Object.freeze({ min: first, max: last, step: first === last ? 1 : decimal((last - first) / steps) });
}

/** Whether the rating is one that the scale allows. */
export function onScale(scale: RatingScale, rating: number): boolean {
  if (scale.step === 0) return rating >= scale.min && rating <= scale.max;
  const steps = (rating - scale.min) / scale.step;
  const last = (scale.max - scale.min) / scale.step;
  return Math.abs(steps - Math.round(steps)) <= TOLERANCE && steps >= -TOLERANCE && steps <= last + TOLERANCE;
}

/** The allowed rating closest to the given one: clipped, and rounded where the scale has levels. */
export function nearestOnScale(scale: RatingScale, rating: number): number {
  const { min, max, step } = scale;
  const rounded = step === 0 ? rating : min + step * Math.round((rating - min) / step);
  return Math.min(max, Math.max(min, rounded));
}

/** All ratings of a scale, ascending; none for a continuous scale. */
export function levels(scale: RatingScale): number[] {
  if (scale.step === 0) return [];
  const count = Math.round((scale.max - scale.min) / scale.step) + 1;
  return Array.from({ length: count }, (_, n) => {
    const level = scale.min + n * scale.step;
    // -0.3 + 3 * 0.1 is not quite 0, and no number of digits would make it so.
    return Math.abs(level) < scale.step * TOLERANCE ? 0 : decimal(level);
  });
}

/** The fewest equal steps from `min` to `max` that meet every value; 0 where it would take too many. */
function fewestSteps(values: readonly number[], min: number, max: number): number {
  // A single value is a scale of one level, whatever the step.
  if (min === max) return 1;
  // Tighter than TOLERANCE, which would find some number of steps for almost any three values.
  const rounding = 1e-6 * Math.max(Math.abs(min), Math.abs(max));
  for (let steps = 1; steps < MOST_LEVELS; steps++) {
    const step = (max - min) / steps;
    const off = (value: number) => Math.abs(value - min - step * Math.round((value - min) / step)) > rounding;
    if (!values.some(off)) return steps;
  }
  return 0;
}

/** Seven digits: what single precision holds. Turns 0.10000000149 back into 0.1. */
function decimal(value: number): number {
  return Number(value.toPrecision(7));
}
