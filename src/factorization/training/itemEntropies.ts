/** Entropy, in bits, of each item's histogram of training ratings: one bin per level, or ten over a continuous scale. */
import { type RatingBins, type RatingScale, ratingBins } from '../../ratings/index.ts';
import { forEachUser, type TrainingRatings } from './trainingData.ts';

const CONTINUOUS_BINS = 10;

/** The bins of an item's histogram. */
export const entropyBins = (scale: RatingScale): RatingBins => ratingBins(scale, CONTINUOUS_BINS);

export function itemEntropies(data: TrainingRatings): Float32Array {
  const { scale, ratings } = data.dataset;
  const { indices, values } = ratings.byUser;
  const bins = entropyBins(scale);
  const histogram = new Uint32Array(data.itemCounts.length * bins.count);
  forEachUser(data, (_, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      histogram[indices[at]! * bins.count + bins.of(values[at]!)]!++;
    }
  });
  return entropiesFrom(histogram, data.itemCounts);
}

/** From ratings of each item by bin (items x bins), and how many ratings each has. */
export function entropiesFrom(histogram: Uint32Array, itemCounts: Uint32Array): Float32Array {
  const bins = histogram.length / itemCounts.length;
  return Float32Array.from(itemCounts, (total, item) => {
    let entropy = 0;
    for (let bin = 0; bin < bins; bin++) {
      const share = histogram[item * bins + bin]! / total;
      if (share > 0) entropy -= share * Math.log2(share);
    }
    return entropy;
  });
}
