/** Refuses a place that cannot be written to before the work whose results would go there. */
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { EXPORTED_FORMS } from './gateOptions.ts';

/** Options that name where to write; what stands behind them says whether it is a folder or a file. */
const WRITING = ['output', 'save', 'saveList', 'folder', 'journal', 'plan', 'pdf', ...EXPORTED_FORMS];

/** Of those that the caller gave: what is there by default may not be needed. */
export async function requireWritableOutputs(command: Command): Promise<void> {
  for (const option of command.options) {
    const name = option.attributeName();
    const path: unknown = command.getOptionValue(name);
    if (!WRITING.includes(name) || typeof path !== 'string' || command.getOptionValueSource(name) !== 'cli') continue;
    await (option.flags.includes('<folder>') ? requireFolder(path) : requireFile(path));
  }
}

/** A folder, or one that can be made. */
export async function requireFolder(path: string): Promise<void> {
  const place = await existingPlace(path);
  if (!(await stat(place)).isDirectory()) {
    throw notWritable(path, place === resolve(path) ? 'it is a file, and a folder is needed' : `"${place}" is a file`);
  }
  await requireAccess(path, place);
}

export async function requireFile(path: string): Promise<void> {
  const place = await existingPlace(path);
  if (place === resolve(path)) {
    if ((await stat(place)).isDirectory()) throw notWritable(path, 'it is a folder, and a file is needed');
    return;
  }
  if (place !== dirname(resolve(path)) || !(await stat(place)).isDirectory()) {
    throw notWritable(path, `there is no folder "${dirname(path)}"`);
  }
  await requireAccess(path, place);
}

/** The path, or the nearest part of it that exists. */
async function existingPlace(path: string): Promise<string> {
  let place = resolve(path);
  while (place !== dirname(place)) {
    try {
      await stat(place);
      return place;
    } catch {
      place = dirname(place);
    }
  }
  return place;
}

async function requireAccess(path: string, place: string): Promise<void> {
  try {
    // Some systems say that everything may be written (/proc does), and then refuse.
    await rmdir(await mkdtemp(join(place, '.ulterior-')));
  } catch {
    throw notWritable(path, `"${place}" may not be written to`);
  }
}

function notWritable(path: string, reason: string): UlteriorError {
  return new UlteriorError('FILE_NOT_WRITABLE', `"${path}" cannot be written: ${reason}`, 'name another path', {
    path,
  });
}
