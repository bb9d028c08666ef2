/**
 * Folders for what an audit writes in clear: uploads, and what their readers put aside. Each worker has one with a random name,
 * and beside it a socket that listens for as long as the process lives. A folder whose socket nobody answers has lost
 * its owner, and anyone who may write it removes it. The number of the process would not say that: in a container the next
 * process has the same one. Sockets are known to the whole machine, so a folder that several containers share is safe, too;
 * folders for temporary files that several machines share are not supported.
 *
 * Names hold hashes of what the folders are for, so that an erasure can tell whether something is left. An id is random:
 * nobody finds it by its hash.
 */
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketPath } from '../../store/index.ts';

const FOLDER = /^ulterior-scratch-[0-9a-f-]{36}$/;
const HASH_LETTERS = 32;

/** A worker's own folder. */
export interface Scratch {
  /** A folder for one piece of work that nobody else reads, removed however the work ends. */
  within<Result>(purpose: string, action: (folder: string) => Promise<Result>): Promise<Result>;
  /** When nothing is within it any more. */
  close(): Promise<void>;
}

export async function openScratch(): Promise<Scratch> {
  const name = `ulterior-scratch-${randomUUID()}`;
  const server = createServer((socket) => socket.destroy());
  const socket = socketOf(tmpdir(), name);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket.name, resolve);
  });
  server.unref();
  // Only now: a folder without a socket is anybody's to remove.
  const own = join(tmpdir(), name);
  await mkdir(own, { mode: 0o700 });
  return {
    within: async (purpose, action) => {
      const folder = await mkdtemp(join(own, `${nameFor(purpose)}-`));
      try {
        return await action(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: async () => {
      await rm(own, { recursive: true, force: true });
      await new Promise((resolve) => server.close(resolve));
      socket.release();
    },
  };
}

/** What a file or a folder is called that holds something of the row with that id. */
export function nameFor(id: string): string {
  return createHash('sha256').update(id.toLowerCase()).digest('hex').slice(0, HASH_LETTERS);
}

/** Removes what owners that have died left. How many folders there were. */
export async function sweepScratch(): Promise<number> {
  let removed = 0;
  for (const name of await ownFolders()) {
    if (await isOwned(name)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
    await rm(join(tmpdir(), `${name}.socket`), { force: true });
    removed++;
  }
  return removed;
}

/** Whether something of the row with that id lies in a folder here. Those whose owner has died are swept first. */
export async function isInScratch(id: string): Promise<boolean> {
  await sweepScratch();
  const folders = await ownFolders();
  const names = await Promise.all(
    folders.map((name) => readdir(join(tmpdir(), name), { recursive: true }).catch(nothing)),
  );
  return names.flat().some((path) => path?.includes(nameFor(id)) === true);
}

/** Of this user: those of others are neither readable nor removable. */
async function ownFolders(): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) => FOLDER.test(name));
  const own = await Promise.all(names.map((name) => isOwn(join(tmpdir(), name))));
  return names.filter((_, n) => own[n]);
}

async function isOwn(path: string): Promise<boolean> {
  const user = process.getuid?.();
  const stat = await lstat(path).catch(nothing);
  return stat?.isDirectory() === true && (user === undefined || stat.uid === user);
}

/** Somebody else removed it meanwhile. */
function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function isOwned(name: string): Promise<boolean> {
  const path = socketOf(tmpdir(), name);
  return new Promise<boolean>((resolve) => {
    const socket = connect(path.name);
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    // Anything else says that somebody is there, such as a queue that is full.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
    socket.once('close', () => path.release());
  });
}

/** Windows has no sockets in folders, but pipes with names. */
function socketOf(folder: string, name: string): ReturnType<typeof socketPath> {
  if (process.platform === 'win32') return { name: `\\\\.\\pipe\\${name}`, release: () => {} };
  return socketPath(folder, `${name}.socket`);
}
