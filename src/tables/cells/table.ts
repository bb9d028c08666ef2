/**
 * A table by columns: what every reader delivers and what datasets are made of. A hundred million rows are a few typed
 * arrays; nothing is created per row. Ids are coded: one number per row, and each distinct id once.
 */

import { UlteriorError } from '../../errors/index.ts';
import { columnsMissing } from './columnsMissing.ts';
import type { Encoding } from './encodingNames.ts';

/** NaN is missing. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly values: Float32Array | Float64Array;
  /** What stands in the cells that hold no number, and in how many; the empty text for blank cells. */
  readonly noNumbers?: ReadonlyMap<string, number>;
  /** What stands in the cells whose number was read by lenience alone, and in how many. */
  readonly cut?: ReadonlyMap<string, number>;
}

interface TextColumn {
  readonly kind: 'texts';
  readonly values: readonly (string | undefined)[];
}

/** Row n holds `ids[codes[n]]`. The ids are distinct, all occur, and stand in the order of `compareIds`. */
export interface CodedColumn {
  readonly kind: 'codes';
  readonly codes: Uint32Array;
  readonly ids: readonly string[];
}

export type Column = NumberColumn | TextColumn | CodedColumn;

/** What nobody said and a reader found out: people are told, and may keep it in a data file. */
export interface Understood {
  readonly file: string;
  /** Words of a finding: sentences without their full stop. */
  readonly found: string;
  readonly done: string;
  readonly advice: string;
  /** Keys of a data file that say the same. */
  readonly settings?: UnderstoodSettings | undefined;
}

interface UnderstoodSettings {
  readonly encoding?: Encoding;
  readonly answers?: readonly Readonly<Record<string, number>>[];
}

export interface Table {
  /** The file, as messages name it. */
  readonly name: string;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Column>;
  /** Where a row stands in its file: "line 12" or "row 11". */
  lineOf(row: number): string;
  readonly understood?: readonly Understood[] | undefined;
  /** What was asked, by column, and what codes mean, where the file tells it. */
  readonly titles?: ReadonlyMap<string, string> | undefined;
  readonly labels?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
}

/** `lineNumber` gives the line of a row in a text file; where there is none, rows are counted from 1. */
export function createTable(
  name: string,
  columns: Iterable<readonly [string, Column]>,
  lineNumber: (row: number) => number | undefined = () => undefined,
): Table {
  const byName = new Map(columns);
  const lengths = [...byName.values()].map(lengthOf);
  const rows = lengths[0] ?? 0;
  if (lengths.some((length) => length !== rows)) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `the columns of "${name}" have ${lengths.join(', ')} rows`,
      'pass columns of the same length',
      { parameter: 'columns', lengths },
    );
  }
  const lineOf = (row: number) => {
    const line = lineNumber(row);
    return line === undefined ? `row ${row + 1}` : `line ${line}`;
  };
  return Object.freeze({ name, rows, columns: byName, lineOf });
}

/** The name among `names` that is meant: the same text, or the only one that differs in upper and lower case alone. */
export function findColumn(names: readonly string[], wanted: string): string | undefined {
  if (names.includes(wanted)) return wanted;
  const alike = names.filter((name) => name.toLowerCase() === wanted.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

export function requireColumn(file: string, names: readonly string[], wanted: string, purpose: string): string {
  const found = findColumn(names, wanted);
  if (found !== undefined) return found;
  throw columnsMissing({ file, names }, [{ name: wanted, purpose }]);
}

export function columnNested(file: string, name: string, kind: 'lists' | 'records', type: string): UlteriorError {
  return new UlteriorError(
    'COLUMN_NESTED',
    `the column "${name}" of "${file}" holds ${kind} (${type}), not single values`,
    kind === 'lists'
      ? 'write the table with one row for each entry of the list, or name another column'
      : 'write the parts of the record as columns of their own, or name another column',
    { file, column: name, type },
  );
}

export function columnOf(table: Table, wanted: string, purpose: string): Column {
  return table.columns.get(requireColumn(table.name, [...table.columns.keys()], wanted, purpose))!;
}

/** The text in a row; undefined where it is missing or empty. */
export function textAt(column: Column, row: number): string | undefined {
  if (column.kind === 'texts') return column.values[row] || undefined;
  if (column.kind === 'codes') return column.ids[column.codes[row]!];
  const value = column.values[row]!;
  return Number.isNaN(value) ? undefined : String(value);
}

/** The number in a row; NaN where it is missing or is no finite number. */
export function numberAt(column: Column, row: number): number {
  if (column.kind === 'numbers') return column.values[row]!;
  return numberFrom(textAt(column, row));
}

/** NaN for anything but a finite number in decimal notation. */
export function numberFrom(text: string | undefined): number {
  const plain = text?.trim() ?? '';
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

function lengthOf(column: Column): number {
  return column.kind === 'codes' ? column.codes.length : column.values.length;
}
