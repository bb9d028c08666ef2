/**
 * The noise variance s2: the mean squared residual of ratings that did not train, or of those that did where nothing
 * was held out. Training residuals understate the noise; held-out ones include the error of the fitted profiles, which
 * is the noise that a prediction really has.
 */
import { forEachUser, type TrainingRatings } from './trainingData.ts';

export interface Noise {
  readonly variance: number;
  readonly from: 'heldOut' | 'training';
}

/** Fewer held-out ratings than this say less about the noise than the training residuals. */
export const FEWEST_HELD_OUT = 50;

/** Keeps a world without any noise from dividing by zero later. */
export const SMALLEST_VARIANCE = 1e-6;

/** `predicted` is the rating that the factors give to a training user (counted from 0) and an item. */
export function measureNoise(data: TrainingRatings, predicted: (user: number, item: number) => number): Noise {
  const { starts, indices, values } = data.dataset.ratings.byUser;
  const squaredResidual = (user: number, at: number) => (values[at]! - predicted(user, indices[at]!)) ** 2;
  let sum = 0;
  if (data.heldOut.length >= FEWEST_HELD_OUT) {
    let user = 0;
    for (const at of data.heldOut) {
      while (starts[data.users[user]! + 1]! <= at) user++;
      sum += squaredResidual(user, at);
    }
    return { variance: Math.max(sum / data.heldOut.length, SMALLEST_VARIANCE), from: 'heldOut' };
  }
  forEachUser(data, (user, positions, count) => {
    for (let k = 0; k < count; k++) sum += squaredResidual(user, positions[k]!);
  });
  return { variance: Math.max(sum / data.ratings, SMALLEST_VARIANCE), from: 'training' };
}
