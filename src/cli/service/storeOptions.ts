/** Which database: a folder, or the PostgreSQL server that the environment names. */
import type { Command } from 'commander';
import { loadPart } from '../../runtime/index.ts';
import type { Store, StoreOptions } from '../../store/index.ts';

export interface StoreFlags {
  readonly store?: string;
}

const FOLDER = 'ulterior-store';

export const STORE_HELP = `
Everything is kept in one folder (--store, default "${FOLDER}"), which one process can open at a time. If the environment
variable DATABASE_URL names a PostgreSQL server (postgres://user:password@host:port/database), everything is kept there
instead, and any number of processes can share it.`;

export function addStoreOption(command: Command): Command {
  return command.option('--store <folder>', 'folder of the database (default: DATABASE_URL, else ulterior-store)');
}

/** A folder that is named goes before the environment: who names one means it. */
export async function openNamedStore({ store }: StoreFlags, options: StoreOptions = {}): Promise<Store> {
  // Loaded here, like the service: other commands should not wait for a database.
  const { openStore } = await loadPart('store', () => import('../../store/index.ts'));
  const url = process.env['DATABASE_URL'];
  const location = store === undefined && url !== undefined && url !== '' ? { url } : { folder: store ?? FOLDER };
  return openStore(location, options);
}
