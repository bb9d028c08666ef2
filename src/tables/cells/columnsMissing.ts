/** Columns that a table lacks: all of them in one message, with the names that were perhaps meant and the flags. */

import { nearestName, UlteriorError } from '../../errors/index.ts';

export interface MissingColumn {
  /** Undefined where the name was to be guessed. */
  readonly name?: string | undefined;
  /** In place of the name: 'that matches /tea/', 'called user, userid or the like'. */
  readonly described?: string | undefined;
  /** For example "the user". */
  readonly purpose: string;
  /** What sets the column: a flag, or a key of a data file. */
  readonly flag?: string | undefined;
}

/** A table as messages speak of it. */
export interface NamedColumns {
  readonly file: string;
  readonly names: readonly string[];
}

/** More names than this are not listed. */
const LISTED = 8;

export function columnsMissing({ file, names }: NamedColumns, missing: readonly MissingColumn[]): UlteriorError {
  const wanted = fewOf(missing, ({ name, described, purpose }) => {
    return `no column ${described ?? `"${name}"`} for ${purpose}${meant(name, names)}`;
  });
  return new UlteriorError(
    'COLUMN_MISSING',
    `"${file}" has ${wanted}; ${columnsText(names, missing)}`,
    `name one of these columns${flagsOf(missing)}; if they look wrong, set the delimiter, or say whether the file has a header (header, usersHeader, itemsHeader in a data file)`,
    { file, columns: handful(names, missing), purpose: missing.map(({ purpose }) => purpose).join(', ') },
  );
}

/** None of the tables has the columns, which are given by name. */
export function columnsNowhere(tables: readonly NamedColumns[], missing: readonly MissingColumn[]): UlteriorError {
  const advice = `name one of these columns${flagsOf(missing)}, or add the table that has it (--users-table)`;
  if (tables.length === 1) {
    const { message, details } = columnsMissing(tables[0]!, missing);
    return new UlteriorError('COLUMN_MISSING', message, advice, details);
  }
  const all = tables.flatMap(({ names }) => names);
  const wanted = fewOf(missing, ({ name, purpose }) => `"${name}" for ${purpose}${meant(name, all)}`);
  const looked = tables.map(({ file, names }) => `"${file}": ${columnsText(names, missing)}`);
  return new UlteriorError(
    'COLUMN_MISSING',
    `none of the ${tables.length} tables has a column ${wanted}. ${looked.join('. ')}`,
    advice,
    { files: tables.map(({ file }) => file), columns: handful(all, missing) },
  );
}

function columnsText(names: readonly string[], missing: readonly MissingColumn[]): string {
  if (names.length === 1) return `its only column is "${names[0]}"`;
  if (names.length > 1 && names.every((name, at) => name === String(at + 1))) {
    return `it has no header, so its ${names.length} columns are named 1 to ${names.length}`;
  }
  const listed = handful(names, missing);
  const others = names.length - listed.length;
  return `its ${names.length} columns are ${listed.map((name) => `"${name}"`).join(', ')}${others === 0 ? '' : ` and ${others} others`}`;
}

/** All names of a small table; of a large one those that are most like what was wanted, then the first ones. */
function handful(names: readonly string[], missing: readonly MissingColumn[]): string[] {
  if (names.length <= LISTED) return [...names];
  const first = missing.slice(0, LISTED);
  const near = first.flatMap(({ name }) => (name === undefined ? [] : (nearestName(name, names) ?? [])));
  const holding = names.filter((other) =>
    first.some(({ name }) => name !== undefined && other.toLowerCase().includes(name.toLowerCase())),
  );
  return [...new Set([...near, ...holding, ...names])].slice(0, LISTED);
}

/** Not more than a few of many. */
function fewOf(missing: readonly MissingColumn[], text: (column: MissingColumn) => string): string {
  const others = missing.length - LISTED;
  const listed = missing.slice(0, LISTED).map(text).join(', ');
  return others <= 0 ? listed : `${listed} and ${others} more`;
}

function meant(name: string | undefined, names: readonly string[]): string {
  const near = name === undefined ? undefined : nearestName(name, names);
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}

function flagsOf(missing: readonly MissingColumn[]): string {
  const flags = [...new Set(missing.flatMap(({ flag }) => flag ?? []))];
  if (flags.length === 0) return '';
  return ` (${flags.join(', ')}${flags.every((flag) => flag.startsWith('--')) ? '' : ' in a data file'})`;
}
