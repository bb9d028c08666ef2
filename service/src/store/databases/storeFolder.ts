/**
 * The folder of an embedded store:
 *
 *     store.lock     held while the store is open (folderLock.ts)
 *     database/      the files of the database
 *     database.new/  the same while they are first made; renamed when complete, so that a kill leaves no half of it
 *     backup.socket  where a backup is asked for while the store is open (backupSocket.ts)
 *     backup.draft/  the backup while it is written
 */
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { unavailable } from '../contract/failures.ts';
import { flushFolder } from './durableFiles.ts';
import { unpackEmptyDatabase } from './emptyDatabase.ts';
import { LOCK_FILE } from './folderLock.ts';

/** Also what is left after a kill, or after the lock file was deleted. */
const OUR_NAMES = /^(store\.lock.*|holder\.json|database(\.new)?|backup\.(socket|draft))$/;
/** For the user of this process only. */
const PRIVATE = 0o700;

/** The folder, made where it is missing; not one that holds other things. */
export async function folderOfStore(path: string): Promise<string> {
  const where = `the folder "${path}"`;
  let names: string[];
  try {
    await mkdir(path, { recursive: true, mode: PRIVATE });
    names = await readdir(path);
  } catch (error) {
    const reason = `it cannot be made or read (${(error as { code?: string }).code})`;
    throw unavailable(where, reason, 'name a folder that this user may write to');
  }
  const ours = names.includes(LOCK_FILE) || names.every((name) => OUR_NAMES.test(name));
  if (!ours)
    throw unavailable(
      where,
      'it contains other files and is not a store',
      'name a folder that is empty or does not exist yet',
    );
  return realpath(path);
}

/** The files of an empty database, complete and on the disk before they get their name. */
export async function createFiles(folder: string, files: string, where: string): Promise<void> {
  try {
    await makeAndRename(folder, files);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const advice = 'see that the disk has room, and that the package is whole';
    throw unavailable(where, `its files cannot be made (${code ?? message})`, advice);
  }
}

async function makeAndRename(folder: string, files: string): Promise<void> {
  const draft = `${files}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: PRIVATE });
  await unpackEmptyDatabase(draft);
  await rename(draft, files);
  flushFolder(folder);
}
