/**
 * The beginning of a file, decompressed: enough to see its format, delimiter and header. A compressed file is read to
 * its end here, because the database takes one that was cut off for a shorter one.
 */

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { UlteriorError } from '../errors/index.ts';

export interface FileHead {
  readonly bytes: Uint8Array;
  readonly gzipped: boolean;
}

const HEAD_BYTES = 1 << 18;

export async function readHead(path: string): Promise<FileHead> {
  const bytes = await firstBytes(path);
  if (bytes.length === 0) throw fileEmpty(path);
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!gzipped) return { bytes, gzipped };
  const unpacked = await unpack(path);
  if (unpacked.length === 0) throw fileEmpty(path);
  return { bytes: unpacked, gzipped };
}

export function fileEmpty(path: string): UlteriorError {
  return new UlteriorError(
    'FILE_EMPTY',
    `"${path}" has no rows`,
    'check that it is the right file and that it was copied completely',
    { path },
  );
}

async function firstBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder');
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${path}" cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      'check the path; it must be a file that may be read',
      { path },
    );
  }
}

async function unpack(path: string): Promise<Uint8Array> {
  const head: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  try {
    for await (const piece of createReadStream(path).pipe(createGunzip()) as AsyncIterable<Uint8Array>) {
      total += piece.length;
      if (length >= HEAD_BYTES) continue;
      head.push(piece);
      length += piece.length;
    }
  } catch (cause) {
    throw new UlteriorError(
      'FILE_TRUNCATED',
      `"${path}" cannot be unpacked after ${total} bytes: ${cause instanceof Error ? cause.message : String(cause)}`,
      'copy or download the file again: its end is missing or it was damaged',
      { path, bytes: total },
    );
  }
  return Buffer.concat(head);
}
