/**
 * The columns that trees read, as far as the settings ask for them. Items and summaries need no label and are made once;
 * interactions are screened among the people who are learnt from, so that each inner fold has its own.
 */
import type { SparseRows } from '../common/sparseRows.ts';
import type { TypeLabels } from '../common/typeLabels.ts';
import { type DerivedColumns, fitDerived, interactionRows, summaryRows } from '../derived/derivedColumns.ts';
import { screenInteractions } from '../derived/screenInteractions.ts';
import type { BoostedColumns } from './boostedOptions.ts';
import type { BoostedTable } from './ensemble.ts';
import { besideEachOther, binRows } from './ratingBins.ts';

interface DerivedTable extends BoostedTable {
  /** None where trees read items alone. */
  readonly derived: DerivedColumns | undefined;
}

export type TableOf = (reads: BoostedColumns, training: Uint32Array) => DerivedTable;

/** Tables of everybody in `rows`, for trees that learn from some of them. */
export function boostedTables(rows: SparseRows, known: TypeLabels): TableOf {
  const items = rows.columns;
  let [plain, summaries]: (DerivedTable | undefined)[] = [];
  const interactions = new WeakMap<Uint32Array, DerivedTable>();
  const ofItems = () => (plain ??= { binned: binRows(rows), items, derived: undefined });
  const withSummaries = () => {
    if (summaries !== undefined) return summaries;
    const derived = fitDerived(rows);
    const binned = besideEachOther(ofItems().binned, binRows(summaryRows(derived, rows)));
    summaries = { binned, items, derived };
    return summaries;
  };
  const withInteractions = (training: Uint32Array) => {
    const { binned, derived: statistics } = withSummaries();
    const { positions, present } = known;
    const levels = statistics!.levels.length > 0;
    const about = { rows, statistics: statistics!, levels, positions, types: present.length, training };
    const derived = { ...statistics!, interactions: screenInteractions(about) };
    const table = { binned: besideEachOther(binned, binRows(interactionRows(derived, rows))), items, derived };
    interactions.set(training, table);
    return table;
  };
  return (reads, training) => {
    if (reads === 'items') return ofItems();
    return reads === 'summaries' ? withSummaries() : (interactions.get(training) ?? withInteractions(training));
  };
}
