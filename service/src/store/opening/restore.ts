/**
 * A backup into a store that is empty, in one transaction: all of it, or nothing. Both files are checked by their hashes
 * before anything is opened. A row whose key is not in the key file, or another by now, was erased or changed after the
 * backup: it is left out with all that belongs to it. So a restored store forgets what the newest key file has forgotten.
 */

import type { BackupHeader, KeyFrame, StoreFrame } from '../backup/backup.ts';
import { damaged, decodeRow, type Frame, foreign, framesOf, requireWhole } from '../backup/backupFile.ts';
import { insertRows, noRows, requireEmptyStore, restartNumbers } from '../backup/storeRows.ts';
import type { CopiedTable, KeyedTable, Restored } from '../contract/backups.ts';
import { unwrapped } from '../contract/failures.ts';
import type { StoreLocation } from '../contract/options.ts';
import type { RawRow, Session } from '../databases/database.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/migrate.ts';
import { unseal } from '../tables/sealed.ts';
import { openDatabase } from './openStore.ts';

/** Which row of which keyed table a row belongs to: the column that says so, and the column of the owner. */
const OWNERS: Partial<Record<CopiedTable, readonly [column: string, KeyedTable, its: string]>> = {
  interviews: ['number', 'interview_keys', 'interview'],
  answers: ['interview', 'interview_keys', 'interview'],
  upload_parts: ['upload', 'uploads', 'number'],
  audit_records: ['audit', 'audits', 'number'],
  checkpoints: ['audit', 'audits', 'number'],
};

/** `file` is a backup, `keys` the key file that was written with it or later. */
export async function restoreStore(file: string, keys: string, to: StoreLocation): Promise<Restored> {
  for (const path of [file, keys]) await requireWhole(path);
  const header = await headerOf(file, 'store');
  requireSameTables(file, header);
  const held = await keysOf(file, keys, header);
  const target = await openDatabase(to);
  try {
    return await target.alone(async () => {
      await migrate(target);
      return target.transaction((writing) => insertAll(writing, file, held));
    });
  } catch (error) {
    throw unwrapped(error);
  } finally {
    await target.close();
  }
}

async function headerOf(path: string, holds: BackupHeader['holds']): Promise<BackupHeader> {
  for await (const { said } of framesOf(path)) {
    const header = said as BackupHeader;
    if (header.holds === holds) return header;
    const found = header.holds === 'keys' ? 'it holds keys, not a store' : 'it holds a store, not keys';
    throw foreign(path, found, 'name the backup first, and the key file with --keys');
  }
  throw damaged(path, 'it is empty');
}

function requireSameTables(file: string, { schema }: BackupHeader): void {
  if (schema === migrations.length) return;
  const advice = 'restore it with the version of Ulterior that made it';
  throw foreign(file, `its tables have version ${schema}, and this program reads ${migrations.length}`, advice);
}

async function keysOf(file: string, keys: string, { moment }: BackupHeader): Promise<Map<string, Uint8Array>> {
  const { moment: later } = await headerOf(keys, 'keys');
  if (later < moment) {
    const advice = `use the key file that was written with "${file}", or a later one`;
    throw foreign(keys, `it is older than the backup: ${later}, and ${moment}`, advice);
  }
  const found = new Map<string, Uint8Array>();
  for await (const { said, bytes } of framesAfterHeader<KeyFrame>(keys)) {
    for (const [at, place] of said.places.entries()) found.set(place, bytes[at]!);
  }
  return found;
}

async function* framesAfterHeader<Said>(path: string): AsyncGenerator<Frame<Said>> {
  let first = true;
  for await (const frame of framesOf(path)) {
    if (!first) yield frame as Frame<Said>;
    first = false;
  }
}

async function insertAll(writing: Session, file: string, keys: ReadonlyMap<string, Uint8Array>): Promise<Restored> {
  await requireEmptyStore(writing);
  const rows = noRows();
  const leftOut: Record<KeyedTable, number> = { interview_keys: 0, uploads: 0, audits: 0 };
  const opened: Record<KeyedTable, RawRow[]> = { interview_keys: [], uploads: [], audits: [] };
  const owners = new Map<CopiedTable, ReadonlySet<string>>();
  const insert = async (table: CopiedTable, some: readonly RawRow[]) => {
    await insertRows(writing, table, some);
    rows[table] += some.length;
  };
  for await (const { said, bytes } of framesAfterHeader<StoreFrame>(file)) {
    if ('sealed' in said) {
      for (const [at, place] of said.places.entries()) {
        const row = opening(keys.get(place), bytes[at]!);
        if (row === undefined) leftOut[said.sealed]++;
        else opened[said.sealed].push(row);
      }
    } else if ('insert' in said) {
      const all = opened[said.insert];
      for (let first = 0; first < all.length; first += BATCH)
        await insert(said.insert, all.slice(first, first + BATCH));
    } else {
      const { table, columns } = said;
      const [column, keyed, its] = OWNERS[table] ?? [];
      if (column !== undefined && !owners.has(table)) {
        owners.set(table, new Set(opened[keyed!].map((row) => String(row[its!]))));
      }
      const all = said.rows.map((values) => decodeRow(columns, values, bytes));
      const kept = all.filter((row) => column === undefined || owners.get(table)!.has(String(row[column])));
      await insert(table, kept);
    }
  }
  await restartNumbers(writing);
  return { rows, leftOut };
}

const BATCH = 200;

/** undefined where there is no key, or another one by now. */
function opening(key: Uint8Array | undefined, sealed: Uint8Array): RawRow | undefined {
  if (key === undefined) return undefined;
  let text: string;
  try {
    text = Buffer.from(unseal(key, sealed)).toString('utf8');
  } catch {
    return undefined;
  }
  const { columns, values, pieces } = JSON.parse(text);
  const bytes = pieces.map((piece: string) => Buffer.from(piece, 'base64'));
  return { ...decodeRow(columns, values, bytes), key };
}
