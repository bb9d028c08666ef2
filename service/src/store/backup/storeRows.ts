/**
 * All rows of a store, out of one database and into another that is empty: row by row as they are, numbers and dates of
 * creation included. Copies (copyStore.ts) and backups (backup.ts) go by the same list. Jobs are not in it: audits that
 * wait get new ones when the new store is worked on. Neither are scrubs that are owed: the new files never held the rows.
 */
import { UlteriorError } from 'ulterior/service-parts';
import { type CopiedTable, type RowCounts, TABLES } from '../contract/backups.ts';
import type { RawRow, Session } from '../databases/database.ts';

export const noRows = (): RowCounts => Object.fromEntries(TABLES.map(({ name }) => [name, 0])) as RowCounts;

/** A transaction in which all reads see one moment. */
export async function atOneMoment(reading: Session): Promise<void> {
  await reading.execute('set transaction isolation level repeatable read, read only');
}

/** In batches; within a transaction. */
export async function* rowsOf(reading: Session, table: CopiedTable): AsyncGenerator<readonly RawRow[]> {
  const heavy = TABLES.some((one) => one.name === table && 'heavy' in one);
  await reading.execute(`declare copied no scroll cursor for select * from ulterior.${table}`);
  for (;;) {
    const { rows } = await reading.execute(`fetch ${heavy ? 4 : 200} from copied`);
    if (rows.length === 0) break;
    yield rows;
  }
  await reading.execute('close copied');
}

export async function insertRows(writing: Session, table: CopiedTable, rows: readonly RawRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const places = rows.map((_, n) => `(${columns.map((_, m) => `$${n * columns.length + m + 1}`).join(', ')})`);
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  await writing.execute(`insert into ulterior.${table} (${columns.join(', ')}) values ${places.join(', ')}`, values);
}

export async function requireEmptyStore(session: Session): Promise<void> {
  for (const { name } of TABLES) {
    const { rows } = await session.execute(`select 1 from ulterior.${name} limit 1`);
    if (rows.length === 0) continue;
    throw new UlteriorError(
      'STORE_NOT_EMPTY',
      `the store to write into is not empty: it has ${name.replaceAll('_', ' ')}`,
      'name a folder that does not exist yet, or an empty database',
    );
  }
}

/** New rows get numbers after those that were inserted. */
export async function restartNumbers(writing: Session): Promise<void> {
  for (const table of TABLES) {
    if (!('listed' in table)) continue;
    const relation = `ulterior.${table.name}`;
    await writing.execute(
      `select setval(pg_get_serial_sequence('${relation}', 'number'), max(number)) from ${relation} having count(*) > 0`,
    );
  }
}
