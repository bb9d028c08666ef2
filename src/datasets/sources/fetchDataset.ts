/**
 * Downloads a known data set and unpacks it. All or nothing: the files are written to a folder with a temporary name,
 * which is renamed when the last one is complete. What is there already is not fetched again.
 */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { UlteriorError } from '../../errors/index.ts';
import { sourceUnknown } from './datasetSource.ts';
import { type DownloadProgress, download } from './download.ts';
import { PUBLISHER, type PublishedFile, type PublishedName, publishedFiles } from './publishedFiles.ts';

/** Where to, and who accepts the terms. */
export interface FetchOptions {
  /** The data set becomes a folder in it, under its name. */
  readonly folder: string;
  /** Called with the terms before anything is fetched; anything but true ends it. */
  readonly accept: (licence: string) => boolean | Promise<boolean>;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly baseUrl?: string | undefined;
  /** What to expect; the table of published files where it is not given. */
  readonly published?: Readonly<Record<string, PublishedFile>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a data set is, and whether it was downloaded now. */
interface FetchedDataset {
  /** For `openDataset({ kind: 'known', folder, ... })`. */
  readonly folder: string;
  /** False where it was there already. */
  readonly downloaded: boolean;
}

/**
 * Downloads a published data set, if it is not in the folder yet. Shows the terms first and refuses to go on without
 * consent (LICENCE_REFUSED).
 */
export async function fetchDataset(name: PublishedName, options: FetchOptions): Promise<FetchedDataset> {
  const { folder, accept, baseUrl = PUBLISHER, published = publishedFiles, onProgress, signal } = options;
  const expected = Object.hasOwn(published, name) ? published[name] : undefined;
  if (expected === undefined) {
    throw sourceUnknown(`"${name}" cannot be downloaded`, `name one of ${Object.keys(published).join(', ')}`, name);
  }
  const target = join(folder, name);
  if (existsSync(target)) return { folder: target, downloaded: false };
  if ((await accept(expected.licence)) !== true) {
    throw new UlteriorError(
      'LICENCE_REFUSED',
      `"${name}" was not downloaded: its terms were not accepted`,
      'accept the terms, or use your own copy of the data',
      { name },
    );
  }
  const part = join(folder, `${expected.file}.part`);
  await writing(folder, () => mkdir(folder, { recursive: true }));
  const url = new URL(expected.file, baseUrl).href;
  await download({ url, part, bytes: expected.bytes, md5: expected.md5, onProgress, signal });
  await writing(target, async () => unpack(await readFile(part), name, target));
  await rm(part, { force: true });
  return { folder: target, downloaded: true };
}

/** The archive holds one folder with the name of the data set; its contents become `target`. */
async function unpack(bytes: Uint8Array, name: string, target: string): Promise<void> {
  const temporary = join(dirname(target), `.${name}.${randomUUID()}.tmp`);
  try {
    for (const [entry, contents] of Object.entries(unzipSync(bytes))) {
      const inside = normalize(entry.startsWith(`${name}/`) ? entry.slice(name.length + 1) : entry);
      if (entry.endsWith('/') || inside === '.') continue;
      // An entry must not leave its folder, whatever the checksum says.
      if (inside.startsWith('..') || inside.startsWith(sep) || /^[a-z]:/i.test(inside)) {
        throw new Error(`the archive holds "${entry}", which lies outside of its folder`);
      }
      const path = join(temporary, inside);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw cause;
  }
}

async function writing(path: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (cause) {
    throw new UlteriorError(
      'FILE_NOT_WRITABLE',
      `"${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      'check that the folder may be written to and that the disk has room',
      { path },
    );
  }
}
