/**
 * A long table: one row per rating, with columns for user, item and rating. A second table may tell of the users and a
 * third of the items; both are joined by id, and may list more than were rated. Rows whose rating is missing are left
 * out and counted.
 */

import { UlteriorError } from '../errors/index.ts';
import { createRatingMatrix, createVocabulary, type ItemIndex, type UserIndex } from '../ratings/index.ts';
import { cleanText } from './cleanText.ts';
import { chooseColumn, chooseLongColumns, type GuessList, type LongColumns } from './columnRoles.ts';
import { type DuplicateRule, resolveDuplicates } from './duplicates.ts';
import { type DatasetOptions, finishDataset, type People, type ReadDataset, within } from './finishDataset.ts';
import { codesOf, idMissing } from './idCodes.ts';
import { ratingReader, withoutMissing } from './missingRatings.ts';
import { missingValues, WordCounts } from './missingValues.ts';
import { type Column, columnOf, numberAt, type Table, textAt } from './table.ts';

export interface LongTables {
  readonly ratings: Table;
  readonly users?: Table | undefined;
  readonly items?: Table | undefined;
}

/** Columns that are not named are guessed from their names, and the guesses are in the summary. */
export interface LongOptions extends DatasetOptions {
  readonly columns?: Partial<LongColumns> | undefined;
  /** The id in the table of the users, and id and title in that of the items. */
  readonly userColumns?: { readonly user?: string | undefined } | undefined;
  readonly itemColumns?: { readonly item?: string | undefined; readonly title?: string | undefined } | undefined;
  readonly duplicates?: DuplicateRule | undefined;
}

export function longTable(tables: LongTables, options: LongOptions = {}): ReadDataset {
  const { ratings } = tables;
  const { duplicates: rule = 'error' } = options;
  const guesses: GuessList = [];
  const names = chooseLongColumns(ratings.name, [...ratings.columns.keys()], options.columns ?? {}, guesses);
  const column = (name: string) => ratings.columns.get(name)!;
  const words = new WordCounts();
  const present = withoutMissing({
    table: ratings,
    users: codesOf(ratings, column(names.user), 'user'),
    items: codesOf(ratings, column(names.item), 'item'),
    values: ratingValues(ratings, column(names.rating), options, words),
    times: names.time === undefined || rule !== 'last' ? undefined : numbersOf(ratings, column(names.time)),
  });
  const { users, items, values } = present;
  if (values.length === 0) throw allMissing(ratings, names.rating);
  const { triples, found } = resolveDuplicates(present, rule);

  const titles = tables.items && titlesOf(tables.items, items.ids, options.itemColumns ?? {}, guesses);
  const people = tables.users && peopleOf(tables.users, users.ids, options.userColumns?.user, guesses);
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
    duplicates: { found, rule },
    missing: words.list(),
    dropped: [],
  };
  return finishDataset(parts, people, facts, options);
}

/** NaN where the rating is missing; what is neither missing nor a finite number is refused. */
function ratingValues(table: Table, column: Column, options: LongOptions, words: WordCounts): Float32Array {
  const ratingOf = ratingReader(column, missingValues(options.missing), words);
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
    'correct or remove these rows; if all rows are affected, name the column of the ratings or set the delimiter',
    { file, line, count, text },
  );
}

function numbersOf(table: Table, column: Column): Float64Array {
  return Float64Array.from({ length: table.rows }, (_, row) => numberAt(column, row));
}

function titlesOf(
  table: Table,
  ids: readonly string[],
  given: NonNullable<LongOptions['itemColumns']>,
  guesses: GuessList,
): (string | undefined)[] {
  const names = [...table.columns.keys()];
  const item = columnOf(table, chooseColumn(table.name, names, 'item', given.item, guesses), 'the item');
  const title = columnOf(table, chooseColumn(table.name, names, 'title', given.title, guesses), 'the title');
  const rows = rowsById(table, item, 'item');
  return ids.map((id) => {
    const row = rows.get(id);
    return row === undefined ? undefined : cleanText(textAt(title, row) ?? '');
  });
}

function peopleOf(table: Table, ids: readonly string[], given: string | undefined, guesses: GuessList): People {
  const name = chooseColumn(table.name, [...table.columns.keys()], 'user', given, guesses);
  const rows = rowsById(table, columnOf(table, name, 'the user'), 'user');
  return { table, rowOfUser: Int32Array.from(ids, (id) => rows.get(id) ?? -1) };
}

function rowsById(table: Table, column: Column, kind: 'user' | 'item'): Map<string, number> {
  const rows = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const id = textAt(column, row);
    if (id === undefined) throw idMissing(table.name, table.lineOf(row), 1, kind);
    const earlier = rows.get(id);
    if (earlier !== undefined) {
      throw new UlteriorError(
        'VOCABULARY_INVALID',
        `"${table.name}" lists the ${kind} "${id}" twice: ${table.lineOf(earlier)} and ${table.lineOf(row)}`,
        'keep one row for each id',
        { file: table.name, id },
      );
    }
    rows.set(id, row);
  }
  return rows;
}
