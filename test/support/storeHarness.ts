/** A store for the conformance suite, and a look behind it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../service/src/store/databases/database.ts';
import type { Remember, Store, StoredInterview, StoreOptions } from '../../service/src/store/index.ts';

export interface OpenedStore {
  readonly store: Store;
  /** The same database, past the repositories. */
  readonly database: Database;
}

/** Opens an empty store. */
export type StoreOpener = (options?: StoreOptions) => Promise<OpenedStore>;

/** The tables in which the text stands anywhere. */
export async function tablesHolding(database: Database, text: string): Promise<string[]> {
  const { rows } = await database.execute(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = 'ulterior' and table_type = 'BASE TABLE' order by 1`,
  );
  const holding: string[] = [];
  for (const { name } of rows) {
    const found = await database.execute(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (found.rows.length > 0) holding.push(String(name));
  }
  return holding;
}

/** The files below a folder in which one of the traces stands. */
export async function filesHolding(folder: string, ...traces: readonly (string | Uint8Array)[]): Promise<string[]> {
  const holding: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (traces.some((trace) => bytes.includes(Buffer.from(trace)))) holding.push(path);
  }
  return holding;
}

const HOUR = 3_600_000;
export const inAnHour = () => new Date(Date.now() + HOUR);

let tokens = 0;

/** An interview on a model of a few bytes. */
export async function addInterview(store: Store, expiresAt = inAnHour(), remember?: Remember<StoredInterview>) {
  const model = await store.models.add({ name: 'model', bytes: Uint8Array.of(1, 2, 3), description: {} });
  const tokenHash = `hash ${process.pid} ${tokens++}`;
  const begun = { modelId: model.id, mode: 'lab' as const, setup: {}, tokenHash, expiresAt };
  const interview = await store.interviews.add(begun, remember);
  return { model, interview, tokenHash };
}
