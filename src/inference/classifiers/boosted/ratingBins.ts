/**
 * Ratings in bins, for trees that split on "rated at most so much", "rated more" and "not rated". A tree only uses the
 * order of an item's ratings, so that centring and scaling them (see historyFeatures) would change nothing.
 *
 *   bins        of each item, numbered through: item j has binStarts[j] .. binStarts[j + 1] - 1, by ascending rating
 *   not rated   has no bin: few people rate an item, and what the others do is a total less the bins
 *   limits      highest rating of each bin; midway to the next rating that occurs, Infinity for the last of an item
 *
 * An item with at most 32 different ratings has a bin for each; otherwise bins hold about equally many ratings. The
 * same entries are kept by person (to add up gradients) and by item (to send people left and right).
 */

import type { SparseRows } from '../common/sparseRows.ts';

export interface BinnedRows {
  readonly people: number;
  readonly items: number;
  readonly binStarts: Uint32Array;
  readonly limits: Float64Array;
  /** By person: the bins of person p are personBins[personStarts[p]] and following. */
  readonly personStarts: Uint32Array;
  readonly personBins: Uint32Array;
  /** By item: who rated it, and the bin. */
  readonly itemStarts: Uint32Array;
  readonly itemPeople: Uint32Array;
  readonly itemBins: Uint32Array;
}

const MOST_BINS = 32;

export function binRows(rows: SparseRows): BinnedRows {
  const { starts, indices, values, columns: items } = rows;
  const itemStarts = new Uint32Array(items + 1);
  for (const item of indices) itemStarts[item + 1]!++;
  for (let item = 0; item < items; item++) itemStarts[item + 1]! += itemStarts[item]!;

  const itemPeople = new Uint32Array(indices.length);
  const itemValues = new Float32Array(indices.length);
  const entryAt = new Uint32Array(indices.length);
  const filled = itemStarts.slice(0, items);
  for (let person = 0; person < rows.rows; person++) {
    for (let entry = starts[person]!; entry < starts[person + 1]!; entry++) {
      const at = filled[indices[entry]!]!++;
      itemPeople[at] = person;
      itemValues[at] = values[entry]!;
      entryAt[at] = entry;
    }
  }

  const binStarts = new Uint32Array(items + 1);
  const limits: number[] = [];
  const itemBins = new Uint32Array(indices.length);
  const personBins = new Uint32Array(indices.length);
  for (let item = 0; item < items; item++) {
    const first = limits.length;
    for (const limit of binLimits(itemValues.slice(itemStarts[item]!, itemStarts[item + 1]!))) limits.push(limit);
    binStarts[item + 1] = limits.length;
    for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
      let bin = first;
      while (itemValues[at]! > limits[bin]!) bin++;
      itemBins[at] = bin;
      personBins[entryAt[at]!] = bin;
    }
  }
  return {
    people: rows.rows,
    items,
    binStarts,
    limits: Float64Array.from(limits),
    personStarts: starts,
    personBins,
    itemStarts,
    itemPeople,
    itemBins,
  };
}

/** The limits between the bins of one item's ratings; none if nobody rated it. Sorts its argument. */
function binLimits(ratings: Float32Array): number[] {
  if (ratings.length === 0) return [];
  ratings.sort();
  const different = ratings.filter((rating, i) => i === 0 || rating !== ratings[i - 1]);
  const limits: number[] = [];
  if (different.length <= MOST_BINS) {
    for (let i = 1; i < different.length; i++) limits.push((different[i - 1]! + different[i]!) / 2);
  } else {
    for (let bin = 1; bin < MOST_BINS; bin++) {
      const at = Math.floor((bin * ratings.length) / MOST_BINS);
      const limit = (ratings[at - 1]! + ratings[at]!) / 2;
      // Equal ratings stay together, so that some of the limits may coincide or cut nothing.
      if (ratings[at - 1] !== ratings[at] && limit !== limits.at(-1)) limits.push(limit);
    }
  }
  limits.push(Number.POSITIVE_INFINITY);
  return limits;
}
