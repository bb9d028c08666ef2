/** A CSV file as Parquet, whole or not at all: for those who read results with other tools. */

import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sqlText, withDatabase } from './duckdb.ts';

export async function parquetFromCsv(csv: string, parquet: string): Promise<void> {
  const temporary = join(dirname(parquet), `.${basename(parquet)}.${randomUUID()}.tmp`);
  try {
    const copy = `copy (select * from read_csv(${sqlText(csv)}, header = true)) to ${sqlText(temporary)} (format parquet)`;
    await withDatabase((connection) => connection.run(copy), 'parquet');
    await rename(temporary, parquet);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
