/** Entropy, in bits, of each item's histogram of training ratings: one bin per level, or ten over a continuous scale. */
import { ratingBins } from '../../ratings/index.ts';
import { forEachUser, type TrainingRatings } from './trainingData.ts';

const CONTINUOUS_BINS = 10;

export function itemEntropies(data: TrainingRatings): Float32Array {
  const { scale, ratings } = data.dataset;
  const { indices, values } = ratings.byUser;
  const bins = ratingBins(scale, CONTINUOUS_BINS);
  const histogram = new Uint32Array(data.itemCounts.length * bins.count);
  forEachUser(data, (_, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      histogram[indices[at]! * bins.count + bins.of(values[at]!)]!++;
    }
  });
  return Float32Array.from(data.itemCounts, (total, item) => {
    let entropy = 0;
    for (let bin = 0; bin < bins.count; bin++) {
      const share = histogram[item * bins.count + bin]! / total;
      if (share > 0) entropy -= share * Math.log2(share);
    }
    return entropy;
  });
}
