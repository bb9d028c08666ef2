/** The training ratings by item, and what is common knowledge about each item. */
import type { SparseRows } from '../inference/index.ts';
import { type ItemIndex, itemIndex } from '../ratings/index.ts';
import type { Candidates } from '../selection/index.ts';

export interface ItemColumns {
  /** The raters of item j lie at starts[j] .. starts[j + 1] - 1 of `users` and `ratings`, ascending. */
  readonly starts: Uint32Array;
  readonly users: Uint32Array;
  readonly ratings: Float32Array;
  /** How many training users rated each item. */
  readonly counts: Uint32Array;
  /** Mean rating of each item; 0 for an item without ratings. */
  readonly means: Float64Array;
}

/** By one counting sort: O(ratings + items). */
export function itemColumns({ rows, columns, starts: rowStarts, indices, values }: SparseRows): ItemColumns {
  const counts = new Uint32Array(columns);
  for (const item of indices) counts[item]!++;
  const starts = new Uint32Array(columns + 1);
  for (let item = 0; item < columns; item++) starts[item + 1] = starts[item]! + counts[item]!;
  const next = starts.slice(0, columns);
  const users = new Uint32Array(indices.length);
  const ratings = new Float32Array(indices.length);
  const means = new Float64Array(columns);
  for (let user = 0; user < rows; user++) {
    for (let entry = rowStarts[user]!; entry < rowStarts[user + 1]!; entry++) {
      const item = indices[entry]!;
      const to = next[item]!++;
      users[to] = user;
      ratings[to] = values[entry]!;
      means[item]! += values[entry]!;
    }
  }
  for (let item = 0; item < columns; item++) if (counts[item]! > 0) means[item]! /= counts[item]!;
  return { starts, users, ratings, counts, means };
}

/** The open candidate that most training users rated: what is asked when nothing better is known. */
export function mostPopular(candidates: Candidates, counts: Uint32Array): ItemIndex {
  return itemIndex(candidates.items[candidates.argmax((at) => counts[candidates.items[at]!]!)]!);
}

/** The first item of a list that is open; at its end, what most people rated. */
export function nextListed(candidates: Candidates, list: Uint32Array, counts: Uint32Array): ItemIndex {
  const listed = list.find((item) => candidates.isOpen(itemIndex(item)));
  return listed === undefined ? mostPopular(candidates, counts) : itemIndex(listed);
}
