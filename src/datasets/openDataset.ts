/** From a source to a dataset and an account of what was read: what the command line, the service and specs call. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UlteriorError } from '../errors/index.ts';
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
  type ReaderOptions,
  readerRegistry,
  type Table,
  wideAttributeTables,
  wideTable,
} from '../tables/index.ts';
import { withDatabase } from './files/duckdb.ts';
import type { FileOptions } from './files/fileOptions.ts';
import { readPeopleInRatings } from './files/readPeopleInRatings.ts';
import { readPlainRatings } from './files/readPlainRatings.ts';
import { readRatings } from './files/readRatings.ts';
import { readTable } from './files/readTable.ts';
import { openTableFile, type TableFile } from './files/tableFile.ts';
import {
  type DatasetSource,
  type KnownSource,
  type LongSource,
  readerNamed,
  sourceUnknown,
  type TitleFile,
  type UsersFile,
  type WideSource,
} from './sources/datasetSource.ts';
import { type KnownLayout, type KnownName, knownLayouts } from './sources/knownLayouts.ts';
import { openWorld } from './sources/openWorld.ts';

/**
 * Reads data, and tells what was read, what was left out and why. Files need the package `@duckdb/node-api`
 * (PACKAGE_MISSING).
 *
 * @example
 * ```ts
 * import { openDataset, sourceFromText } from 'ulterior/datasets';
 *
 * const { dataset, summary } = await openDataset(sourceFromText('world:demo,users=100'));
 * console.log(dataset.users.size, summary.ratings);
 * ```
 */
export async function openDataset(source: DatasetSource): Promise<ReadDataset> {
  switch (source.kind) {
    case 'long':
      return openLong(source);
    case 'wide':
      return openWide(source);
    case 'known':
      return openKnown(source);
    case 'world':
      return openWorld(source);
    default:
      throw sourceUnknown(
        `there is no kind of source "${(source as { kind?: unknown }).kind}"`,
        'set kind to long, wide, known or world',
        JSON.stringify(source),
      );
  }
}

async function openLong(source: LongSource, meanings: KnownLayout['meanings'] = {}): Promise<ReadDataset> {
  const wantsTime = source.duplicates === 'last';
  const missing = missingValues(source.missing);
  const { path, columns: given = {}, ...options } = source.ratings;
  // Read one after another: each database would use all cores.
  const users = source.users && (await withDatabase((connection) => namesIn(connection, source.users!)));
  const { ratings, inRatings, toldByUsers } = await withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, options);
    const { time, ...rest } = chooseLongColumns(path, file.names, given, []);
    const tables = [...(users === undefined ? [] : [users]), { file: path, names: file.names }];
    const places = attributePlaces(source.attributes, tables, source.groupColumn);
    const names = wantsTime ? { ...rest, time } : rest;
    const { lenientNumbers: lenient = false, answers } = source;
    const table =
      (await readPlainRatings(file, names)) ?? (await readRatings(connection, file, names, missing, lenient, answers));
    const own = columnsAt(places, tables.length - 1);
    return {
      ratings: table,
      inRatings: own.length === 0 ? undefined : await readPeopleInRatings(connection, file, rest.user, own, missing),
      toldByUsers: users === undefined ? [] : columnsAt(places, 0),
    };
  });
  const people =
    source.users &&
    (await readColumns(source.users, (names) => [
      chooseColumn(source.users!.path, names, 'user', source.users!.user, [], 'users'),
      ...toldByUsers,
    ]));
  const items = source.items && (await readColumns(source.items, (names) => longTitles(source.items!, names)));
  const { time, ...columns } = given;
  return longTable(
    { ratings, users: people && withMeanings(people, meanings, missing), items, inRatings },
    {
      ...source,
      columns: wantsTime ? { ...columns, time } : columns,
      userColumns: { user: source.users?.user },
      itemColumns: { item: source.items?.item, title: source.items?.title },
    },
  );
}

async function namesIn(connection: DuckDBConnection, { path, ...options }: UsersFile): Promise<NamedColumns> {
  return { file: path, names: (await openTableFile(connection, path, options)).names };
}

/** The columns that `choose` picks, as texts; the first one where it needs none, for the number of rows. */
function readColumns(
  { path, ...options }: FileOptions & { readonly path: string },
  choose: (names: readonly string[]) => readonly string[],
): Promise<Table> {
  return withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, options);
    const texts = distinct(choose(file.names));
    return readTable(connection, file, { texts: texts.length === 0 ? file.names.slice(0, 1) : texts });
  });
}

async function openWide(source: WideSource): Promise<ReadDataset> {
  const { path, items: wanted, user: given, users, titles } = source;
  const people = users && (await withDatabase((connection) => namesIn(connection, users)));
  const read = await withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, source);
    const { names } = file;
    const ids = people && chooseUserIds({ file: path, names, given }, people, users!, []);
    const user = ids?.match === 'id' ? ids.here : chooseWideUser(path, names, given, []);
    const items = chooseItemColumns(path, names, wanted).filter((name) => name !== user);
    const tables = wideAttributeTables({ file: path, names }, items, people);
    const places = attributePlaces(source.attributes, tables, source.groupColumn);
    const own = columnsAt(places, tables.length - 1);
    const needed = [...(user === undefined ? [] : [user]), ...idColumns(ids, 'here'), ...own];
    // Whether people have several rows is seen in columns that nothing else needs.
    const texts = distinct([...needed, ...personColumns(names, [...items, ...needed])]);
    // The database knows no lenient numbers.
    const columns = source.lenientNumbers
      ? { texts: distinct([...texts, ...items]) }
      : { numbers: items.filter((item) => !texts.includes(item)), texts };
    return {
      table: await readWithWords(connection, file, columns, source.missing),
      items,
      ofUsers: people === undefined ? [] : [...idColumns(ids, 'there'), ...columnsAt(places, 0)],
    };
  });
  const beside = {
    users: users && (await readColumns(users, () => read.ofUsers)),
    items: titles && (await readColumns(titles, (names) => wideTitles(titles, names))),
  };
  // By name: what is read of the file has other positions.
  return wideTable(read.table, { ...source, items: read.items, userColumns: users, itemColumns: titles }, beside);
}

/** The same as `readTable`; columns of numbers in which words stand are read as texts, to see what those mean. */
async function readWithWords(
  connection: DuckDBConnection,
  file: TableFile,
  columns: Parameters<typeof readTable>[2],
  missing: WideSource['missing'],
): Promise<Table> {
  const table = await readTable(connection, file, columns);
  const texts = columnsWithWords(table, missingValues(missing));
  if (texts.length === 0) return table;
  return { ...table, columns: new Map([...table.columns, ...(await readTable(connection, file, { texts })).columns]) };
}

function longTitles({ path, item, title }: TitleFile, names: readonly string[]): string[] {
  return [chooseColumn(path, names, 'item', item, [], 'items'), chooseColumn(path, names, 'title', title, [], 'items')];
}

function wideTitles(titles: NonNullable<WideSource['titles']>, names: readonly string[]): string[] {
  const { item, title } = chooseTitleColumns({ file: titles.path, names }, titles, []);
  return [...(item === undefined ? [] : [item]), title];
}

/** The reader makes the dataset; what it makes is looked at, because figures are computed from it. */
async function openKnown({ kind: _, name, folder, ...options }: KnownSource): Promise<ReadDataset> {
  const read = await readerNamed(name).read(folder, options);
  const whole = read?.dataset?.ratings?.byUser !== undefined && typeof read.summary?.source === 'string';
  if (whole) return read;
  throw new UlteriorError(
    'PLUGIN_MISBEHAVED',
    `the reader "${name}" gave no dataset with a summary`,
    'end it with longTable(...) or wideTable(...), which give both',
    { reader: name },
  );
}

function readKnown(name: KnownName, given: string, options: ReaderOptions): Promise<ReadDataset> {
  const { columns, ratings, users, items, meanings } = knownLayouts[name];
  const nested = join(given, name);
  const folder = existsSync(join(nested, ratings.name)) ? nested : given;
  const placed = ({ name: file, ...rest }: KnownLayout['ratings']) => ({ path: join(folder, file), ...rest });
  const { attributes = ['gender'], ...others } = options;
  const { user, item, rating, time, title } = columns;
  return openLong(
    {
      ...others,
      attributes,
      kind: 'long',
      ratings: { ...placed(ratings), columns: { user, item, rating, time } },
      users: { ...placed(users), user },
      items: items && { ...placed(items), item, title },
    },
    meanings,
  );
}

// The readers that ship come in by the same door as those of plug-ins.
for (const name of Object.keys(knownLayouts) as KnownName[]) {
  const summary = `${name} in the layout of its publisher`;
  readerRegistry.add(
    { name, summary, read: (folder: string, options: ReaderOptions) => readKnown(name, folder, options) },
    'Ulterior',
  );
}

/** Codes in words; a code that means "missing" stays what it is. */
function withMeanings(table: Table, meanings: NonNullable<KnownLayout['meanings']>, missing: MissingValues): Table {
  const columns = [...table.columns].map(([name, column]) => {
    const texts = meanings[name];
    if (texts === undefined || column.kind !== 'texts') return [name, column] as const;
    const values = column.values.map((value) =>
      missing.wordOf(value) === undefined ? (texts[Number(value)] ?? value) : value,
    );
    return [name, { kind: 'texts', values }] as const;
  });
  return { ...table, columns: new Map(columns) };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
