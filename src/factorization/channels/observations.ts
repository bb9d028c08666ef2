/**
 * The observations of a channel model as one matrix X (users x rows of the model), as sparse as the ratings:
 *
 *   presence       1 where the user rated the item, 0 elsewhere
 *   centredRating  the rating less the item's mean, 0 where there is none
 *
 * Both channels of an item are sums over the same ratings. In X Q a rating r contributes base + r x slope, two
 * contiguous vectors of its item; X'Y follows from the item's sums of y and of r y. So one loop serves either channel
 * or both. Cost of a product: 3 x width operations per rating.
 */
import type { LinearOperator } from '../../maths/index.ts';
import type { RatingMatrix } from '../../ratings/index.ts';
import type { OpenChannel } from '../model/channelParameters.ts';

export interface Observations extends LinearOperator {
  /** What the ratings of each item are centred on: their mean, or that of all ratings where an item has none. */
  readonly itemMeans: Float32Array;
  /** Sum of the squares of each column. */
  readonly squares: Float64Array;
  /** Mean square, over all ratings, of what the channel of each column observes; 1 where that is 0. */
  readonly units: Float64Array;
}

export function channelObservations(ratings: RatingMatrix, channels: readonly OpenChannel[]): Observations {
  const { users, items } = ratings;
  const perItem = channels.length;
  const presenceAt = channels.indexOf('presence');
  const ratingAt = channels.indexOf('centredRating');
  const itemMeans = meansOf(ratings);
  const squares = new Float64Array(items * perItem);
  const units = new Float64Array(items * perItem);
  const counts = countsOf(ratings);
  const deviations = squaredDeviations(ratings, itemMeans);
  const typical = deviations.reduce((sum, square) => sum + square, 0) / ratings.count;
  for (let item = 0; item < items; item++) {
    for (const [at, channel] of channels.entries()) {
      squares[item * perItem + at] = channel === 'presence' ? counts[item]! : deviations[item]!;
      units[item * perItem + at] = channel === 'presence' || typical === 0 ? 1 : typical;
    }
  }

  return {
    rows: users,
    columns: items * perItem,
    itemMeans,
    squares,
    units,

    times: (block, width) => {
      const { starts, indices, values } = ratings.byUser;
      const lines = new Float64Array(items * 2 * width);
      for (let item = 0; item < items; item++) {
        const mean = itemMeans[item]!;
        for (let k = 0; k < width; k++) {
          const presence = presenceAt < 0 ? 0 : block[(item * perItem + presenceAt) * width + k]!;
          const slope = ratingAt < 0 ? 0 : block[(item * perItem + ratingAt) * width + k]!;
          lines[item * 2 * width + k] = presence - mean * slope;
          lines[item * 2 * width + width + k] = slope;
        }
      }
      const result = new Float64Array(users * width);
      for (let user = 0; user < users; user++) {
        const end = starts[user + 1]!;
        for (let k = 0; k < width; k += 4) {
          let a = 0;
          let b = 0;
          let c = 0;
          let d = 0;
          for (let at = starts[user]!; at < end; at++) {
            const base = indices[at]! * 2 * width + k;
            const slope = base + width;
            const rating = values[at]!;
            a += lines[base]! + rating * lines[slope]!;
            b += lines[base + 1]! + rating * lines[slope + 1]!;
            c += lines[base + 2]! + rating * lines[slope + 2]!;
            d += lines[base + 3]! + rating * lines[slope + 3]!;
          }
          const to = user * width + k;
          result[to] = a;
          result[to + 1] = b;
          result[to + 2] = c;
          result[to + 3] = d;
        }
      }
      return result;
    },

    transposedTimes: (block, width) => {
      const { starts, indices, values } = ratings.byItem;
      const result = new Float64Array(items * perItem * width);
      const sums = new Float64Array(width);
      const ratedSums = new Float64Array(width);
      for (let item = 0; item < items; item++) {
        const end = starts[item + 1]!;
        for (let k = 0; k < width; k += 4) {
          let a = 0;
          let b = 0;
          let c = 0;
          let d = 0;
          let ratedA = 0;
          let ratedB = 0;
          let ratedC = 0;
          let ratedD = 0;
          for (let at = starts[item]!; at < end; at++) {
            const from = indices[at]! * width + k;
            const rating = values[at]!;
            a += block[from]!;
            b += block[from + 1]!;
            c += block[from + 2]!;
            d += block[from + 3]!;
            ratedA += rating * block[from]!;
            ratedB += rating * block[from + 1]!;
            ratedC += rating * block[from + 2]!;
            ratedD += rating * block[from + 3]!;
          }
          sums.set([a, b, c, d], k);
          ratedSums.set([ratedA, ratedB, ratedC, ratedD], k);
        }
        const mean = itemMeans[item]!;
        for (let k = 0; k < width; k++) {
          if (presenceAt >= 0) result[(item * perItem + presenceAt) * width + k] = sums[k]!;
          if (ratingAt >= 0) result[(item * perItem + ratingAt) * width + k] = ratedSums[k]! - mean * sums[k]!;
        }
      }
      return result;
    },
  };
}

function countsOf({ items, byItem }: RatingMatrix): Uint32Array {
  return Uint32Array.from({ length: items }, (_, item) => byItem.starts[item + 1]! - byItem.starts[item]!);
}

function meansOf({ items, count, byItem: { starts, values } }: RatingMatrix): Float32Array {
  const sums = new Float64Array(items);
  let total = 0;
  for (let item = 0; item < items; item++) {
    for (let at = starts[item]!; at < starts[item + 1]!; at++) sums[item] = sums[item]! + values[at]!;
    total += sums[item]!;
  }
  return Float32Array.from(sums, (sum, item) => {
    const rated = starts[item + 1]! - starts[item]!;
    return rated === 0 ? total / count : sum / rated;
  });
}

/** Sum over the ratings of each item of the squared distance from its mean. */
function squaredDeviations({ items, byItem: { starts, values } }: RatingMatrix, means: Float32Array): Float64Array {
  const squares = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    for (let at = starts[item]!; at < starts[item + 1]!; at++) {
      squares[item] = squares[item]! + (values[at]! - means[item]!) ** 2;
    }
  }
  return squares;
}
