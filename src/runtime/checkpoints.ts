/**
 * A folder that remembers how far a long piece of work got. It belongs to one piece of work, named by its identity
 * (data, spec, version) and by the plug-ins that are loaded: parts of another are not mixed in but refused.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkpoints } from '../audit/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { pluginsPart } from '../plugins/index.ts';
import { makeFolder, writeFileAtomically } from './files.ts';

const IDENTITY = 'identity.json';
const PART = '.part';
/** What systems say whose files have one name only. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Checkpoints in a folder, for work that can be resumed. Refuses a folder that belongs to other work
 * (CHECKPOINT_FOREIGN): `identity` tells them apart.
 */
export async function openCheckpoints(folder: string, identity: unknown): Promise<Checkpoints> {
  const plugins = pluginsPart();
  const text = JSON.stringify(plugins.plugins === undefined ? identity : { work: identity, ...plugins });
  await makeFolder(folder);
  const path = join(folder, IDENTITY);
  const known = (await readIfPresent(path)) ?? (await writeFirst(path, new TextEncoder().encode(text)));
  if (new TextDecoder().decode(known) !== text) {
    throw new UlteriorError(
      'CHECKPOINT_FOREIGN',
      `"${folder}" contains the checkpoints of another audit (other data, settings, plug-ins or version)`,
      'name another folder, or delete this one to start again',
      { folder },
    );
  }
  return {
    read: (key) => readIfPresent(join(folder, `${key}${PART}`)),
    write: (key, bytes) => writeFileAtomically(join(folder, `${key}${PART}`), bytes),
  };
}

/**
 * Takes away what `openCheckpoints` and its parts left in a folder, and the folder and the one above where nothing else
 * is in them: work that failed would fail again, and must not stand in the way of corrected work.
 */
export async function discardCheckpoints(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ifMissing([]));
  for (const name of names.filter((one) => one === IDENTITY || one.endsWith(PART))) await rm(join(folder, name));
  await removeIfEmpty(folder);
  await removeIfEmpty(dirname(folder));
}

async function removeIfEmpty(folder: string): Promise<void> {
  if ((await readdir(folder).catch(ifMissing(['nothing to remove']))).length === 0) await rmdir(folder);
}

const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as { code?: unknown }).code === 'ENOENT') return value;
    throw error;
  };

/** Of several that begin at once, on whatever machines, one writes the file. What is in it then. */
async function writeFirst(path: string, bytes: Uint8Array): Promise<Uint8Array> {
  const own = `${path}.${randomUUID()}`;
  try {
    await writeFileAtomically(own, bytes);
    // A second name for a file that is whole; refused where the name is taken.
    await link(own, path);
    return bytes;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EEXIST') return await readFile(path);
    if (!NO_LINKS.includes(code)) throw error;
    await rename(own, path);
    return bytes;
  } finally {
    await rm(own, { force: true });
  }
}

async function readIfPresent(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(ifMissing(undefined));
}
