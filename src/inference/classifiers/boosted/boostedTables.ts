/**
 * The columns that trees read, as far as the settings ask for them. Items and summaries need no label and are made once;
 * interactions are screened among the people who are learnt from, so that each inner fold has its own.
 */
import type { SparseRows } from '../common/sparseRows.ts';
import type { TypeLabels } from '../common/typeLabels.ts';
import { type DerivedColumns, deriveRows, fitDerived } from '../derived/derivedColumns.ts';
import { screenInteractions } from '../derived/screenInteractions.ts';
import type { BoostedColumns } from './boostedOptions.ts';
import type { BoostedTable } from './ensemble.ts';
import { binRows } from './ratingBins.ts';

interface DerivedTable extends BoostedTable {
  /** None where trees read items alone. */
  readonly derived: DerivedColumns | undefined;
}

export type TableOf = (reads: BoostedColumns, training: Uint32Array) => DerivedTable;

/** Tables of everybody in `rows`, for trees that learn from some of them. */
export function boostedTables(rows: SparseRows, known: TypeLabels): TableOf {
  const items = rows.columns;
  const kept = new Map<unknown, DerivedTable>();
  const once = (key: unknown, make: () => DerivedTable): DerivedTable => {
    const table = kept.get(key) ?? make();
    kept.set(key, table);
    return table;
  };
  let fitted: DerivedColumns | undefined;
  const derivedTable = (derived: DerivedColumns) => ({ binned: binRows(deriveRows(derived, rows)), items, derived });
  return (reads, training) => {
    if (reads === 'items') return once(reads, () => ({ binned: binRows(rows), items, derived: undefined }));
    fitted ??= fitDerived(rows);
    const statistics = fitted;
    if (reads === 'summaries') return once(reads, () => derivedTable(statistics));
    return once(training, () => {
      const { positions, present } = known;
      const levels = statistics.levels.length > 0;
      const about = { rows, statistics, levels, positions, types: present.length, training };
      return derivedTable({ ...statistics, interactions: screenInteractions(about) });
    });
  };
}
