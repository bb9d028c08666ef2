/** Text in other encodings, as text in UTF-8: the database reads hardly anything else. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { UlteriorError } from '../../errors/index.ts';
import type { Utf16 } from '../../tables/index.ts';

/** The database reads UTF-8 and Latin-1 itself. */
export type Recoded = Utf16 | 'windows-1252' | 'windows-1250';

const BLOCK_BYTES = 1 << 18;

/** Without the mark. Half a sign at the end becomes the sign for unknown ones. */
export function toUtf8(bytes: Uint8Array, encoding: Recoded): Uint8Array {
  return new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}

/** Writes a file again, in UTF-8. Bytes that mean nothing are an error. */
export async function writeUtf8(path: string, gzipped: boolean, encoding: Recoded, target: string): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = async function* () {
    for await (const piece of bytesOf(path, gzipped)) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  };
  try {
    await writeFile(target, decoded());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UlteriorError(
      'FILE_ENCODING',
      `"${path}" begins like text in UTF-16, but has bytes that mean nothing there`,
      'copy or download the file again, or convert it to utf-8',
      { path, encoding },
    );
  }
}

export function bytesOf(path: string, gzipped = false): AsyncIterable<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES });
  return gzipped ? file.pipe(createGunzip()) : file;
}
