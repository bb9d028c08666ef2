/**
 * Whether bytes are a text table of a size that can be read. What is compressed is unpacked here once, with a bound: a
 * small file may hold a huge one. Parquet is refused, because its own compression cannot be bounded beforehand.
 */

import { createGunzip } from 'node:zlib';
import { UlteriorError } from 'ulterior/service-parts';
import type { Limits } from '../common/limits.ts';

export interface DataDescription {
  readonly format: 'delimited' | 'jsonl';
  readonly gzipped: boolean;
  /** Bytes of text. */
  readonly unpacked: number;
  /** Line ends, so about the rows. */
  readonly lines: number;
}

const LINE_FEED = 10;
const PIECE = 1 << 16;

export async function inspectData(bytes: Uint8Array, { unpackedBytes }: Limits): Promise<DataDescription> {
  if (bytes.length === 0) throw refuse('FILE_EMPTY', 'the file is empty', 'send a table of ratings');
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1') {
    throw refuse('FILE_MALFORMED', 'Parquet files are not taken here', 'send the table as CSV, gzipped or not');
  }
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let [unpacked, lines, first] = [0, 0, -1];
  for await (const piece of gzipped ? gunzipped(bytes) : pieces(bytes)) {
    unpacked += piece.length;
    if (unpacked > unpackedBytes) {
      throw refuse('UPLOAD_TOO_COSTLY', `the file unpacks to more than ${unpackedBytes} bytes`, 'send a smaller file');
    }
    for (const byte of piece) {
      if (byte === LINE_FEED) lines++;
      if (byte === 0) throw refuse('FILE_MALFORMED', 'the file is not a text table', 'send the table as CSV');
      if (first < 0 && byte > 32) first = byte;
    }
  }
  if (first < 0) throw refuse('FILE_EMPTY', 'the file has no rows', 'send a table of ratings');
  return { format: first === '{'.charCodeAt(0) ? 'jsonl' : 'delimited', gzipped, unpacked, lines };
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

async function* gunzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  gunzip.end(bytes);
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    if (error instanceof UlteriorError) throw error;
    throw refuse(
      'FILE_TRUNCATED',
      'the file cannot be unpacked',
      'send it again: its end is missing or it was damaged',
    );
  }
}

function refuse(...[code, message, advice]: ConstructorParameters<typeof UlteriorError>): UlteriorError {
  return new UlteriorError(code, message, advice);
}
