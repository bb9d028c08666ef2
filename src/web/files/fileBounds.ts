/**
 * What the page takes on. A browser tab has little memory and no disk to spill to, so that a file which is too large is
 * refused with a word about the command line, before the tab dies of it.
 */
import { UlteriorError } from '../../errors/index.ts';

export interface FileBounds {
  /** Of the file as it is. */
  readonly bytes: number;
  /** Of its contents: a small compressed file can hold a lot. */
  readonly unpackedBytes: number;
  readonly rows: number;
}

const MEGABYTE = 1e6;

export const fileBounds: FileBounds = { bytes: 300 * MEGABYTE, unpackedBytes: 600 * MEGABYTE, rows: 25_000_000 };

export function requireSize(name: string, size: number, { bytes }: FileBounds): void {
  if (size > bytes) throw tooLarge(name, `has ${megabytes(size)}`, `files of up to ${megabytes(bytes)}`);
}

export function requireUnpackedSize(name: string, size: number, { unpackedBytes }: FileBounds): void {
  if (size > unpackedBytes) {
    const limit = megabytes(unpackedBytes);
    throw tooLarge(name, `holds more than ${limit} once it is unpacked`, `up to ${limit}`);
  }
}

export function requireRows(name: string, rows: number, bounds: FileBounds): void {
  if (rows > bounds.rows) {
    const limit = `${bounds.rows / 1e6} million rows`;
    throw tooLarge(name, `has more than ${limit}`, `up to ${limit}`);
  }
}

function tooLarge(name: string, what: string, limit: string): UlteriorError {
  return new UlteriorError(
    'FILE_NOT_READABLE',
    `"${name}" ${what}; this page reads ${limit}`,
    'leave out some of the people, or use the command line (ulterior audit), which has no such limit',
    { file: name },
  );
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;
