/**
 * What a file or folder of a recommender is, by its contents; a name decides only where contents leave it open. Pickles
 * are recognised in every wrapping and refused.
 */

import { readdir, stat } from 'node:fs/promises';
import { constants, gunzipSync, inflateSync } from 'node:zlib';
import { firstBytes } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { readWholeFile } from '../runtime/index.ts';
import { isNpy } from './npy.ts';
import { entriesOf } from './npz.ts';
import { holdsPickle, isNamedLikePickle, isPickle, pickleRefused } from './pickle.ts';
import { isAtomicHeader } from './recboleColumns.ts';

export type FileFormat =
  | 'npy'
  | 'npz'
  | 'safetensors'
  | 'parquet'
  | 'text'
  | 'sparkModel'
  | 'lenskitData'
  | 'recboleData';

/** Packed bytes that are unpacked to see what they are: at most a thousand times as many come out. */
const LOOKED_AT = 1024;

export async function formatOfFile(path: string): Promise<FileFormat> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (cause) => {
      throw notReadable(path, cause);
    },
  );
  if (isFolder) return formatOfFolder(path);
  const head = await firstBytes(path);
  if (isPickle(head) || isPickle(unwrapped(head))) throw pickleRefused(path);
  if (isNpy(head)) return 'npy';
  const start = Buffer.from(head.subarray(0, 4)).toString('latin1');
  if (start === 'PAR1') return 'parquet';
  if (start === 'PK\x03\x04') return formatOfZip(path);
  if (isSafetensors(head)) return 'safetensors';
  if (isNamedLikePickle(path)) throw pickleRefused(path, 'named like a pickle of Python, and is nothing else known');
  return isAtomicHeader(firstLine(head)) ? 'recboleData' : 'text';
}

async function formatOfFolder(path: string): Promise<FileFormat> {
  const names = await readdir(path);
  if (names.includes('metadata')) return 'sparkModel';
  if (names.includes('schema.json')) return 'lenskitData';
  if (names.some((name) => name.endsWith('.inter'))) return 'recboleData';
  throw new UlteriorError(
    'FILE_FOREIGN',
    `"${path}" is a folder of no kind that is read here; it holds ${names.slice(0, 5).join(', ') || 'nothing'}`,
    'name the folder of a Spark ALS model (with metadata and userFactors), of LensKit data (with schema.json) or of RecBole data (with an .inter file), or a file',
    { path },
  );
}

async function formatOfZip(path: string): Promise<FileFormat> {
  const names = entriesOf(await readWholeFile(path), path).map(({ name }) => name);
  if (holdsPickle(names)) throw pickleRefused(path, 'a file of PyTorch, which holds a pickle of Python');
  if (names.some((name) => name.endsWith('.npy'))) return 'npz';
  throw new UlteriorError(
    'FILE_FOREIGN',
    `"${path}" is a zip archive without arrays of NumPy`,
    'unpack it, and name a file in it',
    { path },
  );
}

/** Eight bytes of length, then JSON. */
function isSafetensors(head: Uint8Array): boolean {
  return head.length > 9 && head[8] === 0x7b && head[6] === 0 && head[7] === 0;
}

/** The beginning of what zlib or gzip packed; nothing for anything else. */
function unwrapped(head: Uint8Array): Uint8Array {
  // Cut off in the middle: what can be unpacked so far is enough.
  const options = { finishFlush: constants.Z_SYNC_FLUSH } as const;
  const looked = head.subarray(0, LOOKED_AT);
  try {
    if (head[0] === 0x1f && head[1] === 0x8b) return gunzipSync(looked, options);
    if (head[0] === 0x78 && (256 * head[0] + head[1]!) % 31 === 0) return inflateSync(looked, options);
  } catch {
    return new Uint8Array(0);
  }
  return new Uint8Array(0);
}

function firstLine(head: Uint8Array): string {
  const end = head.indexOf(10);
  return Buffer.from(end < 0 ? head : head.subarray(0, end)).toString('utf8');
}

export function notReadable(path: string, cause: unknown): UlteriorError {
  const { code, message = String(cause) } = cause as { readonly code?: string; readonly message?: string };
  return new UlteriorError(
    'FILE_NOT_READABLE',
    `"${path}" cannot be read: ${code === 'ENOENT' ? 'there is no such file or folder' : message}`,
    'check the path and that it may be read',
    { path },
  );
}
