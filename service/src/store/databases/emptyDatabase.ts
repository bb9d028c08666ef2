/**
 * The files of an empty database, which the package has ready (scripts/empty-database.mjs): the programs that make them take
 * more memory than the service ever does afterwards.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { filesOfPackage } from 'ulterior/service-parts';
import { flushFolder } from './durableFiles.ts';

const ARCHIVE = filesOfPackage(import.meta.url)('dist/emptyDatabase.br');
const LENGTH_BYTES = 4;
const AT_ONCE = 16;

/** A folder has no size. */
interface Entry {
  readonly name: string;
  readonly size?: number;
}

/** Into a folder that is there and empty. On the disk when it is done. */
export async function unpackEmptyDatabase(folder: string): Promise<void> {
  const bytes = brotliDecompressSync(await readFile(ARCHIVE));
  const start = LENGTH_BYTES + bytes.readUInt32LE(0);
  const entries: readonly Entry[] = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start));
  const folders = entries.filter(({ size }) => size === undefined).map(({ name }) => join(folder, name));
  // Each comes after the folder that it is in.
  for (const path of folders) await mkdir(path, { mode: 0o700 });
  const files: { path: string; contents: Uint8Array }[] = [];
  let at = start;
  for (const { name, size } of entries) {
    if (size === undefined) continue;
    files.push({ path: join(folder, name), contents: bytes.subarray(at, at + size) });
    at += size;
  }
  for (let first = 0; first < files.length; first += AT_ONCE) {
    await Promise.all(files.slice(first, first + AT_ONCE).map(({ path, contents }) => writeFlushed(path, contents)));
  }
  for (const path of [...folders, folder]) flushFolder(path);
}

async function writeFlushed(path: string, contents: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
}
