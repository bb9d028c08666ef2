/**
 * The file of a backup: a first line that says what it is, frames, and the SHA-256 of all of that.
 *
 *     frame   length of the JSON (4 bytes, little endian, above 0), the JSON, bytes
 *     end     0 (4 bytes), SHA-256 (32 bytes)
 *
 * The JSON is what the frame says and the lengths of the pieces of bytes that follow it. A file that was cut off or altered
 * has another hash and is refused as a whole.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UlteriorError } from 'ulterior/service-parts';
import type { RawRow } from '../databases/database.ts';

const FIRST_LINE = Buffer.from('ULTERIOR BACKUP 1\n');
const HASH = 32;
/** For the user of this process only. */
const PRIVATE = 0o600;

/** What a frame says, in JSON, and the bytes that go with it. */
export interface Frame<Said = unknown> {
  readonly said: Said;
  readonly bytes: readonly Uint8Array[];
}

export class BackupWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string, header: object): Promise<BackupWriter> {
    const writer = new BackupWriter(await open(path, 'wx', PRIVATE));
    await writer.#write(FIRST_LINE);
    await writer.write(header);
    return writer;
  }

  async write(said: object, bytes: readonly Uint8Array[] = []): Promise<void> {
    const json = Buffer.from(JSON.stringify({ said, sizes: bytes.map(({ length }) => length) }), 'utf8');
    await this.#write(Buffer.concat([lengthOf(json.length), json, ...bytes]));
  }

  /** On the disk when it resolves. */
  async end(): Promise<void> {
    await this.#write(lengthOf(0));
    await this.#file.writeFile(this.#hash.digest());
    await this.#file.sync();
    await this.#file.close();
  }

  /** After a failure. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
  }
}

function lengthOf(length: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

/** One letter and the value, where JSON has no such value: bytes (which piece), a date, JSON, a large number. */
type Encoded = string | number | boolean | null | { b: number } | { d: string } | { j: unknown } | { n: string };

export function encodeRow(row: RawRow, bytes: Uint8Array[]): Encoded[] {
  return Object.values(row).map((value) => {
    if (value instanceof Uint8Array) return { b: bytes.push(value) - 1 };
    if (value instanceof Date) return { d: value.toISOString() };
    if (typeof value === 'bigint') return { n: String(value) };
    return typeof value === 'object' && value !== null ? { j: value } : (value as Encoded);
  });
}

export function decodeRow(
  columns: readonly string[],
  values: readonly Encoded[],
  bytes: readonly Uint8Array[],
): RawRow {
  const decoded = (value: Encoded): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('b' in value) return bytes[value.b];
    if ('d' in value) return new Date(value.d);
    return 'n' in value ? BigInt(value.n) : value.j;
  };
  return Object.fromEntries(columns.map((column, at) => [column, decoded(values[at]!)]));
}

/** Refuses a file whose hash is not that of its contents. */
export async function requireWhole(path: string): Promise<void> {
  let before = Buffer.alloc(0);
  let isBackup: boolean | undefined;
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) {
    before = Buffer.concat([before, chunk]);
    if (isBackup === undefined && before.length >= FIRST_LINE.length) {
      isBackup = before.subarray(0, FIRST_LINE.length).equals(FIRST_LINE);
      if (!isBackup) throw foreign(path, 'it is no backup of Ulterior');
    }
    const settled = Math.max(0, before.length - HASH);
    if (isBackup !== true || settled === 0) continue;
    hash.update(before.subarray(0, settled));
    before = Buffer.from(before.subarray(settled));
  }
  if (isBackup === undefined) throw damaged(path, 'it ends early');
  if (!before.equals(hash.digest())) throw damaged(path, 'its contents do not have the hash that stands at its end');
}

/** The frames of a file that is whole; the first one says what it holds. */
export async function* framesOf(path: string): AsyncGenerator<Frame> {
  const file = await open(path, 'r');
  try {
    let at = FIRST_LINE.length;
    const read = async (length: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      if (bytesRead < length) throw damaged(path, 'it ends early');
      at += length;
      return bytes;
    };
    for (;;) {
      const length = (await read(4)).readUInt32LE();
      if (length === 0) return;
      const { said, sizes } = JSON.parse((await read(length)).toString('utf8')) as { said: unknown; sizes: number[] };
      const bytes: Buffer[] = [];
      for (const size of sizes) bytes.push(await read(size));
      yield { said, bytes };
    }
  } finally {
    await file.close();
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) yield chunk as Buffer;
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UlteriorError('FILE_NOT_READABLE', `"${path}" cannot be read (${code})`, 'name a file that exists', {
      path,
    });
  }
}

export function damaged(path: string, reason: string): UlteriorError {
  return new UlteriorError('BACKUP_DAMAGED', `the backup "${path}" is damaged: ${reason}`, 'use another backup', {
    path,
  });
}

export function foreign(path: string, reason: string, advice = 'name a file of "ulterior serve store backup"') {
  return new UlteriorError('BACKUP_FOREIGN', `"${path}" cannot be used: ${reason}`, advice, { path });
}
