/** What a column holds, so that the visitor can pick an attribute: its values and how often each occurs. */
import { cleanText, missingValues, numberFrom } from '../../tables/index.ts';
import type { OpenedRows } from './openRows.ts';

export interface ColumnValues {
  readonly column: string;
  readonly rows: number;
  readonly missing: number;
  /** The most frequent first; of equally frequent ones the first met. Not more than `MOST_LISTED`. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly distinct: number;
  /** Where every value is a number: the smallest, the middle and the largest. */
  readonly numbers?: { readonly min: number; readonly median: number; readonly max: number };
}

const MOST_LISTED = 1000;
/** Columns with more different values are ids or free text. */
const MOST_COUNTED = 100_000;

/** Counts rows; with `user`, each person once (in a table of ratings everyone has many rows). */
export async function columnValues(
  source: OpenedRows,
  column: string,
  user?: string,
  missingWords: readonly string[] = [],
): Promise<ColumnValues> {
  const { wordOf } = missingValues(missingWords);
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  let [rows, missing] = [0, 0];
  await source.visit(user === undefined ? [column] : [column, user], ([cell, id]) => {
    if (user !== undefined) {
      if (id === undefined || seen.has(id)) return false;
      seen.add(id);
    }
    rows++;
    const value = cleanText(cell ?? '');
    if (wordOf(value) !== undefined) missing++;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts.size > MOST_COUNTED;
  });
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return {
    column,
    rows,
    missing,
    values: sorted.slice(0, MOST_LISTED).map(([value, count]) => ({ value, count })),
    distinct: counts.size,
    ...numbersIn(counts, rows - missing),
  };
}

function numbersIn(counts: ReadonlyMap<string, number>, total: number): Pick<ColumnValues, 'numbers'> {
  const numbers = [...counts].map(([value, count]) => [numberFrom(value), count] as const);
  if (numbers.length === 0 || numbers.some(([number]) => Number.isNaN(number))) return {};
  numbers.sort((a, b) => a[0] - b[0]);
  let below = 0;
  const median = numbers.find(([, count]) => {
    below += count;
    return below >= total / 2;
  })!;
  return { numbers: { min: numbers[0]![0], median: median[0], max: numbers.at(-1)![0] } };
}
