/** Records, curves, report and terminal output as texts that can be read, compared and kept (test/goldenTexts.test.ts). */
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { NamedData } from '../../src/audit/index.ts';
import { withNamedData } from '../../src/cli/shared/namedData.ts';
import { type AnyRecords, layouts, reportOf, toCsv } from '../../src/report/index.ts';

const DIGITS = 12;
/** Below this a number is what rounding left of 0. */
const NOTHING = 1e-15;
/** Longer arrays of numbers are told by their ends and their sum. */
const LONG = 60;
const LINE = 150;

/** Machines differ in the last digits of logarithms and exponentials, not in the first twelve. */
function rounded(number: number): number {
  if (!Number.isFinite(number)) return number;
  return Math.abs(number) < NOTHING ? 0 : Number(number.toPrecision(DIGITS));
}

const isNumbers = (value: readonly unknown[]): value is readonly number[] =>
  value.every((part) => typeof part === 'number');

/** As `JSON.stringify` would see it, with rounded numbers and without the middle of long arrays. */
function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? rounded(value) : String(value);
  if (ArrayBuffer.isView(value)) return shortened(Array.from(value as unknown as ArrayLike<number>));
  if (Array.isArray(value)) {
    if (value.length <= LONG || !isNumbers(value)) return value.map(shortened);
    const sum = rounded(value.reduce((total, part) => total + part, 0));
    return { length: value.length, first: value.slice(0, 3).map(rounded), last: value.slice(-3).map(rounded), sum };
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name, shortened(part)]));
}

/** Indented by one; what fits on a line stands on it. */
function stringified(value: unknown, indent = 1): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || flat.length + indent <= LINE) return flat;
  const parts = Array.isArray(value)
    ? value.map((part) => stringified(part, indent + 1))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${stringified(part, indent + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const space = ' '.repeat(indent);
  return `${open}\n${parts.map((part) => space + part).join(',\n')}\n${' '.repeat(indent - 1)}${close}`;
}

export const jsonText = (value: unknown): string => `${stringified(shortened(value))}\n`;

/** The table of figures that stands beside a report. */
const csvText = (findings: AnyRecords['findings']): string =>
  toCsv(
    JSON.parse(JSON.stringify(findings), (_, value) => (typeof value === 'number' ? rounded(value) : value)),
  ).replaceAll('\r\n', '\n');

const BLOCK =
  /<\/?(?:address|article|aside|body|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|head|header|html|label|li|main|nav|ol|p|pre|section|summary|table|tbody|thead|title|tr|ul)\b[^>]*>|<br\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What a page says: one block per line, the cells of a table side by side. */
function visibleText(page: string): string {
  const text = page
    .replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/t[dh]>\s*<t[dh]\b[^>]*>/g, ' | ')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ');
  const lines = text.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Of each chart what a picture would be drawn from: too long to keep, so only whether it is the same. */
function chartLines({ charts }: ReturnType<typeof reportOf>): string {
  const lines = charts.map((chart) => {
    const drawn = JSON.stringify(shortened([chart.spec(layouts.page), chart.legend, chart.explorable]));
    return `chart ${chart.id} ${createHash('sha256').update(drawn).digest('hex').slice(0, 16)}\n`;
  });
  return lines.join('');
}

/** A text has all digits of a number here and there: in a command, where age is cut at 30.661936290730793. */
const withFewDigits = (text: string) => text.replaceAll(/\d+\.\d{11,}/g, (digits) => String(rounded(Number(digits))));

/** What is printed meanwhile. */
export async function printedBy(action: () => Promise<unknown>): Promise<string> {
  const parts: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((part) => parts.push(String(part)) > 0);
  try {
    await action();
  } finally {
    out.mockRestore();
  }
  return withFewDigits(parts.join(''));
}

export const reportTexts = (records: AnyRecords): Readonly<Record<string, string>> => {
  const report = reportOf(records);
  const page = report.page(report.charts.map((chart) => ({ chart, wide: '', narrow: '' })));
  return {
    'records.json': jsonText(records),
    'curves.csv': csvText(report.findings),
    'report.txt': withFewDigits(visibleText(page)) + chartLines(report),
  };
};

/** Records as a command about a file would keep them, whatever the version. */
export function asNamed<Records extends { readonly provenance: object }>(
  { provenance, ...records }: Records,
  ...attributes: readonly string[]
): Records {
  const named: NamedData = { data: 'ratings.csv', attributes, flags: ['--users-table', 'users.csv'] };
  return withNamedData({ ...records, provenance: { ...provenance, version: 'VERSION' } } as Records, named);
}
