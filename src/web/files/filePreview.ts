/** The first rows of a file and what it seems to be: what the visitor sees before anything is read whole. */
import { UlteriorError } from '../../errors/index.ts';
import { type ColumnRole, chooseColumn, cleanText, guessColumns, type TableGuess } from '../../tables/index.ts';
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
  /** Columns that leave little doubt, by their role. */
  readonly guesses: Readonly<Partial<Record<ColumnRole, string>>>;
  /** What every column seems to mean, and whether a row is a rating or a person. */
  readonly guess: TableGuess;
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
  const guess = guessColumns(names, rows);
  return {
    name,
    size: file.size,
    format,
    delimiter: layout?.delimiter,
    header: layout?.header,
    names,
    rows: rows.slice(0, SHOWN).map((cells) => cells.map((cell) => cell && cleanText(cell))),
    guesses: { ...(guess.shape === 'wide' ? {} : habitualColumns(name, names)), ...guessedColumns(guess) },
    guess,
  };
}

/** Of a wide table none: who is meant must not be in two rows, whatever the header says. */
function habitualColumns(file: string, names: readonly string[]): FilePreview['guesses'] {
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const column = guessed(file, names, role);
      return column === undefined ? [] : [[role, column]];
    }),
  );
}

function guessedColumns({ columns }: TableGuess): FilePreview['guesses'] {
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const found = columns.find((guess) => guess.role === (role === 'item' ? 'itemId' : role));
      return found === undefined ? [] : [[role, found.column]];
    }),
  );
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
