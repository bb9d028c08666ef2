/**
 * A wide table: one row per person, one column per item, and columns with attributes. A cell that is no number ("N/A", an
 * empty one) or is named as missing is "not rated"; people who rated nothing and items that nobody rated are left out
 * and counted. Attributes and titles may stand in tables of their own.
 */

import { UlteriorError } from '../../errors/index.ts';
import { createVocabulary, type ItemIndex, ratingMatrixFromRows, type UserIndex } from '../../ratings/index.ts';
import { readAnswers, type WordedColumn } from '../answers/readAnswers.ts';
import { attributePlaces, columnsAt } from '../attributes/attributePlaces.ts';
import { cleanText } from '../cells/cleanText.ts';
import type { NamedColumns } from '../cells/columnsMissing.ts';
import { codesOf } from '../cells/idCodes.ts';
import { cutNumbers, lenientAdvice } from '../cells/lenientNumbers.ts';
import { type MissingValues, missingValues, WordCounts } from '../cells/missingValues.ts';
import { type Column, type Table, textAt } from '../cells/table.ts';
import { personColumns, severalRows } from '../checks/severalRows.ts';
import { chooseItemColumns, chooseWideUser, type GuessList, type ItemColumns } from '../columns/columnRoles.ts';
import { titlesFromHeaders } from '../columns/itemTitles.ts';
import type { DuplicateRule } from './duplicates.ts';
import { type DatasetOptions, finishDataset, type People, type ReadDataset } from './finishDataset.ts';
import { requireSameOrder, rowsInOrder, rowsOfIds } from './joinTables.ts';
import { ratingReader } from './missingRatings.ts';
import {
  chooseTitleColumns,
  chooseUserIds,
  type ItemsChoice,
  type UserIds,
  type UsersChoice,
  wideAttributeTables,
} from './wideJoins.ts';

interface WideOptions extends DatasetOptions {
  /** A pattern is matched without regard to case, anywhere in the header. */
  readonly items: ItemColumns;
  /** The column with the ids; guessed where it is not given, and the number of the row where there is none. */
  readonly user?: string | undefined;
  readonly userColumns?: UsersChoice | undefined;
  readonly itemColumns?: ItemsChoice | undefined;
  /** What counts where a person has several rows. */
  readonly duplicates?: DuplicateRule | undefined;
}

/** Tables beside a wide one. */
interface WideTables {
  /** One row per person; what it tells counts before what the wide table tells. */
  readonly users?: Table | undefined;
  /** One row per item, with its title. */
  readonly items?: Table | undefined;
}

/** Users keep the order of the rows, items that of the columns. Ids are the headers, titles what differs in them. */
export function wideTable(table: Table, options: WideOptions, beside: WideTables = {}): ReadDataset {
  const guesses: GuessList = [];
  const names = [...table.columns.keys()];
  const joinIds = beside.users && userIdsOf(table, beside.users, options, guesses);
  const userName = joinIds?.match === 'id' ? joinIds.here : chooseWideUser(table.name, names, options.user, guesses);
  const items = chooseItemColumns(table.name, names, options.items).filter((name) => name !== userName);
  const tables = wideAttributeTables(namedColumns(table), items, beside.users && namedColumns(beside.users));
  // What is to be inferred is no question.
  const told = columnsAt(attributePlaces(options.attributes, tables, options.groupColumn), tables.length - 1);
  const headers = items.filter((name) => !told.includes(name));
  const { duplicates: rule = 'error' } = options;
  const ids = userIds(table, userName === undefined ? undefined : table.columns.get(userName)!, rule);
  const persons = personColumns(names, [userName, ...items, ...told]);
  const repeated = options.groupColumn === undefined ? severalRows(table, persons) : [];
  const missing = missingValues(options.missing);
  const words = new WordCounts();
  const cut = new WordCounts();
  const answers = readAnswers(table.name, wordedColumns(table, headers, missing), options.answers);
  const columns = headers.map((header) => {
    const column = table.columns.get(header)!;
    const numberOf = answers.numbersOf.get(header);
    const ratingOf = ratingReader(column, missing, words, options.lenientNumbers ? cut : undefined, numberOf);
    return Float32Array.from({ length: table.rows }, (_, row) => {
      const rating = ratingOf(row);
      if (rating !== undefined && Number.isNaN(rating)) words.add(cleanText(textAt(column, row)!));
      return rating ?? Number.NaN;
    });
  });
  const rowsOf = rowsByPerson(ids);
  if (rule === 'mean') for (const column of columns) averageRows(column, rowsOf);
  // The last row of each person: the only one, in most tables.
  const kept = rowsOf.map((own) => own.at(-1)!).sort((a, b) => a - b);
  const rows = gatherRatings(columns, kept);
  if (rows.values.length === 0) {
    throw new UlteriorError(
      'DATASET_EMPTY',
      headers.length === 0
        ? `"${table.name}" has no item columns besides those of the user and the attributes`
        : `"${table.name}" has no number in its ${headers.length} item columns; the first is "${headers[0]}"`,
      `choose other columns for the items${lenientAdvice(words.list().map(({ word }) => word))}`,
      { file: table.name, items: headers },
    );
  }
  const keptItems = headers.flatMap((_, item) => (rows.ratedItems[item] === 1 ? [item] : []));
  const titles = titlesOf(headers, table, beside.items, options.itemColumns ?? {}, guesses);
  const facts = {
    source: table.name,
    rowsRead: table.rows,
    ratingsRead: rows.values.length,
    guessedColumns: guesses,
    understood: [table, beside.users, beside.items, answers].flatMap((one) => one?.understood ?? []),
    duplicates: { found: table.rows - kept.length, rule },
    missing: words.list(),
    cutNumbers: cutNumbers(cut),
    findings: repeated,
    dropped:
      rows.people.length === kept.length && keptItems.length === headers.length
        ? []
        : [
            {
              reason: 'no ratings',
              users: kept.length - rows.people.length,
              items: headers.length - keptItems.length,
              ratings: 0,
            },
          ],
  };
  const parts = {
    users: createVocabulary<UserIndex>(rows.people.map((row) => ids[row]!)),
    items: createVocabulary<ItemIndex>(
      keptItems.map((item) => headers[item]!),
      keptItems.map((item) => titles[item]!),
    ),
    ratings: ratingMatrixFromRows(rows.people.length, keptItems.length, {
      starts: rows.starts,
      indices: rows.indices,
      values: rows.values,
    }),
  };
  const labels = new Map([...(table.labels ?? []), ...(beside.items?.labels ?? [])]);
  const people = peopleOf({ ...table, labels }, headers, Int32Array.from(rows.people), beside.users, joinIds, ids);
  return finishDataset(parts, people, facts, options);
}

/** The table of the people, by id or in order, and then what the wide table tells besides its items. */
function peopleOf(
  table: Table,
  headers: readonly string[],
  rowOfUser: Int32Array,
  users: Table | undefined,
  joinIds: UserIds | undefined,
  ids: readonly string[],
): People[] {
  const items = new Set(headers);
  const others = new Map([...table.columns].filter(([name]) => !items.has(name)));
  const own = { table: { ...table, columns: others }, rowOfUser };
  if (users === undefined) return [own];
  const otherwise = ', or match the rows by position (usersMatch in a data file)';
  const rows =
    joinIds?.match === 'id'
      ? rowsOfIds(ids, { table: users, column: joinIds.there, kind: 'user', source: table.name, otherwise })
      : rowsInOrder({ file: table.name, count: table.rows, unit: 'row' }, users);
  if (joinIds?.match === 'position' && joinIds.here !== undefined) {
    requireSameOrder(table, joinIds.here, users, joinIds.there!);
  }
  return [{ table: users, rowOfUser: rowOfUser.map((row) => rows[row]!) }, own];
}

/** The texts of the columns that are read as texts. */
function wordedColumns(table: Table, headers: readonly string[], missing: MissingValues): WordedColumn[] {
  return headers.flatMap((header) => {
    const column = table.columns.get(header)!;
    if (column.kind === 'numbers') return [];
    const firstRows = new Map<string, number>();
    for (let row = 0; row < table.rows; row++) {
      const text = textAt(column, row);
      if (text !== undefined && !firstRows.has(text) && missing.wordOf(text) === undefined) firstRows.set(text, row);
    }
    const texts = new Set(firstRows.keys());
    return [{ column: header, texts, where: (text: string) => table.lineOf(firstRows.get(text)!) }];
  });
}

/** Columns in which something stands that is neither a number nor missing: what it means is seen from its texts. */
export function columnsWithWords({ columns }: Table, missing: MissingValues): string[] {
  return [...columns].flatMap(([name, column]) => {
    const words = column.kind === 'numbers' ? [...(column.noNumbers?.keys() ?? [])] : [];
    return words.some((word) => missing.wordOf(word) === undefined) ? [name] : [];
  });
}

function userIdsOf(table: Table, users: Table, { user, userColumns }: WideOptions, guesses: GuessList) {
  return chooseUserIds({ ...namedColumns(table), given: user }, namedColumns(users), userColumns ?? {}, guesses);
}

function namedColumns({ name, columns }: Table): NamedColumns {
  return { file: name, names: [...columns.keys()] };
}

/** Where a table of the items has none, what differs in the headers. */
function titlesOf(
  headers: readonly string[],
  { name: source, titles }: Table,
  items: Table | undefined,
  given: ItemsChoice,
  guesses: GuessList,
): string[] {
  const cut = titlesFromHeaders(headers);
  const own = headers.map((header, at) => cleanText(titles?.get(header) ?? '') || cut[at]!);
  if (items === undefined) return own;
  const { title, item } = chooseTitleColumns(namedColumns(items), given, guesses);
  const column = items.columns.get(title)!;
  const rows =
    item === undefined
      ? rowsInOrder({ file: source, count: headers.length, unit: 'item column' }, items)
      : rowsOfIds(headers, {
          table: items,
          column: item,
          kind: 'item',
          source,
          otherwise: ', or match the items by position (itemsMatch in a data file)',
        });
  return own.map((header, at) => (rows[at]! < 0 ? '' : cleanText(textAt(column, rows[at]!) ?? '')) || header);
}

function userIds(table: Table, column: Column | undefined, rule: DuplicateRule): string[] {
  if (column === undefined) return Array.from({ length: table.rows }, (_, row) => String(row + 1));
  // Refuses a missing id, and names its line.
  const { ids } = codesOf(table, column, 'user');
  const texts = Array.from({ length: table.rows }, (_, row) => textAt(column, row)!);
  if (ids.length === table.rows || rule !== 'error') return texts;
  const seen = new Set<string>();
  const row = texts.findIndex((text) => seen.size === seen.add(text).size);
  throw new UlteriorError(
    'VOCABULARY_INVALID',
    `"${table.name}" has ${table.rows - ids.length} rows whose user appears in an earlier row; the first is ${table.lineOf(row)}: "${texts[row]}"`,
    'keep the last row of each person with --set duplicates=last, or the mean of their rows with --set duplicates=mean (ulterior describe); or choose another column with the ids (userColumn)',
    { file: table.name, id: texts[row] },
  );
}

/** The rows of each person, in the order of the table. */
function rowsByPerson(ids: readonly string[]): number[][] {
  const rows = new Map<string, number[]>();
  for (const [row, id] of ids.entries()) {
    const own = rows.get(id);
    if (own === undefined) rows.set(id, [row]);
    else own.push(row);
  }
  return [...rows.values()];
}

/** Into the last row of each person goes the mean of what they answered in all of them. */
function averageRows(column: Float32Array, rowsOf: readonly (readonly number[])[]): void {
  for (const own of rowsOf) {
    if (own.length === 1) continue;
    const known = own.map((row) => column[row]!).filter((value) => !Number.isNaN(value));
    if (known.length > 0) column[own.at(-1)!] = known.reduce((sum, value) => sum + value, 0) / known.length;
  }
}

/** Counted first, so that the arrays have their size from the start. */
function gatherRatings(columns: readonly Float32Array[], rows: readonly number[]) {
  const people: number[] = [];
  const ends: number[] = [0];
  const ratedItems = new Uint8Array(columns.length);
  let count = 0;
  for (const row of rows) {
    const before = count;
    for (let item = 0; item < columns.length; item++) {
      if (Number.isNaN(columns[item]![row])) continue;
      ratedItems[item] = 1;
      count++;
    }
    if (count === before) continue;
    people.push(row);
    ends.push(count);
  }
  const place = new Uint32Array(columns.length);
  for (let item = 0, next = 0; item < columns.length; item++) if (ratedItems[item] === 1) place[item] = next++;
  const indices = new Uint32Array(count);
  const values = new Float32Array(count);
  let to = 0;
  for (const row of people) {
    for (let item = 0; item < columns.length; item++) {
      const value = columns[item]![row]!;
      if (Number.isNaN(value)) continue;
      indices[to] = place[item]!;
      values[to++] = value;
    }
  }
  return { people, starts: Uint32Array.from(ends), indices, values, ratedItems };
}
