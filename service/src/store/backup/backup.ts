/**
 * A backup of one moment, in two files: the store without its keys, and the keys.
 *
 * What is about people is sealed (sealed.ts), and stays sealed in a backup. Rows of the tables that hold ids, names and keys
 * are themselves sealed there, each under its own key, and found by a hash of its id. So the first file tells nobody what
 * the store would not tell after an erasure. The keys are in one small file, which every backup writes anew: what is erased
 * has no key in it, and is noise from then on in all older backups, too.
 */
import { createHash } from 'node:crypto';
import { type CopiedTable, KEYED, type KeyedTable, TABLES } from '../contract/backups.ts';
import type { Database, RawRow, Session } from '../databases/database.ts';
import { requireCurrent } from '../migrations/migrate.ts';
import { seal } from '../tables/sealed.ts';
import { BackupWriter, encodeRow } from './backupFile.ts';
import { atOneMoment, rowsOf } from './storeRows.ts';

const isKeyed = (table: CopiedTable): table is KeyedTable => KEYED.some((one) => one === table);

/** The first frame of either file. `moment` is in UTC, to the microsecond, by the clock of the database. */
export interface BackupHeader {
  readonly holds: 'store' | 'keys';
  readonly schema: number;
  readonly moment: string;
}

/** The other frames of the store; those with `sealed` come before the rest. */
export type StoreFrame =
  | { readonly sealed: KeyedTable; readonly places: readonly string[] }
  /** Here the sealed rows of that table have their turn. */
  | { readonly insert: KeyedTable }
  | { readonly table: CopiedTable; readonly columns: readonly string[]; readonly rows: readonly never[][] };

/** The other frames of the keys: where they belong; the keys are the bytes. */
export interface KeyFrame {
  readonly places: readonly string[];
}

/** Ids are random: nobody finds one by its hash, and whoever has the key file finds the row. */
const placeOf = (table: KeyedTable, row: RawRow): string =>
  createHash('sha256')
    .update(`${table} ${String(row['id'])}`)
    .digest('hex');

const MOMENT = `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`;

/** Writes both files, or the keys alone; the moment. Others of the same database wait where it has one connection. */
export async function writeBackup(
  database: Database,
  paths: { readonly store?: string; readonly keys: string },
): Promise<string> {
  return database.transaction(async (reading) => {
    await atOneMoment(reading);
    const schema = await requireCurrent(reading);
    const { rows } = await reading.execute(MOMENT);
    const moment = String(rows[0]!['moment']);
    const header = (holds: BackupHeader['holds']): BackupHeader => ({ holds, schema, moment });
    const opened: BackupWriter[] = [];
    const open = async (path: string, holds: BackupHeader['holds']) => {
      const writer = await BackupWriter.create(path, header(holds));
      opened.push(writer);
      return writer;
    };
    try {
      const keys = await open(paths.keys, 'keys');
      const store = paths.store === undefined ? undefined : await open(paths.store, 'store');
      for (const table of KEYED) await writeKeyed(reading, table, keys, store);
      if (store !== undefined) await writeRest(reading, store);
      for (const writer of opened) await writer.end();
      return moment;
    } catch (error) {
      for (const writer of opened) await writer.abandon();
      throw error;
    }
  });
}

async function writeKeyed(
  reading: Session,
  table: KeyedTable,
  keys: BackupWriter,
  store: BackupWriter | undefined,
): Promise<void> {
  for await (const rows of rowsOf(reading, table)) {
    const places = rows.map((row) => placeOf(table, row));
    await keys.write({ places } satisfies KeyFrame, rows.map(keyOf));
    await store?.write({ sealed: table, places } satisfies StoreFrame, rows.map(sealedRow));
  }
}

const keyOf = (row: RawRow) => row['key'] as Uint8Array;

function sealedRow({ key, ...row }: RawRow): Uint8Array {
  const bytes: Uint8Array[] = [];
  const values = encodeRow(row, bytes);
  const pieces = bytes.map((piece) => Buffer.from(piece).toString('base64'));
  const text = JSON.stringify({ columns: Object.keys(row), values, pieces });
  return seal(key as Uint8Array, Buffer.from(text, 'utf8'));
}

async function writeRest(reading: Session, store: BackupWriter): Promise<void> {
  for (const { name } of TABLES) {
    if (isKeyed(name)) {
      await store.write({ insert: name } satisfies StoreFrame);
      continue;
    }
    for await (const rows of rowsOf(reading, name)) {
      const bytes: Uint8Array[] = [];
      const values = rows.map((row) => encodeRow(row, bytes));
      await store.write({ table: name, columns: Object.keys(rows[0]!), rows: values }, bytes);
    }
  }
}
