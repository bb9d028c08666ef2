/**
 * What a competent attacker reads from a history: which items were rated, and how each rating differs from what others
 * gave the item. Raw ratings mix the two: a low rating looks almost like no rating at all.
 *
 *   column 2 j      seen: 1 where item j was rated
 *   column 2 j + 1  rating: (r - mean of item j) / scale
 *   scale           twice the standard deviation of all ratings about their items' means
 *
 * One scale for all items, so that 1 to 5 stars, 0 to 100 and -10 to 10 give the same columns and the same ridge means
 * the same; the deviation of a single item would be noise where few people rated it. Twice the deviation puts ratings
 * on a par with a 0/1 column (Gelman 2008, Scaling regression inputs by dividing by two standard deviations).
 *
 * An item that nobody rated has the mean of all ratings. The seen column of an item that everybody rated is constant
 * and left out: the intercept already says what it says. The two columns of an item are neighbours in memory.
 * No labels enter, so that the features may be made once for all inner folds.
 */

import type { SparseRows } from '../common/sparseRows.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface HistoryFeatures {
  readonly items: number;
  readonly means: Float64Array;
  /** 0 if every rating is the mean of its item; ratings then say nothing and have no column. */
  readonly scale: number;
  /** 1 for an item that all training rows rated. */
  readonly ratedByAll: Uint8Array;
}

export function fitHistoryFeatures(rows: SparseRows): HistoryFeatures {
  const { indices, values, columns: items } = rows;
  const counts = new Uint32Array(items);
  const means = new Float64Array(items);
  let total = 0;
  for (let entry = 0; entry < indices.length; entry++) {
    counts[indices[entry]!]!++;
    means[indices[entry]!]! += values[entry]!;
    total += values[entry]!;
  }
  const overall = indices.length === 0 ? 0 : total / indices.length;
  for (let item = 0; item < items; item++) means[item] = counts[item] === 0 ? overall : means[item]! / counts[item]!;

  let squares = 0;
  let largest = 0;
  for (let entry = 0; entry < indices.length; entry++) {
    squares += (values[entry]! - means[indices[entry]!]!) ** 2;
    largest = Math.max(largest, Math.abs(values[entry]!));
  }
  const deviation = indices.length === 0 ? 0 : Math.sqrt(squares / indices.length);
  return {
    items,
    means,
    // Equal ratings such as 0.1 leave a deviation of rounding errors, which must not be blown up.
    scale: deviation > 1e-9 * largest ? 2 * deviation : 0,
    ratedByAll: Uint8Array.from(counts, (count) => (count === rows.rows ? 1 : 0)),
  };
}

/** The feature columns of some histories, the training rows or others. */
export function historyFeatureRows(features: HistoryFeatures, rows: SparseRows): SparseRows {
  const { means, scale, ratedByAll } = features;
  const starts = new Uint32Array(rows.rows + 1);
  const indices = new Uint32Array(2 * rows.indices.length);
  const values = new Float32Array(2 * rows.indices.length);
  let filled = 0;
  const put = (column: number, value: number) => {
    indices[filled] = column;
    values[filled++] = value;
  };
  for (let row = 0; row < rows.rows; row++) {
    for (let entry = rows.starts[row]!; entry < rows.starts[row + 1]!; entry++) {
      const item = rows.indices[entry]!;
      if (ratedByAll[item] === 0) put(2 * item, 1);
      if (scale > 0) put(2 * item + 1, (rows.values[entry]! - means[item]!) / scale);
    }
    starts[row + 1] = filled;
  }
  return {
    rows: rows.rows,
    columns: 2 * features.items,
    starts,
    indices: indices.slice(0, filled),
    values: values.slice(0, filled),
  };
}
