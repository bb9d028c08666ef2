/**
 * Everything of one store into another that is empty: from a folder to a server, back, or into a backup. Row by row as it
 * is, numbers and dates of creation included, in one transaction on each side: a copy of one moment, or none. Jobs are
 * not copied; audits that wait get new ones when the new store is worked on.
 */

import type { Database, RawRow, Session } from './database.ts';
import { unavailable, unwrapped } from './failures.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './openStore.ts';
import type { StoreLocation } from './options.ts';

/** Owners before what they own; `heavy` rows go a few at a time. */
const TABLES = [
  { name: 'models', listed: true },
  { name: 'model_parts', heavy: true },
  { name: 'interviews', listed: true },
  { name: 'interview_keys' },
  { name: 'answers' },
  { name: 'api_keys', listed: true },
  { name: 'idempotency_keys' },
  { name: 'uploads', listed: true },
  { name: 'upload_parts', heavy: true },
  { name: 'audits', listed: true },
  { name: 'audit_records', heavy: true },
  { name: 'checkpoints', heavy: true },
] as const satisfies readonly { name: string; listed?: true; heavy?: true }[];

/** A table of the database. */
export type CopiedTable = (typeof TABLES)[number]['name'];

/** How many rows of each table were copied. */
export async function copyStore(from: StoreLocation, to: StoreLocation): Promise<Record<CopiedTable, number>> {
  const source = await openDatabase(from);
  try {
    const target = await openDatabase(to);
    try {
      for (const database of [source, target]) await database.alone(() => migrate(database));
      return await copyAll(source, target);
    } catch (error) {
      throw unwrapped(error);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(source: Database, target: Database): Promise<Record<CopiedTable, number>> {
  return source.transaction(async (reading) => {
    await reading.execute('set transaction isolation level repeatable read, read only');
    return target.transaction(async (writing) => {
      const counts: [CopiedTable, number][] = [];
      for (const table of TABLES) {
        const { rows } = await writing.execute(`select 1 from ulterior.${table.name} limit 1`);
        if (rows.length > 0) throw unavailable('the store to copy into', 'it is not empty', 'name an empty one');
        const count = await copyTable(reading, writing, table.name, 'heavy' in table ? 4 : 200);
        if ('listed' in table && count > 0) await writing.execute(restartNumbers(table.name));
        counts.push([table.name, count]);
      }
      return Object.fromEntries(counts) as Record<CopiedTable, number>;
    });
  });
}

async function copyTable(reading: Session, writing: Session, table: CopiedTable, batch: number): Promise<number> {
  await reading.execute(`declare copied no scroll cursor for select * from ulterior.${table}`);
  let count = 0;
  for (;;) {
    const { rows } = await reading.execute(`fetch ${batch} from copied`);
    if (rows.length === 0) break;
    await insert(writing, table, rows);
    count += rows.length;
  }
  await reading.execute('close copied');
  return count;
}

async function insert(writing: Session, table: CopiedTable, rows: readonly RawRow[]): Promise<void> {
  const columns = Object.keys(rows[0]!);
  const places = rows.map((_, n) => `(${columns.map((_, m) => `$${n * columns.length + m + 1}`).join(', ')})`);
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  await writing.execute(`insert into ulterior.${table} (${columns.join(', ')}) values ${places.join(', ')}`, values);
}

const restartNumbers = (table: CopiedTable) =>
  `select setval(pg_get_serial_sequence('ulterior.${table}', 'number'), max(number)) from ulterior.${table}`;
