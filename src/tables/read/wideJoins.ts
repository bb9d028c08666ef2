/** How a wide table finds the people and the titles that stand in tables of their own: by id, or by position. */

import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { NamedColumns } from '../cells/columnsMissing.ts';
import { chooseColumn, type GuessList, guess } from '../columns/columnRoles.ts';
import { blankName } from '../columns/delimitedLayout.ts';
import type { RowMatch } from './joinTables.ts';

/** In the table of the people. */
export interface UsersChoice {
  readonly user?: string | undefined;
  /** By id where it is not given. */
  readonly match?: RowMatch | undefined;
}

/** In the table of the items. */
export interface ItemsChoice {
  /** Holds the names of the item columns. */
  readonly item?: string | undefined;
  readonly title?: string | undefined;
  /** By id where it is not given and there is an id; otherwise the first row is the first item column, and so on. */
  readonly match?: RowMatch | undefined;
}

/**
 * Where attributes are looked for: first in the table of the people. With such a table, an item column is no attribute:
 * columns of files without a header have the same names.
 */
export function wideAttributeTables(
  wide: NamedColumns,
  items: readonly string[],
  users: NamedColumns | undefined,
): NamedColumns[] {
  if (users === undefined) return [wide];
  const isItem = new Set(items);
  return [users, { file: wide.file, names: wide.names.filter((name) => !isItem.has(name)) }];
}

/** The columns with the ids, in the wide table and in that of the people. By position they are there only to be compared. */
export type UserIds =
  | { readonly match: 'id'; readonly here: string; readonly there: string }
  | { readonly match: 'position'; readonly here?: string; readonly there?: string };

export function chooseUserIds(
  wide: NamedColumns & { readonly given: string | undefined },
  users: NamedColumns,
  { user, match }: UsersChoice,
  guesses: GuessList,
): UserIds {
  requireMatch('users.match', match);
  const idOf = (
    { file, names }: NamedColumns,
    given: string | undefined,
    kind: 'ratings' | 'users',
    told: GuessList,
  ) => {
    if (given !== undefined) return chooseColumn(file, names, 'user', given, told, kind);
    // The index of a data frame, which has no name, is an id here too.
    return guess(names, 'user', 'users') && chooseColumn(file, names, 'user', undefined, told, 'users');
  };
  if (match === 'position') {
    const [here, there] = [idOf(wide, wide.given, 'ratings', []), idOf(users, user, 'users', [])];
    const comparable = [here, there].every((column) => column !== undefined && column !== blankName(0));
    return comparable ? { match, here: here!, there: there! } : { match };
  }
  const [here, there] = [idOf(wide, wide.given, 'ratings', guesses), idOf(users, user, 'users', guesses)];
  if (here !== undefined && there !== undefined) return { match: 'id', here, there };
  const lacking = [here === undefined ? wide.file : [], there === undefined ? users.file : []].flat();
  throw new UlteriorError(
    'ROWS_NOT_MATCHED',
    `the rows of "${wide.file}" and "${users.file}" cannot be matched: ${lacking.map((file) => `"${file}"`).join(' and ')} ${lacking.length === 1 ? 'has' : 'have'} no column that is known to hold ids`,
    'if both files list the same people in the same order, match them by position (usersMatch in a data file); otherwise name the columns with the ids (userColumn, usersIdColumn in a data file)',
    { files: [wide.file, users.file], lacking },
  );
}

/** The columns that reading takes besides items and attributes. */
export function idColumns(ids: UserIds | undefined, side: 'here' | 'there'): string[] {
  const column = ids?.[side];
  return column === undefined ? [] : [column];
}

/** The column with the titles, and that with the names of the item columns unless rows go by position. */
export function chooseTitleColumns(
  { file, names }: NamedColumns,
  { item, title, match }: ItemsChoice,
  guesses: GuessList,
): { readonly title: string; readonly item?: string } {
  requireMatch('titles.match', match);
  const only = title === undefined && names.length === 1 ? names[0] : undefined;
  if (only !== undefined) guesses.push({ file, role: 'title', column: only });
  const titles = only ?? chooseColumn(file, names, 'title', title, guesses, 'items');
  if (match === 'position') return { title: titles };
  const others = names.filter((name) => name !== titles);
  if (item === undefined && match === undefined && guess(others, 'item', 'items') === undefined)
    return { title: titles };
  const found = chooseColumn(file, item === undefined ? others : names, 'item', item, guesses, 'items');
  return { title: titles, item: found };
}

/** A spec may say anything. */
function requireMatch(parameter: string, match: RowMatch | undefined): void {
  if (match === undefined || match === 'id' || match === 'position') return;
  throw outOfRange(parameter, match, 'id or position');
}
