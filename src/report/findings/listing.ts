/** Findings as rows of one long table, a row for each figure, whatever was measured: the same columns for every kind. */
import { csvCell } from '../../tables/index.ts';
import type { Figure, Finding } from '../common/input.ts';

type Row = readonly (string | number | null)[];

const PLACE = [
  'target',
  'exposure',
  'length',
  'defence',
  'strength',
  'attacker',
  'situation',
  'group',
  'variant',
  'cohort',
] as const;

/** `auc` has its own interval, `aucBounds` bounds that hold for all figures at once, `aucBand` a band around the whole curve. */
const COLUMNS = [...PLACE, 'metric', 'value', 'low', 'high', 'people'];

const NO_FIGURES = new Set<string>([...PLACE, 'people', 'shuffles', 'judged', 'replicates']);

/** A row for each figure. What does not apply is null, and so is what is not a number, or has no interval. */
function rowsOf(findings: readonly Finding[]): Row[] {
  return findings.flatMap((finding) => {
    const place = PLACE.map((column) => finding[column] ?? null);
    return Object.entries(finding).flatMap(([metric, figure]) => {
      if (NO_FIGURES.has(metric) || figure === undefined) return [];
      const { value, low, high, band, bounds } = (typeof figure === 'object' ? figure : { value: figure }) as Figure;
      const row = (name: string, ends: Partial<Figure>) =>
        [...place, name, known(value), known(ends.low), known(ends.high), finding.people] as const;
      return [
        row(metric, { low, high }),
        ...(band ? [row(`${metric}Band`, band)] : []),
        ...(bounds ? [row(`${metric}Bounds`, bounds)] : []),
      ];
    });
  });
}

const known = (value: number | null | undefined) => (Number.isFinite(value) ? value! : null);

/** Findings as JSON lines. */
export function toJsonLines(findings: readonly Finding[]): string {
  return rowsOf(findings)
    .map((row) => `${JSON.stringify(Object.fromEntries(COLUMNS.map((column, at) => [column, row[at]])))}\n`)
    .join('');
}

/** RFC 4180, with a header; nothing is an empty cell, and no text is a formula. */
export function toCsv(findings: readonly Finding[]): string {
  const lines = rowsOf(findings).map((row) => row.map(csvCell).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
