/**
 * What the service keeps: interviews, models, uploads, audits and keys, in a folder or on a PostgreSQL server. Loaded where it
 * is first used.
 */
import type { Backup, BackupOptions, Restored, RowCounts } from './store/contract/backups.ts';
import type { StoreLocation, StoreOptions } from './store/contract/options.ts';
import type { Store } from './store/contract/store.ts';

export type { Store } from './store/contract/store.ts';

const load = () => import('./store/index.ts');

/**
 * Opens a store and brings its schema up to date. One process can have a folder open at a time (STORE_LOCKED); any number
 * can share a server.
 *
 * @example
 * ```ts
 * import { openStore } from 'ulterior-service/store';
 *
 * const store = await openStore({ folder: 'new-store' });
 * console.log(await store.keys.count()); // 0: nobody has a key yet
 * await store.close();
 * ```
 */
export async function openStore(location: StoreLocation, options?: StoreOptions): Promise<Store> {
  return (await load()).openStore(location, options);
}

/** Copies everything of one store into another that is empty, in one transaction; how many rows of each table went over. */
export async function copyStore(from: StoreLocation, to: StoreLocation): Promise<RowCounts> {
  return (await load()).copyStore(from, to);
}

/** Writes a backup without its keys, and a file of the keys, into a folder; a service may be running on the store. */
export async function backupStore(from: StoreLocation, folder: string, options?: BackupOptions): Promise<Backup> {
  return (await load()).backupStore(from, folder, options);
}

/** Opens what the file of keys can open, into a store that is empty. */
export async function restoreStore(file: string, keys: string, to: StoreLocation): Promise<Restored> {
  return (await load()).restoreStore(file, keys, to);
}
