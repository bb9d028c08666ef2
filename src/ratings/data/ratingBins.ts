/** Bins for histograms of ratings: one a level, or equal parts of a continuous scale (the last with its upper end). */

import { levels, type RatingScale } from './ratingScale.ts';

export interface RatingBins {
  readonly count: number;
  /** From one bin to the next; 0 where a continuous scale is a single point. */
  readonly width: number;
  /** The level of each bin; none on a continuous scale. */
  readonly levels: readonly number[];
  /** The bin of a rating; the first or the last for one beyond the scale. */
  of(rating: number): number;
}

/** `parts` is the number of bins of a continuous scale. */
export function ratingBins(scale: RatingScale, parts: number): RatingBins {
  const { min, max, step } = scale;
  const known = levels(scale);
  const count = known.length || parts;
  const width = step || (max - min) / parts;
  // A level is the middle of its bin; a part of a continuous scale begins where its bin does.
  const shift = step === 0 ? 0 : 0.5;
  const of = (rating: number) =>
    width === 0 ? 0 : Math.min(count - 1, Math.max(0, Math.floor((rating - min) / width + shift)));
  return Object.freeze({ count, width, levels: known, of });
}

/** How many of the ratings fall into each bin. */
export function countByBin(bins: RatingBins, ratings: Float32Array): Uint32Array {
  const counts = new Uint32Array(bins.count);
  for (let n = 0; n < ratings.length; n++) counts[bins.of(ratings[n]!)]!++;
  return counts;
}
