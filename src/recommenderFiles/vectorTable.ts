/**
 * Vectors from a table: one row per id, and the numbers as one column of lists, or as one column each. In Parquet a list
 * is a type; in text it is a cell such as "[0.5, -1]".
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import {
  forEachChunk,
  numbersOf,
  openTableFile,
  sqlName,
  type TableFile,
  translateFailure,
} from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import type { Reals } from '../maths/index.ts';
import { createVectors, type Vectors } from '../ratings/index.ts';
import { createTable, habitualColumn, idMissing, requireColumn } from '../tables/index.ts';
import type { Side } from './chooseArray.ts';
import { numberedRun, numbersInCell } from './numberColumns.ts';

type VectorTable = Pick<TableFile, 'path' | 'relation' | 'names' | 'textOf' | 'lineNumber' | 'encoding'>;

export interface TableVectors {
  readonly vectors: Vectors;
  readonly notes: readonly string[];
}

export async function vectorsInTable(
  connection: DuckDBConnection,
  path: string,
  side: Side,
  idColumn?: string,
): Promise<TableVectors> {
  return vectorsOf(connection, await openTableFile(connection, path), side, idColumn);
}

export async function vectorsOf(
  connection: DuckDBConnection,
  table: VectorTable,
  side: Side,
  idColumn?: string,
): Promise<TableVectors> {
  try {
    const id = idColumnOf(table, side, idColumn);
    const others = table.names.filter((name) => name !== id);
    const { lists, nested } = await listColumns(connection, table, others);
    if (lists.length === 1) {
      const left = others.filter((name) => name !== lists[0]);
      return { vectors: await fromLists(connection, table, id, lists[0]!), notes: leftOut(table.path, left) };
    }
    if (lists.length > 1) throw severalLists(table.path, lists);
    const plain = others.filter((name) => !nested.includes(name));
    const packed = await packedColumn(connection, table, plain);
    if (packed !== undefined) {
      const left = others.filter((name) => name !== packed);
      return { vectors: await fromCells(connection, table, id, packed), notes: leftOut(table.path, left) };
    }
    const columns = await numericColumns(connection, table, plain);
    const left = others.filter((name) => !columns.includes(name));
    return { vectors: await fromColumns(connection, table, id, columns), notes: leftOut(table.path, left) };
  } catch (cause) {
    throw translateFailure(cause, table.path, table.encoding);
  }
}

/** The column with the ids of one side. */
export function idColumnOf({ path, names }: Pick<VectorTable, 'path' | 'names'>, side: Side, given?: string): string {
  if (given !== undefined) return requireColumn(path, names, given, 'the ids');
  const own = names.find((name) => name.toLowerCase() === 'id');
  const found = own ?? habitualColumn(names, side === 'users' ? 'user' : 'item', side);
  if (found !== undefined) return found;
  throw new UlteriorError(
    'COLUMN_MISSING',
    `"${path}" has no column "id" with the ids of the ${side}; its columns begin with ${names.slice(0, 4).join(', ')}`,
    `call the column id, or ${side === 'users' ? 'user_id' : 'item_id'}`,
    { path, columns: names.slice(0, 8) },
  );
}

/** Columns of Parquet that are lists of numbers, and those that are nested in another way. */
async function listColumns(connection: DuckDBConnection, { relation }: VectorTable, names: readonly string[]) {
  const described = await connection.runAndReadAll(`describe select * from ${relation}`);
  const types = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const typeOf = (name: string) => types.get(name) ?? 'VARCHAR';
  const isNested = (name: string) => /\]$|^(STRUCT|MAP|UNION)\(/.test(typeOf(name));
  const isList = (name: string) =>
    /^(FLOAT|DOUBLE|DECIMAL\([\d,]+\)|U?(TINY|SMALL|BIG)?INT(EGER)?)\[\d*\]$/.test(typeOf(name));
  return { lists: names.filter(isList), nested: names.filter(isNested) };
}

/** The only column of a text table whose cells are lists of numbers, by its first cell. */
async function packedColumn(connection: DuckDBConnection, table: VectorTable, names: readonly string[]) {
  if (names.length === 0) return undefined;
  const firsts = names.map((name) => `any_value(${table.textOf(name)})`).join(', ');
  const [cells = []] = (await connection.runAndReadAll(`select ${firsts} from ${table.relation}`)).getRows();
  const packed = names.filter((_, at) => {
    const text = String(cells[at] ?? '');
    const numbers = numbersInCell(text) ?? [];
    // A title may hold a number; a list holds little else.
    const found = numbers.filter(Number.isFinite).length;
    return /^\s*[[(]/.test(text) ? found > 0 : found > numbers.length / 2;
  });
  if (packed.length > 1) throw severalLists(table.path, packed);
  return packed[0];
}

async function numericColumns(connection: DuckDBConnection, table: VectorTable, names: readonly string[]) {
  const run = numberedRun(names);
  if (run.length > 0) return run;
  if (names.length === 0) return [];
  const counts = names.map((name) => `count(try_cast(${table.textOf(name)} as double))::double`).join(', ');
  const [found = []] = (await connection.runAndReadAll(`select ${counts} from ${table.relation}`)).getRows();
  return names.filter((_, at) => Number(found[at]) > 0);
}

async function fromLists(connection: DuckDBConnection, table: VectorTable, id: string, column: string) {
  const { path, relation } = table;
  const name = sqlName(column);
  const ids: string[] = [];
  const lengths: number[] = [];
  await eachRow(connection, `select ${table.textOf(id)}, len(${name})::double from ${relation}`, (row) => {
    ids.push(requireId(table, row[0], ids.length));
    lengths.push(Number(row[1] ?? 0));
  });
  const dimension = sameLength(path, ids, lengths);
  const described = await connection.runAndReadAll(`select typeof(${name}) from ${relation} limit 1`);
  const single = String(described.getRows()[0]?.[0] ?? '').startsWith('FLOAT');
  const type = single ? 'float' : 'double';
  const values: Reals = single ? new Float32Array(ids.length * dimension) : new Float64Array(ids.length * dimension);
  const numbers = `select coalesce(v, 'nan'::${type}) from (select unnest(${name}::${type}[]) as v from ${relation})`;
  await forEachChunk(connection, numbers, values.length, (chunk, first) => values.set(numbersOf(chunk, 0), first));
  return createVectors({ file: path, ids, dimension, values });
}

async function fromCells(connection: DuckDBConnection, table: VectorTable, id: string, column: string) {
  const ids: string[] = [];
  const rows: number[][] = [];
  const query = `select ${table.textOf(id)}, ${table.textOf(column)} from ${table.relation}`;
  await eachRow(connection, query, (row) => {
    ids.push(requireId(table, row[0], ids.length));
    rows.push(numbersInCell(row[1] === null ? '' : String(row[1])) ?? []);
  });
  const lengths = rows.map(({ length }) => length);
  const dimension = sameLength(table.path, ids, lengths);
  return createVectors({ file: table.path, ids, dimension, values: Float64Array.from(rows.flat()) });
}

async function fromColumns(connection: DuckDBConnection, table: VectorTable, id: string, columns: readonly string[]) {
  const ids: string[] = [];
  const rows: number[] = [];
  const cells = columns.map((name) => `coalesce(try_cast(${table.textOf(name)} as double), 'nan'::double)`);
  const query = `select ${[table.textOf(id), ...cells].join(', ')} from ${table.relation}`;
  await eachRow(connection, query, ([own, ...numbers]) => {
    ids.push(requireId(table, own, ids.length));
    for (const number of numbers) rows.push(Number(number));
  });
  return createVectors({ file: table.path, ids, dimension: columns.length, values: Float64Array.from(rows) });
}

async function eachRow(connection: DuckDBConnection, query: string, visit: (row: readonly unknown[]) => void) {
  await forEachChunk(connection, query, 0, (chunk) => {
    const columns = Array.from({ length: chunk.columnCount }, (_, at) => chunk.getColumnVector(at));
    for (let row = 0; row < chunk.rowCount; row++) visit(columns.map((column) => column.getItem(row)));
  });
}

function requireId({ path, lineNumber }: VectorTable, id: unknown, row: number): string {
  if (id !== null && id !== undefined) return String(id);
  throw idMissing(path, createTable(path, [], lineNumber).lineOf(row), 1, 'id');
}

/** Of the first vector, which all others must have. */
function sameLength(file: string, ids: readonly string[], lengths: readonly number[]): number {
  const [first = 0] = lengths;
  const wrong = lengths.findIndex((length) => length !== first);
  if (wrong < 0) return first;
  throw new UlteriorError(
    'VECTORS_RAGGED',
    `"${file}" has vectors of different lengths: that of "${ids[0]}" has ${first} numbers, that of "${ids[wrong]}" has ${lengths[wrong]}`,
    'write vectors of the same length, all from the same model',
    { file, id: ids[wrong], expected: first, found: lengths[wrong] },
  );
}

function severalLists(file: string, names: readonly string[]): UlteriorError {
  return new UlteriorError(
    'ARRAY_UNKNOWN',
    `"${file}" has several columns of lists: ${names.join(', ')}`,
    'keep the column that holds the vectors, and leave the others out',
    { file, columns: names },
  );
}

function leftOut(file: string, columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  const listed = columns.slice(0, 3).map((name) => `"${name}"`);
  const more = columns.length > 3 ? ` and ${columns.length - 3} others` : '';
  return [
    `"${file}": ${columns.length === 1 ? 'the column' : 'the columns'} ${listed.join(', ')}${more} ${columns.length === 1 ? 'is' : 'are'} not part of the vectors`,
  ];
}
