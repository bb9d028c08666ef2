/**
 * Backups in a folder: `<moment>.backup`, as many as are kept, and `keys`, which each backup replaces. Both are written
 * beside their names and renamed when they are complete and on the disk: a backup that is killed leaves the last one as it was.
 */

import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UlteriorError } from 'ulterior/service-parts';
import { writeBackup } from '../backup/backup.ts';
import { requireWhole } from '../backup/backupFile.ts';
import { askForBackup, type BackupPaths } from '../backup/backupSocket.ts';
import type { Backup, BackupOptions } from '../contract/backups.ts';
import { unwrapped } from '../contract/failures.ts';
import type { StoreLocation } from '../contract/options.ts';
import { flushFolder } from '../databases/durableFiles.ts';
import { openExisting } from './openStore.ts';

export const KEY_FILE = 'keys';
const DRAFTS = 'backup.draft';

export async function backupStore(from: StoreLocation, folder: string, options: BackupOptions = {}): Promise<Backup> {
  const keys = resolve(options.keys ?? join(folder, KEY_FILE));
  const drafts = [join(folder, DRAFTS), `${keys}.draft`] as const;
  const paths: BackupPaths = {
    ...(options.keysOnly === true ? {} : { store: join(drafts[0], 'store') }),
    keys: drafts[1],
  };
  try {
    for (const path of [folder, dirname(keys)]) await mkdir(path, { recursive: true, mode: 0o700 });
    // What a killed backup has left holds keys.
    for (const draft of drafts) await rm(draft, { recursive: true, force: true });
    await mkdir(drafts[0], { mode: 0o700 });
    const moment = await written(from, paths);
    // As it is read back from the disk: a backup that cannot be restored is none.
    for (const path of Object.values(paths)) await requireWhole(path);
    // The keys first: they open this backup and those before it.
    await rename(paths.keys, keys);
    flushFolder(dirname(keys));
    const file = paths.store && join(folder, `${moment.replaceAll(':', '-')}.backup`);
    if (file !== undefined) await rename(paths.store!, file);
    await rm(drafts[0], { recursive: true, force: true });
    flushFolder(folder);
    return { file, keys, moment };
  } catch (error) {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw inOurWords(folder, error);
  }
}

/** By this process, or by the one that has the folder open. */
async function written(from: StoreLocation, paths: BackupPaths): Promise<string> {
  try {
    const database = await openExisting(from);
    try {
      return await writeBackup(database, paths);
    } finally {
      await database.close();
    }
  } catch (error) {
    const locked = error instanceof UlteriorError && error.code === 'STORE_LOCKED' && 'folder' in from;
    const moment = locked ? await askForBackup(from.folder, paths) : undefined;
    if (moment !== undefined) return moment;
    throw unwrapped(error);
  }
}

function inOurWords(folder: string, error: unknown): unknown {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (error instanceof UlteriorError || syscall === undefined) return error;
  return new UlteriorError(
    'FILE_NOT_WRITABLE',
    `the backup cannot be written to "${folder}" (${code})`,
    'name a folder that this user may write to, on a disk with room',
    { path: folder },
  );
}
