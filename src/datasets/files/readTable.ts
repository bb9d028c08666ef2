/** Columns of a table with one row per person or per item: numbers in single precision, everything else as text. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { type Column, createTable, type Table } from '../../tables/index.ts';
import { numbersOf } from './duckdb.ts';
import { fileEmpty } from './fileHead.ts';
import { translateFailure } from './readFailures.ts';
import { numberOfText, type TableFile } from './tableFile.ts';

interface WantedColumns {
  /** NaN where there is no finite number. */
  readonly numbers?: readonly string[];
  readonly texts?: readonly string[];
}

export async function readTable(
  connection: DuckDBConnection,
  file: TableFile,
  { numbers = [], texts = [] }: WantedColumns,
): Promise<Table> {
  try {
    const numberColumns = await readNumbers(connection, file, numbers);
    const textColumns = await readTexts(connection, file, texts);
    if ((numberColumns[0] ?? textColumns[0])?.length === 0) throw fileEmpty(file.path);
    const noNumbers = await textsAmongNumbers(connection, file, numbers, numberColumns);
    const columns: [string, Column][] = [
      ...numbers.map((name, at): [string, Column] => [
        name,
        { kind: 'numbers', values: numberColumns[at]!, noNumbers: noNumbers[at] },
      ]),
      ...texts.map((name, at): [string, Column] => [name, { kind: 'texts', values: textColumns[at]! }]),
    ];
    const { understood, titles, labels } = file;
    return { ...createTable(file.path, columns, file.lineNumber), understood, titles, labels };
  } catch (cause) {
    throw translateFailure(cause, file.path, file.encoding);
  }
}

/**
 * Columns that one query reads. The database binds expressions in a time that grows with the square of their number, so
 * wide tables are read in several passes, and what is done to every cell is said once.
 */
const COLUMNS_AT_ONCE = 500;

function groupsOf<Value>(values: readonly Value[]): Value[][] {
  return Array.from({ length: Math.ceil(values.length / COLUMNS_AT_ONCE) }, (_, n) =>
    values.slice(n * COLUMNS_AT_ONCE, (n + 1) * COLUMNS_AT_ONCE),
  );
}

/** One row per cell: those of a line side by side, then those of the next. */
const cellsOf = (file: TableFile, names: readonly string[]) =>
  `select unnest([${names.map((name) => file.textOf(name)).join(', ')}]) as cell from ${file.relation}`;

async function readNumbers(
  connection: DuckDBConnection,
  file: TableFile,
  names: readonly string[],
): Promise<Float32Array[]> {
  const columns: Float32Array[] = [];
  for (const some of groupsOf(names)) {
    const sql = `select coalesce(${numberOfText('cell')}, 'nan') from (${cellsOf(file, some)})`;
    const result = await connection.run(sql);
    const own = some.map(() => new Float32Array(result.rowCount / some.length));
    for (let n = 0, cell = 0; n < result.chunkCount; n++) {
      for (const value of numbersOf<Float32Array>(result.getChunk(n), 0)) {
        own[cell % some.length]![Math.floor(cell / some.length)] = value;
        cell++;
      }
    }
    columns.push(...own);
  }
  return columns;
}

async function readTexts(
  connection: DuckDBConnection,
  file: TableFile,
  names: readonly string[],
): Promise<(string | undefined)[][]> {
  if (names.length === 0) return [];
  const result = await connection.run(
    `select ${names.map((name) => file.textOf(name)).join(', ')} from ${file.relation}`,
  );
  const columns = names.map(() => new Array<string | undefined>(result.rowCount).fill(undefined));
  for (let n = 0, firstRow = 0; n < result.chunkCount; n++) {
    const chunk = result.getChunk(n);
    for (const [at, values] of columns.entries()) {
      const vector = chunk.getColumnVector(at);
      for (let row = 0; row < chunk.rowCount; row++) {
        const text = vector.getItem(row);
        if (text !== null) values[firstRow + row] = String(text);
      }
    }
    firstRow += chunk.rowCount;
  }
  return columns;
}

/** By column: what stands where there is no number, and how often. Nothing where everything is a number. */
async function textsAmongNumbers(
  connection: DuckDBConnection,
  file: TableFile,
  names: readonly string[],
  columns: readonly Float32Array[],
): Promise<(Map<string, number> | undefined)[]> {
  const found: (Map<string, number> | undefined)[] = columns.map(() => undefined);
  const gaps = names.flatMap((_, at) => (columns[at]!.some(Number.isNaN) ? [at] : []));
  if (gaps.length === 0) return found;
  for (const some of groupsOf(gaps)) {
    // Both lists are unpacked side by side: one row per cell, in one pass over the file.
    const texts = some.map((at) => file.textOf(names[at]!)).join(', ');
    const cells = `select unnest([${some.join(', ')}]) as place, unnest([${texts}]) as cell from ${file.relation}`;
    const counted = await connection.runAndReadAll(
      `select place, cell, count(*)::double from (${cells}) where ${numberOfText('cell')} is null group by all order by all`,
    );
    for (const [place, cell, count] of counted.getRows()) {
      const own = found[Number(place)] ?? new Map<string, number>();
      found[Number(place)] = own.set(String(cell ?? ''), Number(count));
    }
  }
  return found;
}
