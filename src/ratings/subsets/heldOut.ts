/** Ratings put aside, to measure predictions on what the model has not seen. */

import { requireWithin } from '../../errors/index.ts';
import { derive } from '../../maths/index.ts';
import type { CompressedRows } from '../data/compressedRows.ts';
import type { Dataset } from '../data/dataset.ts';
import { type RatingMatrix, ratingMatrixFromRows } from '../data/ratingMatrix.ts';
import { withRatings } from './selection.ts';

interface HeldOutRatings {
  /** The same users and items; an item may be without ratings here. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
}

/** How much is put aside: this share of each user's ratings, and never more than `most`. */
interface HeldOutRule {
  readonly most: number;
  /** Up to a half. */
  readonly share: number;
}

/**
 * How many of n ratings are put aside: min(most, floor(share n)). One rating more puts aside at most one more, so
 * nobody with more ratings has fewer left to be asked.
 */
export function heldOutOf(ratings: number, { most, share }: HeldOutRule): number {
  return Math.min(most, Math.floor(share * ratings));
}

/**
 * Puts some random ratings of every user aside. Which ones depends on the seed, the user's index and the number of that
 * user's ratings, and on nothing else.
 */
export function holdOutRatings(dataset: Dataset, rule: HeldOutRule, seed: number): HeldOutRatings {
  requireWithin('most', rule.most, { min: 0, max: 2 ** 32 - 1, whole: true });
  requireWithin('share', rule.share, { min: 0, max: 0.5 });
  const { users, items, byUser, count } = dataset.ratings;
  const aside = new Uint8Array(count);
  for (let user = 0; user < users; user++) {
    const start = byUser.starts[user]!;
    const size = byUser.starts[user + 1]! - start;
    const wanted = heldOutOf(size, rule);
    const stream = derive(seed, 'held-out', user);
    // Floyd's sampling: as many draws as are wanted, however many ratings the user has.
    for (let last = size - wanted; last < size; last++) {
      const drawn = stream.below(last + 1);
      aside[start + (aside[start + drawn] === 1 ? last : drawn)] = 1;
    }
  }
  return Object.freeze({
    kept: withRatings(dataset, ratingMatrixFromRows(users, items, pickEntries(byUser, aside, 0))),
    heldOut: ratingMatrixFromRows(users, items, pickEntries(byUser, aside, 1)),
  });
}

function pickEntries(rows: CompressedRows, flags: Uint8Array, wanted: 0 | 1): CompressedRows {
  const starts = new Uint32Array(rows.starts.length);
  let count = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) if (flags[at] === wanted) count++;
    starts[row + 1] = count;
  }
  return {
    starts,
    indices: pick(rows.indices, flags, wanted, new Uint32Array(count)),
    values: pick(rows.values, flags, wanted, new Float32Array(count)),
  };
}

function pick<A extends Uint32Array | Float32Array>(from: A, flags: Uint8Array, wanted: 0 | 1, into: A): A {
  let to = 0;
  for (let at = 0; at < flags.length; at++) if (flags[at] === wanted) into[to++] = from[at]!;
  return into;
}
