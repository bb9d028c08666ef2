/**
 * Columns beside those of the items: a summary of the history, and what some answers say together. They follow the
 * items: column `items` is the first of the summary, the interactions come last.
 */
import { historyAt, packRows, type SparseRows, type SparseVector } from '../common/sparseRows.ts';
import { ratingLevels, summarise, summaryWidth } from './historySummary.ts';
import { type ColumnStatistics, fitColumns, type Interaction, interactionValue } from './interactions.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface DerivedColumns extends ColumnStatistics {
  /** The different ratings, where they are few. */
  readonly levels: Float32Array;
  readonly interactions: readonly Interaction[];
}

/** From ratings alone, so that it may be made once for all inner folds. */
export function fitDerived(rows: SparseRows): DerivedColumns {
  return { ...fitColumns(rows), levels: ratingLevels(rows), interactions: [] };
}

/** A history with its derived columns; those that it does not have are left out. */
export function deriver(derived: DerivedColumns): (history: SparseVector) => SparseVector {
  const { items, interactions } = derived;
  const first = items + summaryWidth(derived);
  // One rating per item, NaN where there is none; tidied up after each history.
  const ratings = new Float64Array(items).fill(Number.NaN);
  return (history) => {
    let filled = history.indices.length;
    const indices = new Uint32Array(filled + first - items + interactions.length);
    const values = new Float64Array(indices.length);
    indices.set(history.indices);
    values.set(history.values);
    const put = (column: number, value: number) => {
      if (Number.isNaN(value)) return;
      indices[filled] = column;
      // As training rows keep it.
      values[filled++] = Math.fround(value);
    };
    for (const [n, value] of summarise(derived, history).entries()) put(items + n, value);
    for (let at = 0; at < history.indices.length; at++)
      ratings[history.indices[at]!] = Math.fround(history.values[at]!);
    for (const [n, one] of interactions.entries()) put(first + n, interactionValue(derived, one, ratings));
    for (let at = 0; at < history.indices.length; at++) ratings[history.indices[at]!] = Number.NaN;
    return { indices: indices.subarray(0, filled), values: values.subarray(0, filled) };
  };
}

export function deriveRows(derived: DerivedColumns, rows: SparseRows): SparseRows {
  const derive = deriver(derived);
  const width = derived.items + summaryWidth(derived) + derived.interactions.length;
  return packRows(
    width,
    Array.from({ length: rows.rows }, (_, row) => derive(historyAt(rows, row))),
  );
}
