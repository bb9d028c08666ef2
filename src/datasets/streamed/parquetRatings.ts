/**
 * Ratings in Parquet, a file or a folder of files, of any size: checked, and handed on chunk by chunk as numbers of people
 * and items. The database reads them; only the ids of people and items are in memory, never the ratings.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UlteriorError } from '../../errors/index.ts';
import { type RatingScale, scaleOf } from '../../ratings/index.ts';
import { chooseLongColumns, idMissing, type LongColumns, sortIds } from '../../tables/index.ts';
import { numbersOf, requireFlat, sqlName, sqlText } from '../files/duckdb.ts';
import { fileEmpty, firstBytes } from '../files/fileHead.ts';
import { translateFailure } from '../files/readFailures.ts';

/** More different ratings than this are a continuous scale; its ends are enough then. */
const MOST_LEVELS = 1000;
const NUMBER_TYPES = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|REAL|DECIMAL.*)$/;

export interface ParquetRatings {
  readonly path: string;
  readonly files: readonly string[];
  /** What stands after FROM. */
  readonly relation: string;
  readonly columns: { readonly user: string; readonly item: string; readonly rating: string };
  /** The type of a column, as the database writes it. */
  readonly types: ReadonlyMap<string, string>;
  readonly rows: number;
  readonly itemIds: readonly string[];
  readonly scale: RatingScale;
}

/** The file, or those of a folder in the order of their names; with what tells whether one has changed. */
export async function parquetFiles(path: string): Promise<{ file: string; size: number; changed: number }[]> {
  const facts = await stat(path).catch(() => {
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${path}" cannot be read: there is no such file or folder`,
      'check the path and that it may be read',
      { path },
    );
  });
  const inFolder = async () => (await readdir(path)).filter((name) => name.endsWith('.parquet')).sort();
  const files = facts.isDirectory() ? (await inFolder()).map((name) => join(path, name)) : [path];
  if (files.length === 0) {
    throw new UlteriorError(
      'FILE_EMPTY',
      `the folder "${path}" has no files *.parquet`,
      'name the folder that has them',
      {
        path,
      },
    );
  }
  for (const file of files) {
    if (Buffer.from((await firstBytes(file)).subarray(0, 4)).toString('latin1') === 'PAR1') continue;
    throw new UlteriorError(
      'FILE_FOREIGN',
      `"${file}" is no Parquet file, and ratings beyond memory are read from Parquet alone`,
      'write the ratings as Parquet, or leave out --out-of-core',
      { path: file },
    );
  }
  return Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return { file, size, changed: mtimeMs };
    }),
  );
}

/** Reads what is needed before the first rating: columns, ids of items, the scale. Refuses what cannot be trained on. */
export async function openParquetRatings(
  connection: DuckDBConnection,
  path: string,
  given: Partial<LongColumns> = {},
): Promise<ParquetRatings> {
  const files = (await parquetFiles(path)).map(({ file }) => file);
  const relation = `read_parquet([${files.map(sqlText).join(', ')}])`;
  try {
    const described = await connection.runAndReadAll(`describe select * from ${relation}`);
    const types = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
    const { user, item, rating } = chooseLongColumns(path, [...types.keys()], given, []);
    const columns = { user, item, rating };
    for (const name of Object.values(columns)) requireFlat(path, name, types.get(name)!);
    if (!NUMBER_TYPES.test(types.get(rating)!)) {
      throw new UlteriorError(
        'COLUMN_TYPE',
        `the ratings in the column "${rating}" of "${path}" are of type ${types.get(rating)}, not numbers`,
        'write the column as numbers, or name another (ratingColumn in a data file)',
        { path, column: rating, type: types.get(rating) },
      );
    }
    const rows = await countRows(connection, path, relation, columns);
    const distinct = await connection.runAndReadAll(`select distinct ${sqlName(item)}::varchar from ${relation}`);
    const itemIds = sortIds(distinct.getRows().map(([id]) => String(id)));
    return { path, files, relation, columns, types, rows, itemIds, scale: await scaleIn(connection, relation, rating) };
  } catch (cause) {
    throw translateFailure(cause, path, 'utf-8');
  }
}

async function countRows(
  connection: DuckDBConnection,
  path: string,
  relation: string,
  { user, item, rating }: ParquetRatings['columns'],
): Promise<number> {
  const counted = await connection.runAndReadAll(
    `select count(*)::double, count(${sqlName(user)})::double, count(${sqlName(item)})::double,
            count(*) filter (isfinite(${sqlName(rating)}::float))::double from ${relation}`,
  );
  const [rows, users, items, finite] = counted.getRows()[0]!.map(Number) as [number, number, number, number];
  if (rows === 0) throw fileEmpty(path);
  if (users < rows) throw idMissing(path, 'a row', rows - users, 'user');
  if (items < rows) throw idMissing(path, 'a row', rows - items, 'item');
  if (finite === rows) return rows;
  throw new UlteriorError(
    'RATING_NOT_FINITE',
    `${rows - finite} of ${rows} rows of "${path}" have no finite number in the column "${rating}"`,
    'leave these rows out when the file is written',
    { path, column: rating, rows: rows - finite },
  );
}

async function scaleIn(connection: DuckDBConnection, relation: string, rating: string): Promise<RatingScale> {
  const value = `${sqlName(rating)}::float`;
  const ends = await connection.runAndReadAll(`select min(${value}), max(${value}) from ${relation}`);
  const levels = await connection.runAndReadAll(`select distinct ${value} from ${relation} limit ${MOST_LEVELS}`);
  return scaleOf([...ends.getRows()[0]!, ...levels.getRows().map(([level]) => level)].map(Number));
}

/** Rows whose person is known, as three columns: number of the person, number of the item, rating. */
export type RatingChunk = readonly [users: Uint32Array, items: Uint32Array, ratings: Float32Array];

/** In any order: the database reads several files and parts at once. */
export async function forEachRatingChunk(
  connection: DuckDBConnection,
  { path, relation, columns, types, itemIds }: ParquetRatings,
  userIds: (visit: (id: string, place: number) => void) => void,
  visit: (chunk: RatingChunk) => void,
): Promise<void> {
  await places(connection, 'people', types.get(columns.user)!, userIds);
  await places(connection, 'items', types.get(columns.item)!, (each) => itemIds.forEach(each));
  const [user, item, rating] = [columns.user, columns.item, columns.rating].map((name) => `r.${sqlName(name)}`);
  try {
    const chunks = await connection.stream(
      `select people.place, items.place, ${rating}::float from ${relation} r
       join people on ${user} = people.id join items on ${item} = items.id`,
    );
    for await (const chunk of chunks) visit([numbersOf(chunk, 0), numbersOf(chunk, 1), numbersOf(chunk, 2)]);
  } catch (cause) {
    throw translateFailure(cause, path, 'utf-8');
  }
}

/**
 * A table of ids with their numbers. Ids are texts elsewhere, here they have the type of the column, which is faster to
 * look up; a text that the column would not write like this ("007" for 7) is nobody's id.
 */
async function places(
  connection: DuckDBConnection,
  name: string,
  type: string,
  each: (visit: (id: string, place: number) => void) => void,
): Promise<void> {
  await connection.run(`create or replace temp table ${name}_texts (id varchar, place uinteger)`);
  const appender = await connection.createAppender(`${name}_texts`);
  each((id, place) => {
    appender.appendVarchar(id);
    appender.appendUInteger(place);
    appender.endRow();
  });
  appender.closeSync();
  await connection.run(
    `create or replace temp table ${name} as select try_cast(id as ${type}) as id, place from ${name}_texts
     where try_cast(id as ${type})::varchar = id`,
  );
  await connection.run(`drop table ${name}_texts`);
}
