/** Columns of a table with one row per person or per item: numbers in single precision, everything else as text. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { type Column, createTable, type Table } from '../../tables/index.ts';
import { numbersOf } from './duckdb.ts';
import { fileEmpty } from './fileHead.ts';
import { translateFailure } from './readFailures.ts';
import { numberSql, type TableFile } from './tableFile.ts';

export interface WantedColumns {
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
    const selected = [
      ...numbers.map((name) => `coalesce(${numberSql(file, name)}, 'nan')`),
      ...texts.map((name) => file.textOf(name)),
    ];
    const result = await connection.run(`select ${selected.join(', ')} from ${file.relation}`);
    const rows = result.rowCount;
    if (rows === 0) throw fileEmpty(file.path);
    const numberColumns = numbers.map(() => new Float32Array(rows));
    const textColumns = texts.map(() => new Array<string | undefined>(rows).fill(undefined));
    for (let n = 0, firstRow = 0; n < result.chunkCount; n++) {
      const chunk = result.getChunk(n);
      for (const [at, values] of numberColumns.entries()) values.set(numbersOf<Float32Array>(chunk, at), firstRow);
      for (const [at, values] of textColumns.entries()) {
        const vector = chunk.getColumnVector(numbers.length + at);
        for (let row = 0; row < chunk.rowCount; row++) {
          const text = vector.getItem(row);
          if (text !== null) values[firstRow + row] = String(text);
        }
      }
      firstRow += chunk.rowCount;
    }
    const noNumbers = await textsAmongNumbers(connection, file, numbers, numberColumns);
    const columns: [string, Column][] = [
      ...numbers.map((name, at): [string, Column] => [
        name,
        { kind: 'numbers', values: numberColumns[at]!, ...(noNumbers[at] && { noNumbers: noNumbers[at] }) },
      ]),
      ...texts.map((name, at): [string, Column] => [name, { kind: 'texts', values: textColumns[at]! }]),
    ];
    return createTable(file.path, columns, file.lineNumber);
  } catch (cause) {
    throw translateFailure(cause, file.path, file.encoding);
  }
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
  const numbersSql = gaps.map((at) => numberSql(file, names[at]!));
  // Both lists are unpacked side by side: one row per cell, in one pass over the file.
  const cells = `select unnest([${gaps.join(', ')}]) as place, unnest([${gaps.map((at) => file.textOf(names[at]!)).join(', ')}]) as cell, unnest([${numbersSql.join(', ')}]) as number from ${file.relation}`;
  const counted = await connection.runAndReadAll(
    `select place, cell, count(*)::double from (${cells}) where number is null group by all order by all`,
  );
  for (const [place, cell, count] of counted.getRows()) {
    const texts = found[Number(place)] ?? new Map<string, number>();
    found[Number(place)] = texts.set(String(cell ?? ''), Number(count));
  }
  return found;
}
