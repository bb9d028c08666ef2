/**
 * Which column means what. Names are given or guessed from the header; every guess is reported, so that a wrong one is
 * seen. Only names that leave little doubt are guessed.
 */

import { UlteriorError } from '../errors/index.ts';
import { columnsInRange, isColumnRange } from './itemColumnRange.ts';
import { columnMissing, requireColumn } from './table.ts';

export interface LongColumns {
  readonly user: string;
  readonly item: string;
  readonly rating: string;
  readonly time?: string | undefined;
}

export interface GuessedColumn {
  readonly file: string;
  readonly role: string;
  readonly column: string;
}

/** Compared without case, spaces and signs, in this order. */
const HABITUAL = {
  user: [
    'user',
    'userid',
    'uid',
    'users',
    'respondentid',
    'respondent',
    'personid',
    'person',
    'customerid',
    'memberid',
  ],
  item: [
    'item',
    'itemid',
    'iid',
    'movie',
    'movieid',
    'mid',
    'filmid',
    'bookid',
    'productid',
    'showid',
    'title',
    'movietitle',
    'name',
  ],
  rating: ['rating', 'ratings', 'score', 'stars', 'value', 'rate'],
  time: ['timestamp', 'time', 'date', 'ts'],
  title: ['title', 'movietitle', 'name', 'moviename', 'itemname', 'label'],
} as const;

export type ColumnRole = keyof typeof HABITUAL;

/** Collects guesses while columns are chosen, for the summary. */
export type GuessList = GuessedColumn[];

export function chooseColumn(
  file: string,
  names: readonly string[],
  role: ColumnRole,
  given: string | undefined,
  guesses: GuessList,
): string {
  const chosen = given === undefined ? guess(names, role) : requireColumn(file, names, given, `the ${role}`);
  if (chosen === undefined)
    throw columnMissing(file, names, `called ${HABITUAL[role].slice(0, 3).join(', ')} or the like`, `the ${role}`);
  if (given !== undefined) return chosen;
  // Readers number columns of the same name.
  if (names.includes(`${chosen} (2)`)) throw columnRepeated(file, chosen, role);
  guesses.push({ file, role, column: chosen });
  return chosen;
}

function columnRepeated(file: string, column: string, role: ColumnRole): UlteriorError {
  return new UlteriorError(
    'COLUMN_REPEATED',
    `"${file}" has more than one column "${column}", so it is not clear which holds the ${role}`,
    `name the column of the ${role}: "${column}" is the first, "${column} (2)" the second; or rename the columns`,
    { file, column, role },
  );
}

/** Time is left out where it is neither given nor found. */
export function chooseLongColumns(
  file: string,
  names: readonly string[],
  given: Partial<LongColumns>,
  guesses: GuessList,
): LongColumns {
  const user = chooseColumn(file, names, 'user', given.user, guesses);
  const item = chooseColumn(file, names, 'item', given.item, guesses);
  const rating = chooseColumn(file, names, 'rating', given.rating, guesses);
  const timed = given.time !== undefined || guess(names, 'time') !== undefined;
  const time = timed ? chooseColumn(file, names, 'time', given.time, guesses) : undefined;
  return { user, item, rating, time };
}

/** The columns of a wide table that hold ratings: a list of names, a pattern that they match, or a range of columns. */
export type ItemColumns = readonly string[] | { readonly pattern: string } | { readonly range: string };

/** What is meant where one text can be either. */
export function itemColumnsFrom(text: string): ItemColumns {
  return isColumnRange(text) ? { range: text } : { pattern: text };
}

export function chooseItemColumns(file: string, names: readonly string[], items: ItemColumns): string[] {
  if ('range' in items) return columnsInRange(file, names, items.range);
  if (!('pattern' in items)) return items.map((item) => requireColumn(file, names, item, 'an item'));
  const pattern = compile(items.pattern);
  const matching = names.filter((name) => pattern.test(name));
  if (matching.length === 0) throw columnMissing(file, names, `that matches /${items.pattern}/`, 'the items');
  return matching;
}

/** A wide table may lack ids: its rows are the people. */
export function chooseWideUser(
  file: string,
  names: readonly string[],
  given: string | undefined,
  guesses: GuessList,
): string | undefined {
  return given === undefined && guess(names, 'user') === undefined
    ? undefined
    : chooseColumn(file, names, 'user', given, guesses);
}

function guess(names: readonly string[], role: ColumnRole): string | undefined {
  const bare = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  for (const habitual of HABITUAL[role]) {
    const at = bare.indexOf(habitual);
    if (at >= 0) return names[at];
  }
  return undefined;
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `the item pattern "${pattern}" is not a regular expression`,
      'write a part of the headers of the item columns, with a backslash before ( ) [ ] . * + ?',
      { parameter: 'items.pattern', value: pattern },
    );
  }
}
