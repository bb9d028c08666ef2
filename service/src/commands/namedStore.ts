/** Which database: a folder, or the PostgreSQL server that the environment names. */
import type { StoreFlags } from 'ulterior/service-parts';
import { openStore, type Store, type StoreOptions } from '../store/index.ts';

export const FOLDER = 'ulterior-store';

/** A folder that is named goes before the environment: who names one means it. */
export async function openNamedStore({ store }: StoreFlags, options: StoreOptions = {}): Promise<Store> {
  const url = process.env['DATABASE_URL'];
  const location = store === undefined && url !== undefined && url !== '' ? { url } : { folder: store ?? FOLDER };
  return openStore(location, options);
}
