/** Ratings as whole steps from the bottom of the scale, and random rounding to them. */
import type { RandomStream } from '../../maths/index.ts';
import { levels, type RatingScale } from './ratingScale.ts';

export interface ScaleSteps {
  /** All ratings of the scale, ascending; at place n is the one that is n steps from the bottom. */
  readonly levels: readonly number[];
  /** How many steps a rating is from the bottom: whole for a rating of the scale, and any real number otherwise. */
  stepsOf(rating: number): number;
  /** The rating that many whole steps from the bottom; beyond the ends, the end. */
  at(steps: number): number;
}

/** Ratings are kept in single precision: this near to a whole step is on it. */
const ROUNDING = 1e-5;

export function scaleSteps(scale: RatingScale): ScaleSteps {
  const all = levels(scale);
  return {
    levels: all,
    stepsOf: (rating) => {
      const steps = (rating - scale.min) / scale.step;
      return Math.abs(steps - Math.round(steps)) < ROUNDING ? Math.round(steps) : steps;
    },
    at: (steps) => all[Math.min(all.length - 1, Math.max(0, steps))]!,
  };
}

/** One of the two whole numbers around a value, by chance, so that the expectation is the value (dithering). */
export function dithered(value: number, chance: RandomStream): number {
  const below = Math.floor(value);
  return below + (chance.uniform() < value - below ? 1 : 0);
}
