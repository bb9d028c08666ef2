/**
 * An archive of NumPy: a zip file with one .npy file per array, stored or deflated. Sizes are judged by what the archive
 * declares, before anything is unpacked: a small file must not ask for any amount of memory.
 */

import { unzipSync } from 'fflate';
import { UlteriorError } from '../errors/index.ts';
import type { NamedArray } from './namedArray.ts';
import { parseNpy } from './npy.ts';
import { holdsPickle, pickleRefused } from './pickle.ts';

/** In bytes, of all arrays together. */
export const MOST_UNPACKED = 2 ** 31;

/** Deflate cannot pack better than this; a larger claim is a lie. */
const BEST_PACKING = 1032;

/** A file of a zip archive, as its directory lists it: sizes in bytes, packed and unpacked. */
interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly originalSize: number;
  readonly compression: number;
}

/** The entries of a zip archive, as its directory lists them. */
export function entriesOf(bytes: Uint8Array, file: string): ZipEntry[] {
  const entries: ZipEntry[] = [];
  unpacked(bytes, file, (entry) => {
    entries.push(entry);
    return false;
  });
  return entries;
}

/** By name, without the ending. */
interface NpzArrays {
  readonly arrays: ReadonlyMap<string, NamedArray>;
  /** Arrays of Python objects and of other types that hold no numbers or texts: why they are not read. */
  readonly unread: ReadonlyMap<string, UlteriorError>;
}

export function parseNpz(bytes: Uint8Array, file: string, most = MOST_UNPACKED): NpzArrays {
  const entries = entriesOf(bytes, file);
  if (holdsPickle(entries.map(({ name }) => name)))
    throw pickleRefused(file, 'an archive with a pickle of Python in it');
  const wanted = entries.filter(({ name }) => name.endsWith('.npy'));
  if (wanted.length === 0) throw malformed(file, 'it holds no .npy file');
  refuseHuge(file, wanted, most);
  const files = unpacked(bytes, file, ({ name }) => name.endsWith('.npy'));
  const arrays = new Map<string, NamedArray>();
  const unread = new Map<string, UlteriorError>();
  for (const { name, originalSize } of wanted) {
    const contents = files[name]!;
    if (contents.length !== originalSize) {
      throw malformed(file, `"${name}" unpacks to ${contents.length} bytes, not ${originalSize}`);
    }
    const short = name.slice(0, -'.npy'.length);
    try {
      arrays.set(short, parseNpy(contents, `${file}: ${name}`));
    } catch (cause) {
      if (!(cause instanceof UlteriorError)) throw cause;
      if (cause.code !== 'PICKLE_REFUSED' && cause.details['type'] === undefined) throw cause;
      unread.set(short, cause);
    }
  }
  return { arrays, unread };
}

function refuseHuge(file: string, entries: readonly ZipEntry[], most: number): void {
  const total = entries.reduce((sum, { originalSize }) => sum + originalSize, 0);
  const lying = entries.find(({ size, originalSize }) => originalSize > BEST_PACKING * (size + 1));
  if (total <= most && lying === undefined) return;
  throw new UlteriorError(
    'FILE_TOO_LARGE',
    lying === undefined
      ? `"${file}" declares ${total} bytes of arrays; at most ${most} are unpacked`
      : `"${file}" declares ${lying.originalSize} bytes for "${lying.name}", which ${lying.size} packed bytes cannot hold`,
    'write only the arrays of factors and ids, as float32; if it is not your file, do not trust it',
    { file, declared: total, most },
  );
}

function unpacked(bytes: Uint8Array, file: string, filter: (entry: ZipEntry) => boolean) {
  try {
    return unzipSync(bytes, { filter });
  } catch (cause) {
    throw malformed(file, cause instanceof Error ? cause.message : String(cause));
  }
}

function malformed(file: string, what: string): UlteriorError {
  return new UlteriorError(
    'FILE_MALFORMED',
    `"${file}" cannot be read as an archive of arrays: ${what}`,
    'copy or write the file again, with numpy.savez',
    { file },
  );
}
