/** Columns as a Parquet file, whole or not at all, for programs that read ratings and ids elsewhere. */

import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DuckDBAppender } from '@duckdb/node-api';
import { sqlName, sqlText, withDatabase } from './duckdb.ts';

/** A column: its name, and the value of each row. */
export type ParquetColumn =
  | { readonly name: string; readonly type: 'varchar'; readonly value: (row: number) => string }
  | { readonly name: string; readonly type: 'integer' | 'float'; readonly value: (row: number) => number };

export async function writeParquet(path: string, rows: number, columns: readonly ParquetColumn[]): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await withDatabase(async (connection) => {
      const declared = columns.map(({ name, type }) => `${sqlName(name)} ${type}`);
      await connection.run(`create table rows (${declared.join(', ')})`);
      const appender = await connection.createAppender('rows');
      for (let row = 0; row < rows; row++) {
        for (const column of columns) append(appender, column, row);
        appender.endRow();
      }
      appender.closeSync();
      await connection.run(`copy rows to ${sqlText(temporary)} (format parquet)`);
    }, 'parquet');
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function append(appender: DuckDBAppender, column: ParquetColumn, row: number): void {
  if (column.type === 'varchar') appender.appendVarchar(column.value(row));
  else if (column.type === 'integer') appender.appendInteger(column.value(row));
  else appender.appendFloat(column.value(row));
}
