/** The first rows of a file and what it seems to be: what the visitor sees before anything is read whole. */
import { UlteriorError } from '../../errors/index.ts';
import { type ColumnRole, chooseColumn, cleanText, numberFrom } from '../../tables/index.ts';
import { type FileBounds, fileBounds } from './fileBounds.ts';
import type { ChosenFile } from './fileSource.ts';
import { openRows, type TableFormat } from './openRows.ts';

export interface FilePreview {
  readonly name: string;
  readonly size: number;
  readonly format: TableFormat;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** Columns whose names leave little doubt, by their role. */
  readonly guesses: Readonly<Partial<Record<ColumnRole, string>>>;
  /** A table that looks as if every row were a person and most columns items. */
  readonly wide: boolean;
  /** Of a wide table: columns in which the first rows hold nothing but small numbers and gaps. */
  readonly itemColumns: readonly string[];
}

const SHOWN = 8;
/** Rows from which it is seen what columns hold. */
const LOOKED_AT = 200;
const ROLES: readonly ColumnRole[] = ['user', 'item', 'rating', 'time', 'title'];

export async function previewFile(chosen: ChosenFile, bounds: FileBounds = fileBounds): Promise<FilePreview> {
  const { file, ...options } = chosen;
  const source = await openRows(file, options, bounds);
  const { name, names, format, layout } = source;
  const rows: (readonly (string | undefined)[])[] = [];
  await source.visit(names, (cells) => rows.push(cells) >= LOOKED_AT);
  const guesses = Object.fromEntries(
    ROLES.flatMap((role) => {
      const column = guessed(name, names, role);
      return column === undefined ? [] : [[role, column]];
    }),
  );
  const long = guesses['item'] !== undefined && guesses['rating'] !== undefined;
  const itemColumns = names.filter((column, at) => column !== guesses['user'] && looksRated(rows, at));
  return {
    name,
    size: file.size,
    format,
    delimiter: layout?.delimiter,
    header: layout?.header,
    names,
    rows: rows.slice(0, SHOWN).map((cells) => cells.map((cell) => cell && cleanText(cell))),
    guesses,
    wide: !long && itemColumns.length >= 5 && itemColumns.length > names.length / 3,
    itemColumns,
  };
}

function guessed(file: string, names: readonly string[], role: ColumnRole): string | undefined {
  try {
    return chooseColumn(file, names, role, undefined, []);
  } catch (error) {
    // No column has such a name, or two have: it is for the visitor to say.
    if (error instanceof UlteriorError && ['COLUMN_MISSING', 'COLUMN_REPEATED'].includes(error.code)) return undefined;
    throw error;
  }
}

const NOT_RATED = /^(n\/?a|null|-|\?)?$/i;

/** Numbers from 0 to 10, few different ones, and gaps. */
function looksRated(rows: readonly (readonly (string | undefined)[])[], at: number): boolean {
  const values = rows.map((cells) => cells[at] ?? '').filter((text) => !NOT_RATED.test(text.trim()));
  const numbers = values.map((text) => numberFrom(text));
  return (
    numbers.length > 0 &&
    numbers.every((number) => number >= 0 && number <= 10) &&
    new Set(numbers).size <= Math.max(5, Math.min(21, numbers.length / 2))
  );
}
