/**
 * Stores for tests, in folders of their own. Making the files of a database takes seconds, so one empty store is made
 * and kept beside the packages, under a name that changes with what it is made by; the others are copies of it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, type Store, type StoreOptions } from '../../service/src/store/index.ts';
import { migrations } from '../../service/src/store/migrations/index.ts';

export const temporaryFolder = () => mkdtemp(join(tmpdir(), 'ulterior-store-'));

const root = new URL('../../', import.meta.url);

async function templateFolder(): Promise<string> {
  const makers = ['scripts/empty-database.mjs', 'node_modules/@electric-sql/pglite/package.json'];
  const texts = await Promise.all(makers.map((path) => readFile(new URL(path, root), 'utf8')));
  const name = createHash('sha256')
    .update(JSON.stringify([migrations, texts]))
    .digest('hex')
    .slice(0, 16);
  const folder = fileURLToPath(new URL(`node_modules/.cache/ulterior-store/${name}`, root));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  try {
    await (await openStore({ folder: draft })).close();
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The folder of an empty store that nobody has open. */
export async function emptyStoreFolder(): Promise<string> {
  const template = await templateFolder();
  const folder = await temporaryFolder();
  await cp(template, folder, { recursive: true });
  return folder;
}

export interface TemporaryStore extends Store {
  readonly folder: string;
  /** Closes it and keeps the folder. */
  shut(): Promise<void>;
}

/** An empty store; `close` also deletes its folder. */
export async function temporaryStore(options: StoreOptions = {}): Promise<TemporaryStore> {
  const folder = await emptyStoreFolder();
  const store = await openStore({ folder }, options);
  return {
    ...store,
    folder,
    shut: store.close,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
