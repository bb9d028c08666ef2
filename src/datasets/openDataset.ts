/** From a source to a dataset and an account of what was read: what the command line, the service and specs call. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseWideUser,
  createTable,
  longTable,
  type MissingValues,
  missingValues,
  parseAttribute,
  type ReadDataset,
  requireColumn,
  type Table,
  wideTable,
} from '../tables/index.ts';
import {
  type DatasetSource,
  type KnownSource,
  type LongSource,
  requireKnown,
  sourceUnknown,
  type WideSource,
} from './datasetSource.ts';
import { withDatabase } from './duckdb.ts';
import { type KnownLayout, knownLayouts } from './knownLayouts.ts';
import { openWorld } from './openWorld.ts';
import { readPlainRatings } from './readPlainRatings.ts';
import { readRatings } from './readRatings.ts';
import { readTable } from './readTable.ts';
import { openTableFile } from './tableFile.ts';

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
  // Read one after another: each database would use all cores.
  const ratings = await withDatabase(async (connection) => {
    const { path, columns = {}, ...options } = source.ratings;
    const file = await openTableFile(connection, path, options);
    const { time, ...rest } = chooseLongColumns(path, file.names, columns, []);
    const names = wantsTime ? { ...rest, time } : rest;
    const { missing, lenientNumbers: lenient = false } = source;
    return (
      (await readPlainRatings(file, names)) ?? readRatings(connection, file, names, missingValues(missing), lenient)
    );
  });
  const users = source.users && (await withDatabase((connection) => readPeople(connection, source)));
  const items = source.items && (await withDatabase((connection) => readTitles(connection, source.items!)));
  const { time, ...columns } = source.ratings.columns ?? {};
  return longTable(
    { ratings, users: users && withMeanings(users, meanings, missingValues(source.missing)), items },
    {
      ...source,
      columns: wantsTime ? { ...columns, time } : columns,
      userColumns: { user: source.users?.user },
      itemColumns: { item: source.items?.item, title: source.items?.title },
    },
  );
}

async function readPeople(connection: DuckDBConnection, source: LongSource): Promise<Table> {
  const { path, user: given, ...options } = source.users!;
  const file = await openTableFile(connection, path, options);
  const user = chooseColumn(path, file.names, 'user', given, []);
  return readTable(connection, file, { texts: distinct([user, ...attributeColumns(path, file.names, source)]) });
}

async function readTitles(connection: DuckDBConnection, source: NonNullable<LongSource['items']>): Promise<Table> {
  const { path, item, title, ...options } = source;
  const file = await openTableFile(connection, path, options);
  const texts = [chooseColumn(path, file.names, 'item', item, []), chooseColumn(path, file.names, 'title', title, [])];
  return readTable(connection, file, { texts: distinct(texts) });
}

async function openWide(source: WideSource): Promise<ReadDataset> {
  const { path, items: wanted, user: given } = source;
  return withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, source);
    const user = chooseWideUser(path, file.names, given, []);
    const attributes = attributeColumns(path, file.names, source);
    const texts = distinct([...(user === undefined ? [] : [user]), ...attributes]);
    const items = chooseItemColumns(path, file.names, wanted).filter((item) => !texts.includes(item));
    // The database knows no lenient numbers.
    const columns = source.lenientNumbers ? { texts: [...texts, ...items] } : { numbers: items, texts };
    // By name: what is read of the file has other positions.
    return wideTable(await readTable(connection, file, columns), { ...source, items });
  });
}

function openKnown(source: KnownSource): Promise<ReadDataset> {
  requireKnown(source.name);
  const { columns, ratings, users, items, meanings } = knownLayouts[source.name];
  const nested = join(source.folder, source.name);
  const folder = existsSync(join(nested, ratings.name)) ? nested : source.folder;
  const placed = ({ name, ...rest }: KnownLayout['ratings']) => ({ path: join(folder, name), ...rest });
  const { attributes = ['gender'], ...options } = source;
  const { user, item, rating, time, title } = columns;
  return openLong(
    {
      ...options,
      attributes,
      kind: 'long',
      ratings: { ...placed(ratings), columns: { user, item, rating, time } },
      users: { ...placed(users), user },
      items: items && { ...placed(items), item, title },
    },
    meanings,
  );
}

/** Refuses a column that is not there before anything is read, with the list of those that are. */
function attributeColumns(
  path: string,
  names: readonly string[],
  { attributes = [] }: { attributes?: readonly string[] | undefined },
): string[] {
  return attributes.map((text) => requireColumn(path, names, parseAttribute(text).column, 'the attribute'));
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
  return { ...createTable(table.name, columns), lineOf: table.lineOf };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
