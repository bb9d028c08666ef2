/**
 * A folder that remembers how far a long piece of work got. It belongs to one piece of work, named by its identity
 * (data, spec, version) and by the plug-ins that are loaded: parts of another are not mixed in but refused.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoints } from '../audit/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { pluginsPart } from '../plugins/index.ts';
import { makeFolder, writeFileAtomically } from './files.ts';

const IDENTITY = 'identity.json';

/**
 * Checkpoints in a folder, for work that can be resumed. Refuses a folder that belongs to other work
 * (CHECKPOINT_FOREIGN): `identity` tells them apart.
 */
export async function openCheckpoints(folder: string, identity: unknown): Promise<Checkpoints> {
  const plugins = pluginsPart();
  const text = JSON.stringify(plugins.plugins === undefined ? identity : { work: identity, ...plugins });
  await makeFolder(folder);
  const known = await readIfPresent(join(folder, IDENTITY));
  if (known === undefined) {
    await writeFileAtomically(join(folder, IDENTITY), new TextEncoder().encode(text));
  } else if (new TextDecoder().decode(known) !== text) {
    throw new UlteriorError(
      'CHECKPOINT_FOREIGN',
      `"${folder}" contains the checkpoints of another audit (other data, settings, plug-ins or version)`,
      'name another folder, or delete this one to start again',
      { folder },
    );
  }
  return {
    read: (key) => readIfPresent(join(folder, `${key}.part`)),
    write: (key, bytes) => writeFileAtomically(join(folder, `${key}.part`), bytes),
  };
}

async function readIfPresent(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}
