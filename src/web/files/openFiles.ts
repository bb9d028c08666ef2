/**
 * From chosen files to a dataset and an account of what was read. What the command line makes of the same files through
 * its database is the same, to the byte; a test compares the two.
 */
import {
  attributePlaces,
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseTitleColumns,
  chooseUserIds,
  chooseWideUser,
  columnsAt,
  columnsWithWords,
  idColumns,
  longTable,
  type MissingValues,
  missingValues,
  type NamedColumns,
  personColumns,
  type ReadDataset,
  type Table,
  wideAttributeTables,
  wideTable,
} from '../../tables/index.ts';
import { type FileBounds, fileBounds } from './fileBounds.ts';
import type { FileSource, LongFiles, WideFile } from './fileSource.ts';
import { type OpenedRows, openRows } from './openRows.ts';
import { peopleInRatings } from './peopleInRatings.ts';
import { readRatings, readTable, type WantedColumns } from './readTables.ts';

export function openFiles(source: FileSource, bounds: FileBounds = fileBounds): Promise<ReadDataset> {
  return source.kind === 'long' ? openLong(source, bounds) : openWide(source, bounds);
}

async function openLong(source: LongFiles, bounds: FileBounds): Promise<ReadDataset> {
  const { file, columns: given = {}, ...options } = source.ratings;
  const rows = await openRows(file, options, bounds);
  const people = source.people && (await openRows(source.people.file, source.people, bounds));
  const { time, ...rest } = chooseLongColumns(rows.name, rows.names, given, []);
  const timed = source.duplicates === 'last' && time !== undefined;
  const missing = missingValues(source.missing);
  const tables = [...(people === undefined ? [] : [people]), rows].map(named);
  const places = attributePlaces(source.attributes, tables, source.groupColumn);
  const ratings = await readRatings(
    rows,
    timed ? { ...rest, time } : rest,
    missing,
    source.lenientNumbers,
    source.answers,
  );
  const own = columnsAt(places, tables.length - 1);
  const inRatings = own.length === 0 ? undefined : await peopleInRatings(rows, rest.user, own, missing);
  const ofPeople = () => [
    chooseColumn(people!.name, people!.names, 'user', source.people!.user, [], 'users'),
    ...columnsAt(places, 0),
  ];
  const users = people && (await readTable(people, { texts: distinct(ofPeople()) }));
  const items = source.items && (await readTitles(source.items, bounds));
  const { time: givenTime, ...givenRest } = given;
  return longTable(
    { ratings, users, items, inRatings },
    {
      ...source,
      columns: timed ? { ...givenRest, time: givenTime } : givenRest,
      userColumns: { user: source.people?.user },
      itemColumns: { item: source.items?.item, title: source.items?.title },
    },
  );
}

async function readTitles(source: NonNullable<LongFiles['items']>, bounds: FileBounds): Promise<Table> {
  const { file, item, title, ...options } = source;
  const rows = await openRows(file, options, bounds);
  const { name, names } = rows;
  const texts = [
    chooseColumn(name, names, 'item', item, [], 'items'),
    chooseColumn(name, names, 'title', title, [], 'items'),
  ];
  return readTable(rows, { texts: distinct(texts) });
}

async function openWide(source: WideFile, bounds: FileBounds): Promise<ReadDataset> {
  const { file, items: wanted, user: given } = source;
  const rows = await openRows(file, source, bounds);
  const people = source.people && (await openRows(source.people.file, source.people, bounds));
  const titles = source.titles && (await openRows(source.titles.file, source.titles, bounds));
  const { name, names } = rows;
  const ids = people && chooseUserIds({ ...named(rows), given }, named(people), source.people!, []);
  const user = ids?.match === 'id' ? ids.here : chooseWideUser(name, names, given, []);
  const items = chooseItemColumns(name, names, wanted).filter((column) => column !== user);
  const tables = wideAttributeTables(named(rows), items, people && named(people));
  const places = attributePlaces(source.attributes, tables, source.groupColumn);
  const own = columnsAt(places, tables.length - 1);
  const needed = [...(user === undefined ? [] : [user]), ...idColumns(ids, 'here'), ...own];
  const texts = distinct([...needed, ...personColumns(names, [...items, ...needed])]);
  const numbers = items.filter((item) => !texts.includes(item));
  const columns = source.lenientNumbers ? { texts: distinct([...texts, ...items]) } : { numbers, texts };
  const table = await readWithWords(rows, columns, missingValues(source.missing));
  const ofPeople = [...idColumns(ids, 'there'), ...columnsAt(places, 0)];
  const beside = {
    users: people && (await readSome(people, ofPeople)),
    items: titles && (await readSome(titles, Object.values(chooseTitleColumns(named(titles), source.titles!, [])))),
  };
  // By name: what is read of the file has other positions.
  return wideTable(table, { ...source, items, userColumns: source.people, itemColumns: source.titles }, beside);
}

/** Columns of numbers in which words stand are read as texts, to see what those mean. */
async function readWithWords(rows: OpenedRows, columns: WantedColumns, missing: MissingValues): Promise<Table> {
  const table = await readTable(rows, columns);
  const texts = columnsWithWords(table, missing);
  return texts.length === 0
    ? table
    : { ...table, columns: new Map([...table.columns, ...(await readTable(rows, { texts })).columns]) };
}

/** The first column where none is needed, for the number of rows. */
function readSome(rows: OpenedRows, names: readonly string[]): Promise<Table> {
  return readTable(rows, { texts: names.length === 0 ? rows.names.slice(0, 1) : distinct(names) });
}

function named({ name, names }: OpenedRows): NamedColumns {
  return { file: name, names };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
