/**
 * A backup of a folder that a process has open. Nobody else can read such a folder, so that process makes the backup itself,
 * asked through a socket in the folder: whoever may use the socket may read the folder anyway. It has no socket on Windows.
 *
 * While the files are written requests wait for the database, which has one connection. So they are written to the folder of
 * the store first, at the speed of the disk, and handed over when the database is free again: whoever asks and then reads
 * slowly, or not at all, holds up nobody.
 *
 *     asker     "backup" or "keys", and the end of a line
 *     answerer  JSON and the end of a line, then the files: { "sizes": [bytes, …], "moment": … } or { "code", "message", "advice" }
 *
 * The answerer ends the connection when its own files, which hold keys, are gone; the asker waits for that.
 */

import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, errorCodes, UlteriorError } from 'ulterior/service-parts';
import { unavailable, unwrapped } from '../contract/failures.ts';
import type { Database } from '../databases/database.ts';
import { socketPath } from '../databases/socketPath.ts';
import { writeBackup } from './backup.ts';

const SOCKET = 'backup.socket';
const DRAFT = 'backup.draft';
/** How long the other side may say or read nothing, in milliseconds. */
const SILENCE = 600_000;

/** Where a backup is written: the store, unless only the keys are asked for, and the keys. */
export interface BackupPaths {
  readonly store?: string;
  readonly keys: string;
}

export async function offerBackups(
  folder: string,
  database: Database,
  onProblem: (problem: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  // What a killed process has left holds keys.
  await rm(join(folder, DRAFT), { recursive: true, force: true });
  if (process.platform === 'win32') return { close: async () => {} };
  let last: Promise<unknown> = Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setTimeout(SILENCE, () => socket.destroy());
    // One short word, which comes in one piece.
    socket.once('data', (word) => {
      // Nothing is to be said or read while the files are written, however long that takes.
      socket.setTimeout(0);
      // One after another: they share the folder.
      last = last.then(() => answer(socket, String(word).trim(), join(folder, DRAFT), database)).catch(onProblem);
    });
  });
  const path = socketPath(folder, SOCKET);
  try {
    await rm(path.name, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path.name, resolve);
    });
    await chmod(path.name, 0o600);
    server.unref();
  } catch (error) {
    const { code } = error as { code?: string };
    const advice = 'stop the service for a backup of the folder, or keep the store in a folder with a shorter name';
    onProblem(unavailable(`the socket for backups in "${folder}"`, `it cannot be made (${code})`, advice));
  }
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      // Whoever does not read must not hold up the end.
      for (const socket of sockets) socket.destroy();
      await last;
      await closed;
      path.release();
    },
  };
}

async function answer(socket: Socket, asked: string, draft: string, database: Database): Promise<void> {
  const [store, keys] = [join(draft, 'store'), join(draft, 'keys')];
  const paths = asked === 'keys' ? [keys] : [store, keys];
  try {
    await mkdir(draft, { mode: 0o700 });
    const moment = await writeBackup(database, asked === 'keys' ? { keys } : { store, keys });
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    socket.setTimeout(SILENCE);
    socket.write(`${JSON.stringify({ sizes, moment })}\n`);
    for (const path of paths) await pipeline(createReadStream(path), socket, { end: false });
  } catch (error) {
    if (socket.destroyed) return;
    socket.write(`${JSON.stringify(told(unwrapped(error)))}\n`);
  } finally {
    await rm(draft, { recursive: true, force: true });
    socket.end();
  }
}

function told(error: unknown): { code: string; message: string; advice: string } {
  if (error instanceof UlteriorError) return { code: error.code, message: error.message, advice: error.advice };
  const { code } = error as { code?: unknown };
  const reason = `the process that uses the store could not write the backup${typeof code === 'string' ? ` (${code})` : ''}`;
  return { code: 'STORE_UNAVAILABLE', message: reason, advice: 'see that the disk of the store has room' };
}

/** The backup of a folder that another process has open, or undefined where that process cannot be asked. */
export async function askForBackup(folder: string, paths: BackupPaths): Promise<string | undefined> {
  const path = socketPath(folder, SOCKET);
  try {
    const socket = await connected(path.name);
    if (socket === undefined) return undefined;
    try {
      socket.write(paths.store === undefined ? 'keys\n' : 'backup\n');
      return await receive(socket, folder, paths.store === undefined ? [paths.keys] : [paths.store, paths.keys]);
    } finally {
      socket.destroy();
    }
  } finally {
    path.release();
  }
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

async function receive(socket: Socket, folder: string, paths: readonly string[]): Promise<string> {
  const bytes = new Incoming(socket[Symbol.asyncIterator]());
  try {
    const first = JSON.parse((await bytes.line()).toString('utf8'));
    if ('code' in first) throw new UlteriorError(codeOf(first.code), first.message, first.advice);
    for (const [at, path] of paths.entries()) {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of bytes.take(first.sizes[at])) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
    }
    await bytes.ended();
    return first.moment;
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error;
    const advice = 'see whether the process that uses the store still runs, and try again';
    throw unavailable(`the store in "${folder}"`, 'the process that uses it broke off the backup', advice);
  }
}

const codeOf = (code: string): ErrorCode =>
  Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'STORE_UNAVAILABLE';

class BrokenOff extends Error {}

/** What comes through a socket, a line or a number of bytes at a time. */
class Incoming {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  async line(): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      this.#rest = Buffer.concat([this.#rest, await this.#next()]);
    }
  }

  async *take(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const some = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(some.length);
      left -= some.length;
      yield some;
    }
  }

  /** Nothing comes any more: the other side has ended, or is gone. */
  async ended(): Promise<void> {
    while ((await this.#chunk()) !== undefined);
  }

  async #next(): Promise<Buffer> {
    const chunk = await this.#chunk();
    if (chunk === undefined) throw new BrokenOff();
    return chunk;
  }

  async #chunk(): Promise<Buffer | undefined> {
    const { value, done } = await this.#chunks.next().catch(() => ({ done: true, value: undefined }));
    return done === true ? undefined : value;
  }
}
