/**
 * Which column means what. Names are given or guessed from the header; every guess is reported, so that a wrong one is
 * seen. Only names that leave little doubt are guessed.
 */

import { UlteriorError } from '../../errors/index.ts';
import { columnsMissing, type MissingColumn, type NamedColumns } from '../cells/columnsMissing.ts';
import { findColumn } from '../cells/table.ts';
import { blankName } from './delimitedLayout.ts';
import { columnsInRange, isColumnRange } from './itemColumnRange.ts';

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
    'reviewerid',
    'reviewer',
    'profileid',
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
    'isbn',
    'asin',
    'placeid',
    'businessid',
    'restaurantid',
    'songid',
    'trackid',
    'artistid',
    'gameid',
    'animeid',
    'recipeid',
    'jokeid',
    'title',
    'movietitle',
    'name',
  ],
  rating: [
    'rating',
    'ratings',
    'score',
    'stars',
    'value',
    'rate',
    'bookrating',
    'movierating',
    'overallrating',
    'overall',
    'userrating',
    'reviewscore',
  ],
  time: ['timestamp', 'time', 'date', 'ts'],
  title: ['title', 'movietitle', 'name', 'moviename', 'itemname', 'label'],
} as const;

export type ColumnRole = keyof typeof HABITUAL;

/** Collects guesses while columns are chosen, for the summary. */
export type GuessList = GuessedColumn[];

type TableKind = 'ratings' | 'users' | 'items';

/** What names a column in a data file. */
const KEYS: Readonly<Record<TableKind, Partial<Record<ColumnRole, string>>>> = {
  ratings: { user: 'userColumn', item: 'itemColumn', rating: 'ratingColumn' },
  users: { user: 'usersIdColumn' },
  items: { item: 'itemsIdColumn', title: 'itemsTitleColumn' },
};

export function chooseColumn(
  file: string,
  names: readonly string[],
  role: ColumnRole,
  given: string | undefined,
  guesses: GuessList,
  kind: TableKind = 'ratings',
): string {
  return chooseColumns({ file, names }, { [role]: given }, [role], guesses, kind)[role]!;
}

/** The columns of all the roles; those that are not there are named together. */
function chooseColumns<Role extends ColumnRole>(
  { file, names }: NamedColumns,
  given: Partial<Record<ColumnRole, string | undefined>>,
  roles: readonly Role[],
  guesses: GuessList,
  kind: TableKind,
): { readonly [role in Role]: string } {
  const chosen: Partial<Record<ColumnRole, string>> = {};
  const missing: MissingColumn[] = [];
  for (const role of roles) {
    const name = given[role];
    const found = name === undefined ? guess(names, role, kind) : findColumn(names, name);
    const described = name === undefined ? `called ${HABITUAL[role].slice(0, 3).join(', ')} or the like` : undefined;
    if (found === undefined) missing.push({ name, described, purpose: `the ${role}`, flag: KEYS[kind][role] });
    else if (name === undefined) {
      // Readers number columns of the same name.
      if (names.includes(`${found} (2)`)) throw columnRepeated(file, found, role);
      guesses.push({ file, role, column: found });
    }
    if (found !== undefined) chosen[role] = found;
  }
  if (missing.length > 0) throw columnsMissing({ file, names }, missing);
  return chosen as { readonly [role in Role]: string };
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
  const timed = given.time !== undefined || guess(names, 'time') !== undefined;
  const always = ['user', 'item', 'rating'] as const;
  const chosen = chooseColumns({ file, names }, given, timed ? [...always, 'time'] : always, guesses, 'ratings');
  return { ...chosen, time: timed ? chosen.time : undefined };
}

/** The columns of a wide table that hold ratings: a list of names, a pattern that they match, or a range of columns. */
export type ItemColumns = readonly string[] | { readonly pattern: string } | { readonly range: string };

/** What is meant where one text can be either. */
export function itemColumnsFrom(text: string): ItemColumns {
  return isColumnRange(text) ? { range: text } : { pattern: text };
}

export function chooseItemColumns(file: string, names: readonly string[], items: ItemColumns): string[] {
  const flag = '--item-columns';
  if ('range' in items) return columnsInRange(file, names, items.range);
  if (!('pattern' in items)) {
    const found = items.map((item) => findColumn(names, item));
    const missing = items.filter((_, at) => found[at] === undefined);
    if (missing.length === 0) return found as string[];
    throw columnsMissing(
      { file, names },
      missing.map((name) => ({ name, purpose: 'an item', flag })),
    );
  }
  const pattern = compile(items.pattern);
  const matching = names.filter((name) => pattern.test(name));
  if (matching.length > 0) return matching;
  throw columnsMissing({ file, names }, [{ described: `that matches /${items.pattern}/`, purpose: 'the items', flag }]);
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

/** Undefined where no name leaves little doubt. */
export function guess(names: readonly string[], role: ColumnRole, kind?: TableKind): string | undefined {
  const bare = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  for (const habitual of habitualNames(role, kind)) {
    const at = bare.indexOf(habitual);
    if (at >= 0) return names[at];
  }
  return undefined;
}

/** In a table of people or items "id" is theirs, and so is the index of a data frame, which has no name. */
function habitualNames(role: ColumnRole, kind: TableKind | undefined): readonly string[] {
  if (kind === 'users' && role === 'user') return [...HABITUAL.user, 'id', blankName(0)];
  if (kind === 'items' && role === 'item') {
    const isTitle = (name: string) => (HABITUAL.title as readonly string[]).includes(name);
    return [...HABITUAL.item.filter((name) => !isTitle(name)), 'id', ...HABITUAL.item.filter(isTitle)];
  }
  return HABITUAL[role];
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
