/**
 * One process a folder. The embedded database does not lock its files: a second process would open them and both would
 * lose rows.
 *
 * The lock is one of the operating system (a record lock on Unix, a share mode on Windows), taken by keeping a small
 * DuckDB file open, since Node itself offers none. It ends with the process, however that ends: there is no stale lock to
 * take over, so nothing to race for, and process numbers that were given out anew or that belong to another container do
 * not matter. What stands in `holder.json` only serves the message.
 *
 * Within one process such a lock does not hold, and opening the file again would even end it: a list of open folders keeps
 * the thread from that, and other threads are refused.
 */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { DuckDBInstance } from '@duckdb/node-api';
import { UlteriorError } from 'ulterior/service-parts';
import { unavailable } from '../contract/failures.ts';

export const LOCK_FILE = 'store.lock';
const HOLDER_FILE = 'holder.json';

/** On the global object: a module can be loaded twice. */
const OPEN_FOLDERS = Symbol.for('ulterior.store.openFolders');
const shared = globalThis as { [OPEN_FOLDERS]?: Set<string> };
shared[OPEN_FOLDERS] ??= new Set();
const openFolders = shared[OPEN_FOLDERS];

/** `folder` exists, and is written out: one folder, one text. */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  if (!isMainThread) {
    throw unavailable(`the folder "${folder}"`, 'this is not the main thread', 'open the store on the main thread');
  }
  if (openFolders.has(folder)) throw locked(folder, 'this process itself');
  openFolders.add(folder);
  try {
    const path = join(folder, LOCK_FILE);
    await createLockFile(folder, path);
    const instance = await openExclusively(folder, path);
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    await writeFile(join(folder, HOLDER_FILE), JSON.stringify(holder));
    return {
      release: async () => {
        await rm(join(folder, HOLDER_FILE), { force: true });
        instance.closeSync();
        openFolders.delete(folder);
      },
    };
  } catch (error) {
    openFolders.delete(folder);
    throw error;
  }
}

/** The file appears whole or not at all, and never a second one under its name. */
async function createLockFile(folder: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  const draft = `${path}.${randomUUID()}`;
  try {
    (await DuckDBInstance.create(draft, SMALL)).closeSync();
    await link(draft, path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw unlockable(folder);
  } finally {
    await rm(draft, { force: true });
  }
}

const SMALL = { threads: '1', autoinstall_known_extensions: 'false' };

async function openExclusively(folder: string, path: string): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, SMALL);
  } catch (error) {
    const held = /could not set lock|another process/i.test((error as Error).message);
    throw held ? locked(folder, await holderOf(folder)) : unlockable(folder);
  }
}

function unlockable(folder: string): UlteriorError {
  return unavailable(
    `the folder "${folder}"`,
    `its ${LOCK_FILE} cannot be made or opened`,
    `check that the folder may be written to; if no one else uses it, delete ${LOCK_FILE} in it`,
  );
}

async function holderOf(folder: string): Promise<string> {
  try {
    const { pid, host, since } = JSON.parse(await readFile(join(folder, HOLDER_FILE), 'utf8'));
    return `process ${pid} on ${host}, since ${since}`;
  } catch {
    return 'another process that is just starting';
  }
}

function locked(folder: string, holder: string): UlteriorError {
  return new UlteriorError(
    'STORE_LOCKED',
    `the folder "${folder}" is in use by ${holder}`,
    'stop that process, name another folder, or keep the store on a PostgreSQL server, which many processes can use at once',
    { folder },
  );
}
