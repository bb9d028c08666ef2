/**
 * Rating histories as sparse rows of a matrix X (rows x columns): one row per user, one column per item, an unrated
 * item is 0 and is not stored. The entries of row r lie at starts[r] .. starts[r + 1] - 1 of `indices` and `values`, in
 * any order. An item occurs at most once in a history.
 */

import { requireWithin, UlteriorError } from '../../../errors/index.ts';

export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 positions. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/** The ratings of one person: items, ascending, and values. */
export interface SparseVector {
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Packs histories one below the other. */
export function packRows(columns: number, histories: readonly SparseVector[]): SparseRows {
  const starts = new Uint32Array(histories.length + 1);
  for (const [row, history] of histories.entries()) starts[row + 1] = starts[row]! + history.indices.length;
  const indices = new Uint32Array(starts[histories.length]!);
  const values = new Float32Array(starts[histories.length]!);
  for (const [row, history] of histories.entries()) {
    indices.set(history.indices, starts[row]!);
    values.set(history.values, starts[row]!);
  }
  return { rows: histories.length, columns, starts, indices, values };
}

/** One row, as a view. */
export function historyAt(rows: SparseRows, row: number): SparseVector {
  const start = rows.starts[row]!;
  const end = rows.starts[row + 1]!;
  return { indices: rows.indices.subarray(start, end), values: rows.values.subarray(start, end) };
}

/** The rows of `subset`, in its order; a row may be named more than once. */
export function selectRows(rows: SparseRows, subset: ArrayLike<number>): SparseRows {
  const histories: SparseVector[] = [];
  for (let i = 0; i < subset.length; i++) {
    requireWithin(`subset[${i}]`, subset[i]!, { min: 0, max: rows.rows - 1, whole: true });
    histories.push(historyAt(rows, subset[i]!));
  }
  return packRows(rows.columns, histories);
}

/** The rows of all parts, one below the other; there is at least one part. */
export function joinRows(parts: readonly SparseRows[]): SparseRows {
  const histories = parts.flatMap((rows) => Array.from({ length: rows.rows }, (_, row) => historyAt(rows, row)));
  return packRows(parts[0]!.columns, histories);
}

/** Refuses rows that are malformed, not finite, or name an item twice. Cost O(entries + columns). */
export function checkRows(rows: SparseRows): void {
  const { starts, indices, values } = rows;
  const entries = indices.length;
  if (
    starts.length !== rows.rows + 1 ||
    starts[0] !== 0 ||
    starts[rows.rows] !== entries ||
    values.length !== entries
  ) {
    throw unusable('RATING_OUT_OF_RANGE', 'the starts, indices and values of the rows do not fit together', {
      rows: rows.rows,
      starts: starts.length,
      indices: entries,
      values: values.length,
    });
  }
  // The last row that named each column, plus one: a second mention in the same row shows without a set per row.
  const lastRow = new Uint32Array(rows.columns);
  for (let row = 0; row < rows.rows; row++) {
    if (starts[row + 1]! < starts[row]!) {
      throw unusable('RATING_OUT_OF_RANGE', `row ${row} ends before it starts`, { row });
    }
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const column = indices[entry]!;
      const where = { row, column, value: values[entry] };
      if (column >= rows.columns) {
        throw unusable('RATING_OUT_OF_RANGE', `row ${row} names column ${column} of ${rows.columns}`, where);
      }
      if (!Number.isFinite(values[entry])) {
        throw unusable('RATING_NOT_FINITE', `row ${row} rates item ${column} with ${values[entry]}`, where);
      }
      if (lastRow[column] === row + 1) {
        throw unusable('RATING_DUPLICATE', `row ${row} rates item ${column} twice`, where);
      }
      lastRow[column] = row + 1;
    }
  }
}

/** Refuses an answer about an item the classifier has no column for, or one that is not a number. */
export function checkAnswer(columns: number, item: number, rating: number): void {
  if (!(Number.isInteger(item) && item >= 0 && item < columns)) {
    throw unusable('ITEM_UNKNOWN', `item ${item} is not among the ${columns} items of the classifier`, {
      item,
      columns,
    });
  }
  if (!Number.isFinite(rating)) {
    throw unusable('RATING_NOT_FINITE', `the rating of item ${item} is ${rating}`, { item, rating });
  }
}

function unusable(
  code: 'RATING_OUT_OF_RANGE' | 'RATING_NOT_FINITE' | 'RATING_DUPLICATE' | 'ITEM_UNKNOWN',
  message: string,
  details: Record<string, unknown>,
): UlteriorError {
  return new UlteriorError(code, message, 'correct or drop this rating', details);
}
