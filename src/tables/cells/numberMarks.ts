/**
 * Decimal commas and signs between thousands, recognised from a whole column: "3,5" and "1.234,5" beside "12", or
 * "1,234.5". Where a column can be read either way (every comma stands before three digits), nothing is guessed.
 */
import type { MissingValues } from './missingValues.ts';
import { columnOf, numberFrom, type Table, textAt, type Understood } from './table.ts';

const GROUP = "[ \\u00A0\\u202F'’]";
const COMMA = new RegExp(`^[+-]?(\\d+|\\d{1,3}(?:(?:\\.|${GROUP})\\d{3})+)(,\\d+)?$`, 'u');
const POINT = new RegExp(`^[+-]?(\\d+|\\d{1,3}(?:(?:,|${GROUP})\\d{3})+)(\\.\\d+)?$`, 'u');

export interface NumberMarks {
  numberOf(text: string): number;
  /** What one of the texts is read as: '"3,5" as 3.5'. */
  readonly example: string;
  readonly decimal: 'comma' | 'point';
}

/** Undefined for plain numbers, for what is no number, and for what may be read in two ways. Texts without a digit are passed over. */
export function numberMarks(texts: Iterable<string>): NumberMarks | undefined {
  const written = [...texts].map((text) => text.trim()).filter((text) => /\d/.test(text));
  const all = (pattern: RegExp) => written.every((text) => pattern.test(text));
  // Three digits behind a single sign may be thousands; any other number of them may not, nor a group and a rest.
  const comma = all(COMMA) ? written.find((text) => /,(?!\d{3}$)|^[+-]?0+,|\d\D\d+,|\.\d{3}\./.test(text)) : undefined;
  const point = all(POINT)
    ? written.find((text) => /\d[^.\d]\d{3}(\D|$)/.test(text) && !/^[^,]*,\d{3}$/.test(text))
    : undefined;
  const decimal = comma === undefined ? 'point' : 'comma';
  const sure = comma ?? point;
  if (sure === undefined) return undefined;
  const numberOf = (text: string) => {
    const plain = text.trim();
    if (!(decimal === 'comma' ? COMMA : POINT).test(plain)) return Number.NaN;
    const digits = plain.replaceAll(decimal === 'comma' ? /[^\d,+-]/g : /[^\d.+-]/g, '');
    return Number(digits.replace(',', '.'));
  };
  return { numberOf, decimal, example: `"${sure}" as ${numberOf(sure)}` };
}

/** How the numbers of a column are written, where they are numbers. */
interface ColumnMarks {
  readonly numberOf: (text: string) => number;
  readonly understood: readonly Understood[];
}

export const plainNumbers: ColumnMarks = { numberOf: numberFrom, understood: [] };

export function marksOf(table: Table, name: string, { wordOf }: MissingValues): ColumnMarks {
  const column = columnOf(table, name, 'the numbers');
  if (column.kind === 'numbers') return plainNumbers;
  const texts = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    const text = textAt(column, row);
    if (text !== undefined && wordOf(text) === undefined) texts.add(text);
  }
  const marks = [...texts].every((text) => !Number.isNaN(numberFrom(text))) ? undefined : numberMarks(texts);
  if (marks === undefined) return plainNumbers;
  return { numberOf: marks.numberOf, understood: [marksUnderstood(table.name, [name], marks)] };
}

/** What to say of columns whose numbers are not plain. */
export function marksUnderstood(
  file: string,
  columns: readonly string[],
  { decimal, example }: NumberMarks,
): Understood {
  return {
    file,
    found: `the numbers in ${columnsText(columns)} have a decimal ${decimal}`,
    done: `we read ${example}`,
    advice: 'check that this is what they mean',
  };
}

/** Not more are named. */
const LISTED = 3;

export function columnsText(columns: readonly string[]): string {
  const named = columns
    .slice(0, LISTED)
    .map((column) => `"${column}"`)
    .join(', ');
  return columns.length <= LISTED ? named : `${named} and ${columns.length - LISTED} more columns`;
}
