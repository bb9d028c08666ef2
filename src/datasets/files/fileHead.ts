/**
 * The beginning of a file, decompressed: enough to see its format, delimiter and header. A compressed file is read to
 * its end here, because the database takes one that was cut off for a shorter one.
 */

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { UlteriorError } from '../../errors/index.ts';
import { type EncodingGuess, foreignReader, guessEncoding, requireTable, utf16Of } from '../../tables/index.ts';
import type { FileOptions } from './fileOptions.ts';
import { bytesOf, type Recoded, toUtf8 } from './recodeText.ts';

interface FileHead {
  /** In UTF-8 where the file is recoded. */
  readonly bytes: Uint8Array;
  readonly gzipped: boolean;
  /** Whether its first line goes on beyond it: columns that nobody sees would be left out, or misread. */
  readonly isWithinLine?: boolean | undefined;
  /** Whether it has a reader of its own. */
  readonly isForeign?: boolean | undefined;
  readonly recoded?: Recoded | undefined;
  readonly guess?: EncodingGuess | undefined;
}

const HEAD_BYTES = 1 << 18;
/** Tab, line feed, return, space. */
const BLANKS = [9, 10, 13, 32];

/** Text in UTF-16 shows that it is, whatever is said of its encoding; whoever names a format wants nothing else. */
export async function readHead(path: string, { encoding: given, format }: FileOptions): Promise<FileHead> {
  const bytes = await firstBytes(path);
  if (bytes.length === 0) throw fileEmpty(path);
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const head = gzipped ? await unpack(path) : bytes;
  if (head.every((byte) => BLANKS.includes(byte))) throw fileEmpty(path);
  if (format === undefined && foreignReader(head) !== undefined) return { bytes: head, gzipped, isForeign: true };
  requireTable(path, head);
  const utf16 = utf16Of(head);
  const isText = utf16 === undefined && !isParquet(head);
  const guess = given === undefined && isText ? await guessEncoding(path, () => bytesOf(path, gzipped)) : undefined;
  const encoding = utf16 ?? guess?.encoding ?? given ?? 'utf-8';
  const recoded = encoding === 'utf-8' || encoding === 'latin-1' ? undefined : encoding;
  const text = recoded === undefined ? head : toUtf8(head, recoded);
  const isWithinLine = head.length >= HEAD_BYTES && !text.some((byte) => byte === 10 || byte === 13);
  return { bytes: text, gzipped, isWithinLine, recoded, guess: recoded && guess };
}

export function lineTooLong(path: string): UlteriorError {
  return new UlteriorError(
    'FILE_MALFORMED',
    `"${path}" has a first line of more than ${HEAD_BYTES} bytes, so its columns cannot be read`,
    'give columns shorter names, or write one row per rating',
    { path, bytes: HEAD_BYTES },
  );
}

export function isParquet(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1';
}

export function fileEmpty(path: string): UlteriorError {
  return new UlteriorError(
    'FILE_EMPTY',
    `"${path}" has no rows`,
    'check that it is the right file and that it was copied completely',
    { path },
  );
}

/** As they are, packed or not. */
export async function firstBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).isDirectory()) throw notReadable(path, 'it is a folder', 'name a file in it');
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof UlteriorError) throw cause;
    const { code, message = String(cause) } = cause as { readonly code?: string; readonly message?: string };
    if (code === 'ENOENT') throw notReadable(path, 'there is no such file', 'check the name and the folder');
    if (code === 'EACCES' || code === 'EPERM')
      throw notReadable(path, 'you may not read it', 'allow yourself to read it');
    throw notReadable(path, message, 'check the path; it must be a file that may be read');
  }
}

function notReadable(path: string, reason: string, advice: string): UlteriorError {
  return new UlteriorError('FILE_NOT_READABLE', `"${path}" cannot be read: ${reason}`, advice, { path });
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
