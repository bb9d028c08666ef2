/** Entropy, in bits, of each item's histogram of training ratings: one bin per level, or ten over a continuous scale. */
import { levels } from '../ratings/index.ts';
import { forEachUser, type TrainingData } from './trainingData.ts';

const CONTINUOUS_BINS = 10;

export function itemEntropies(data: TrainingData): Float32Array {
  const { scale, ratings } = data.dataset;
  const { indices, values } = ratings.byUser;
  const bins = scale.step === 0 ? CONTINUOUS_BINS : levels(scale).length;
  const width = scale.step === 0 ? (scale.max - scale.min) / bins : scale.step;
  const histogram = new Uint32Array(data.itemCounts.length * bins);
  forEachUser(data, (_, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      const steps = (values[at]! - scale.min) / width;
      const bin = Math.min(bins - 1, scale.step === 0 ? Math.floor(steps) : Math.round(steps));
      histogram[indices[at]! * bins + bin]!++;
    }
  });
  return Float32Array.from(data.itemCounts, (total, item) => {
    let entropy = 0;
    for (let bin = 0; bin < bins; bin++) {
      const share = histogram[item * bins + bin]! / total;
      if (share > 0) entropy -= share * Math.log2(share);
    }
    return entropy;
  });
}
