/** Files by their SHA-256. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readWholeFile } from '../../src/runtime/index.ts';

/** A file by its path below the data folder, or below the output folder. */
export interface HashedFile {
  readonly file: string;
  readonly sha256: string;
}

export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export async function hashedFile(folder: string, file: string): Promise<HashedFile> {
  return { file, sha256: hashOf(await readWholeFile(join(folder, file))) };
}

/** Every file beside those that are needed, which readers may read too. */
export async function hashedData(needs: readonly string[], folder: string | undefined): Promise<HashedFile[]> {
  if (folder === undefined) return [];
  const files = needs.flatMap((path) => (dirname(path) === '.' ? [path] : filesIn(folder, dirname(path))));
  return Promise.all([...new Set(files)].sort().map((file) => hashedFile(folder, file)));
}

function filesIn(folder: string, path: string): string[] {
  const names = readdirSync(join(folder, path)).map((name) => `${path}/${name}`);
  return names.filter((name) => statSync(join(folder, name)).isFile());
}
