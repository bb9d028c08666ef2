/**
 * A boosted model as plain data: the nodes of all trees, one behind the other. The left child of a node is the next one.
 * `forestScores` gives the scores of a history: the constants plus one leaf of each tree.
 */

import type { SparseVector } from '../common/sparseRows.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface BoostedForest {
  readonly columns: number;
  readonly rounds: number;
  readonly start: Float64Array;
  /** The first node of each tree: rounds x outputs. */
  readonly roots: Uint32Array;
  /** By node: the item to split on, -1 in a leaf. */
  readonly items: Int32Array;
  /** By node: ratings up to this go left. Infinity: whoever rated the item goes left. */
  readonly limits: Float64Array;
  readonly unratedLeft: Uint8Array;
  readonly rights: Uint32Array;
  /** By node: what a leaf adds, learning rate included. */
  readonly values: Float64Array;
}

export function forestScores(forest: BoostedForest): (history: SparseVector) => Float64Array {
  const { columns, start, roots, items, limits, unratedLeft, rights, values } = forest;
  // One rating per item, NaN where there is none; tidied up after each history.
  const ratings = new Float64Array(columns).fill(Number.NaN);
  const leafBelow = (root: number): number => {
    let node = root;
    while (items[node]! >= 0) {
      const rating = ratings[items[node]!]!;
      const left = Number.isNaN(rating) ? unratedLeft[node] === 1 : rating <= limits[node]!;
      node = left ? node + 1 : rights[node]!;
    }
    return node;
  };
  return (history) => {
    for (let entry = 0; entry < history.indices.length; entry++) {
      ratings[history.indices[entry]!] = history.values[entry]!;
    }
    const scores = Float64Array.from(start);
    for (let tree = 0; tree < roots.length; tree++) scores[tree % start.length]! += values[leafBelow(roots[tree]!)]!;
    for (let entry = 0; entry < history.indices.length; entry++) ratings[history.indices[entry]!] = Number.NaN;
    return scores;
  };
}
