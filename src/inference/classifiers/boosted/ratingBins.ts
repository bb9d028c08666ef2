/**
 * Ratings in bins, for trees that split on "rated at most so much", "rated more" and "not rated". A tree only uses the
 * order of an item's ratings, so that centring and scaling them (see historyFeatures) would change nothing.
 *
 *   limits      by bin, ascending: its highest rating, midway to the next one that occurs; Infinity for the last
 *   not rated   has no bin: what the others do is a total less the bins
 *
 * An item with at most 32 different ratings has a bin for each; otherwise bins hold about equally many ratings. Columns
 * that most people have keep a bin for everybody, so that they are added up without looking anybody up; of the others
 * only the ratings that exist are kept.
 */

import type { SparseRows } from '../common/sparseRows.ts';

/** One item, or something derived that people have. */
export interface BinnedColumn {
  readonly limits: Float64Array;
  /** Whether `bins` has an entry for everybody; for those without a rating it is the number of bins. */
  readonly full: boolean;
  /** Who has one, ascending; nobody is listed of a full column. */
  readonly people: Uint32Array;
  readonly bins: Uint8Array;
  /** Whether everybody has one. */
  readonly complete: boolean;
}

export interface BinnedRows {
  readonly people: number;
  readonly columns: readonly BinnedColumn[];
}

const MOST_BINS = 32;
/** Share of people with a rating from which a column is full. */
const MOST_PEOPLE = 0.5;

export function binRows(rows: SparseRows, full = MOST_PEOPLE): BinnedRows {
  const { starts, indices, values, columns } = rows;
  const columnStarts = new Uint32Array(columns + 1);
  for (const column of indices) columnStarts[column + 1]!++;
  for (let column = 0; column < columns; column++) columnStarts[column + 1]! += columnStarts[column]!;
  const people = new Uint32Array(indices.length);
  const ratings = new Float32Array(indices.length);
  const filled = columnStarts.slice(0, columns);
  for (let person = 0; person < rows.rows; person++) {
    for (let entry = starts[person]!; entry < starts[person + 1]!; entry++) {
      const at = filled[indices[entry]!]!++;
      people[at] = person;
      ratings[at] = values[entry]!;
    }
  }
  return {
    people: rows.rows,
    columns: Array.from({ length: columns }, (_, column) => {
      const [from, to] = [columnStarts[column]!, columnStarts[column + 1]!];
      const own = binColumn(people.subarray(from, to), ratings.subarray(from, to), rows.rows);
      return to > from && to - from >= full * rows.rows ? filledUp(own, rows.rows) : own;
    }),
  };
}

/** The columns of both side by side. */
export function besideEachOther(left: BinnedRows, right: BinnedRows): BinnedRows {
  return { people: left.people, columns: [...left.columns, ...right.columns] };
}

function binColumn(people: Uint32Array, ratings: Float32Array, everybody: number): BinnedColumn {
  const limits = binLimits(ratings.slice());
  const bins = new Uint8Array(ratings.length);
  for (let at = 0; at < ratings.length; at++) {
    let bin = 0;
    while (ratings[at]! > limits[bin]!) bin++;
    bins[at] = bin;
  }
  return { limits: Float64Array.from(limits), full: false, people, bins, complete: people.length === everybody };
}

function filledUp({ limits, people, bins, complete }: BinnedColumn, everybody: number): BinnedColumn {
  const all = new Uint8Array(everybody).fill(limits.length);
  for (let at = 0; at < people.length; at++) all[people[at]!] = bins[at]!;
  return { limits, full: true, people: new Uint32Array(0), bins: all, complete };
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
