/** What each column of a wide table is for: guessed first, then ticked by the visitor. */
import type { TableGuess } from '../../../tables/index.ts';

export type ColumnMeaning = 'item' | 'attribute' | 'ignore';

export const columnMeanings: readonly ColumnMeaning[] = ['item', 'attribute', 'ignore'];

export type ColumnMeanings = ReadonlyMap<string, ColumnMeaning>;

export function guessedMeanings({ columns }: TableGuess): ColumnMeanings {
  return new Map(
    columns.map(({ column, role }) => [column, role === 'item' || role === 'attribute' ? role : 'ignore'] as const),
  );
}

export function withMeaning(
  meanings: ColumnMeanings,
  columns: Iterable<string>,
  meaning: ColumnMeaning,
): ColumnMeanings {
  return new Map([...meanings, ...Array.from(columns, (column) => [column, meaning] as const)]);
}

export interface ColumnFilter {
  readonly search: string;
  /** Names of columns; empty for the first and the last. In either order. */
  readonly from: string;
  readonly to: string;
  readonly meaning: ColumnMeaning | 'all';
}

export const noFilter: ColumnFilter = { search: '', from: '', to: '', meaning: 'all' };

/** The columns that the filter lets through, in the order of the file. */
export function shownColumns(names: readonly string[], meanings: ColumnMeanings, filter: ColumnFilter): string[] {
  const wanted = filter.search.trim().toLowerCase();
  const start = filter.from === '' ? 0 : names.indexOf(filter.from);
  const end = filter.to === '' ? names.length - 1 : names.indexOf(filter.to);
  return names
    .slice(Math.min(start, end), Math.max(start, end) + 1)
    .filter(
      (name) =>
        name.toLowerCase().includes(wanted) && (filter.meaning === 'all' || meanings.get(name) === filter.meaning),
    );
}
