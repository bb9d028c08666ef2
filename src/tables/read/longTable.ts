/**
 * A long table: one row per rating, with columns for user, item and rating. A second table may tell of the users and a
 * third of the items; both are joined by id, and may list more than were rated. What the second table does not tell, the
 * rows of the ratings may. Rows whose rating is missing are left out and counted.
 */

import { UlteriorError } from '../../errors/index.ts';
import { createRatingMatrix, createVocabulary, type ItemIndex, type UserIndex } from '../../ratings/index.ts';
import { attributePlaces, columnsAt } from '../attributes/attributePlaces.ts';
import { cleanText } from '../cells/cleanText.ts';
import { codesOf } from '../cells/idCodes.ts';
import { cutNumbers, lenientAdvice } from '../cells/lenientNumbers.ts';
import { missingValues, WordCounts } from '../cells/missingValues.ts';
import { type Column, numberAt, type Table, textAt } from '../cells/table.ts';
import { chooseColumn, chooseLongColumns, type GuessList, type LongColumns } from '../columns/columnRoles.ts';
import { type DuplicateRule, resolveDuplicates } from './duplicates.ts';
import { type DatasetOptions, finishDataset, type People, type ReadDataset, within } from './finishDataset.ts';
import { rowsOfIds } from './joinTables.ts';
import { ratingReader, withoutMissing } from './missingRatings.ts';
import { PeopleInRatings } from './peopleInRatings.ts';

interface LongTables {
  readonly ratings: Table;
  readonly users?: Table | undefined;
  readonly items?: Table | undefined;
  /** One row per person, from the rows of the ratings; made here where a reader has not made it. */
  readonly inRatings?: Table | undefined;
}

/** Columns that are not named are guessed from their names, and the guesses are in the summary. */
interface LongOptions extends DatasetOptions {
  readonly columns?: Partial<LongColumns> | undefined;
  /** The id in the table of the users, and id and title in that of the items. */
  readonly userColumns?: { readonly user?: string | undefined } | undefined;
  readonly itemColumns?: { readonly item?: string | undefined; readonly title?: string | undefined } | undefined;
  readonly duplicates?: DuplicateRule | undefined;
}

/** A table with one row per rating, and tables of people and titles beside it, to data. */
export function longTable(tables: LongTables, options: LongOptions = {}): ReadDataset {
  const { ratings } = tables;
  const { duplicates: rule = 'error' } = options;
  const guesses: GuessList = [];
  const names = chooseLongColumns(ratings.name, [...ratings.columns.keys()], options.columns ?? {}, guesses);
  const column = (name: string) => ratings.columns.get(name)!;
  const words = new WordCounts();
  const cut = new WordCounts();
  const present = withoutMissing({
    table: ratings,
    users: codesOf(ratings, column(names.user), 'user'),
    items: codesOf(ratings, column(names.item), 'item'),
    values: ratingValues(ratings, column(names.rating), options, words, cut),
    times: names.time === undefined || rule !== 'last' ? undefined : numbersOf(ratings, column(names.time)),
  });
  const { users, items, values } = present;
  if (values.length === 0) throw allMissing(ratings, names.rating);
  const { triples, found } = resolveDuplicates(present, rule);

  const titles = tables.items && titlesOf(tables.items, ratings.name, items.ids, options.itemColumns ?? {}, guesses);
  const people = peopleOf(tables, users.ids, names.user, options, guesses);
  const parts = {
    users: createVocabulary<UserIndex>(users.ids),
    items: createVocabulary<ItemIndex>(items.ids, titles),
    ratings: within(ratings.name, () => createRatingMatrix(users.ids.length, items.ids.length, triples)),
  };
  const facts = {
    source: ratings.name,
    rowsRead: ratings.rows,
    ratingsRead: values.length,
    guessedColumns: guesses,
    understood: [ratings, tables.users, tables.items].flatMap((one) => one?.understood ?? []),
    duplicates: { found, rule },
    missing: words.list(),
    cutNumbers: cutNumbers(cut),
    dropped: [],
  };
  return finishDataset(parts, people, facts, options);
}

/** NaN where the rating is missing; what is neither missing nor a finite number is refused. */
function ratingValues(
  table: Table,
  column: Column,
  { missing, lenientNumbers }: LongOptions,
  words: WordCounts,
  cut: WordCounts,
): Float32Array {
  const ratingOf = ratingReader(column, missingValues(missing), words, lenientNumbers ? cut : undefined);
  const values = new Float32Array(table.rows);
  let bad = 0;
  let first = 0;
  for (let row = 0; row < table.rows; row++) {
    const rating = ratingOf(row);
    values[row] = rating ?? Number.NaN;
    if (rating === undefined || Number.isFinite(values[row])) continue;
    if (bad++ === 0) first = row;
  }
  if (bad > 0) throw ratingNotNumeric(table.name, table.lineOf(first), textAt(column, first), bad);
  return values;
}

function allMissing(table: Table, column: string): UlteriorError {
  return new UlteriorError(
    'DATASET_EMPTY',
    `all ${table.rows} ratings of "${table.name}" are missing in the column "${column}"`,
    'name the column of the ratings, or fewer missing values',
    { file: table.name, column },
  );
}

export function ratingNotNumeric(file: string, line: string, text: string | undefined, count: number): UlteriorError {
  return new UlteriorError(
    'RATING_NOT_FINITE',
    `${count} ${count === 1 ? 'rating' : 'ratings'} of "${file}" ${count === 1 ? 'is not a number' : 'are not numbers'}; the first is ${line}: ${text === undefined ? 'the cell is empty' : `"${text}"`}`,
    `correct or remove these rows; if all rows are affected, name the column of the ratings or set the delimiter${lenientAdvice([text])}`,
    { file, line, count, text },
  );
}

function numbersOf(table: Table, column: Column): Float64Array {
  return Float64Array.from({ length: table.rows }, (_, row) => numberAt(column, row));
}

function titlesOf(
  table: Table,
  source: string,
  ids: readonly string[],
  given: NonNullable<LongOptions['itemColumns']>,
  guesses: GuessList,
): (string | undefined)[] {
  const names = [...table.columns.keys()];
  const column = chooseColumn(table.name, names, 'item', given.item, guesses, 'items');
  const title = table.columns.get(chooseColumn(table.name, names, 'title', given.title, guesses, 'items'))!;
  const rows = rowsOfIds(ids, { table, column, kind: 'item', source });
  return Array.from(rows, (row) => (row < 0 ? undefined : cleanText(textAt(title, row) ?? '')));
}

/** The table of the users, and then the rows of the ratings. */
function peopleOf(
  { ratings, users, inRatings }: LongTables,
  ids: readonly string[],
  user: string,
  { attributes, groupColumn, userColumns, missing }: LongOptions,
  guesses: GuessList,
): People[] {
  const joined = (table: Table, column: string): People => ({
    table,
    rowOfUser: rowsOfIds(ids, { table, column, kind: 'user', source: ratings.name }),
  });
  const tables = [users, inRatings ?? ratings].filter((table) => table !== undefined);
  const places = attributePlaces(
    attributes,
    tables.map(({ name, columns }) => ({ file: name, names: [...columns.keys()] })),
    groupColumn,
  );
  const wanted = columnsAt(places, tables.length - 1);
  const own = wanted.length === 0 ? [] : [joined(inRatings ?? peopleFrom(ratings, user, wanted, missing), user)];
  if (users === undefined) return own;
  const names = [...users.columns.keys()];
  return [joined(users, chooseColumn(users.name, names, 'user', userColumns?.user, guesses, 'users')), ...own];
}

function peopleFrom(table: Table, user: string, attributes: readonly string[], missing: LongOptions['missing']): Table {
  const people = new PeopleInRatings(user, attributes, missingValues(missing));
  const [ids, ...columns] = [user, ...attributes].map((name) => table.columns.get(name)!);
  for (let row = 0; row < table.rows; row++) {
    people.add(
      textAt(ids!, row),
      columns.map((column) => textAt(column, row)),
      row,
    );
  }
  return people.finish(table.name, table.lineOf);
}
