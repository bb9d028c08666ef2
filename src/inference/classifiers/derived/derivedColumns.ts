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
  const interactionsOf = interactionReader(derived);
  return (history) => {
    const behind = Float64Array.of(...summarise(derived, history), ...interactionsOf(history));
    const columns = presentOf(behind);
    const indices = new Uint32Array(history.indices.length + columns.length);
    const values = new Float64Array(indices.length);
    indices.set(history.indices);
    values.set(history.values);
    for (const [n, column] of columns.entries()) {
      indices[history.indices.length + n] = derived.items + column;
      // As training rows keep it.
      values[history.indices.length + n] = Math.fround(behind[column]!);
    }
    return { indices, values };
  };
}

/** The summary of each history, and nothing else. */
export function summaryRows(derived: DerivedColumns, rows: SparseRows): SparseRows {
  return rowsOf(summaryWidth(derived), rows, (history) => summarise(derived, history));
}

/** What some answers of each history say together, and nothing else. */
export function interactionRows(derived: DerivedColumns, rows: SparseRows): SparseRows {
  return rowsOf(derived.interactions.length, rows, interactionReader(derived));
}

function interactionReader(derived: DerivedColumns): (history: SparseVector) => Float64Array {
  const { items, interactions } = derived;
  // One rating per item, NaN where there is none; tidied up after each history.
  const ratings = new Float64Array(items).fill(Number.NaN);
  return ({ indices, values }) => {
    for (let at = 0; at < indices.length; at++) ratings[indices[at]!] = Math.fround(values[at]!);
    const found = Float64Array.from(interactions, (one) => interactionValue(derived, one, ratings));
    for (let at = 0; at < indices.length; at++) ratings[indices[at]!] = Number.NaN;
    return found;
  };
}

function rowsOf(width: number, rows: SparseRows, valuesOf: (history: SparseVector) => Float64Array): SparseRows {
  const lines = Array.from({ length: rows.rows }, (_, row) => {
    const values = valuesOf(historyAt(rows, row));
    const indices = presentOf(values);
    return { indices, values: indices.map((column) => values[column]!) };
  });
  return packRows(width, lines);
}

/** The places of those values that there are. */
function presentOf(values: Float64Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at]!)) places.push(at);
  return places;
}
