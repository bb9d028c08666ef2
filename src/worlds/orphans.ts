/**
 * Items that nobody drew. A dataset has no item without ratings, and giving every item a rating beforehand would lift
 * all unpopular ones. So the draw comes first, and each item that it left out takes the place of one random rating of
 * an item that has others: counts per user stay as they are, popularity changes by single ratings at its very end.
 * There is always a rating to replace when there are at least as many ratings as items.
 */

import type { RandomStream } from '../maths/index.ts';

/** Changes `indices` (rows of distinct, ascending items) so that every item occurs. Returns how many were placed. */
export function placeOrphans(items: number, starts: Uint32Array, indices: Uint32Array, stream: RandomStream): number {
  const counts = new Uint32Array(items);
  for (let at = 0; at < indices.length; at++) counts[indices[at]!]!++;
  let placed = 0;
  for (let orphan = 0; orphan < items; orphan++) {
    if (counts[orphan]! > 0) continue;
    let at = stream.below(indices.length);
    while (counts[indices[at]!]! < 2) at = (at + 1) % indices.length;
    counts[indices[at]!]!--;
    counts[orphan] = 1;
    indices[at] = orphan;
    const row = rowOf(starts, at);
    indices.subarray(starts[row]!, starts[row + 1]!).sort();
    placed++;
  }
  return placed;
}

/** The row that holds position `at`, by bisection: the last one that starts there or before (no row is empty). */
function rowOf(starts: Uint32Array, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}
