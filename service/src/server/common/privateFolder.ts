/** A folder for one piece of work that nobody else reads, removed however the work ends. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'ulterior-audit-';

/** `mkdtemp` makes it readable for its owner alone. */
export async function withPrivateFolder<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a process that was killed has left. A process of another machine or container is not seen, nor touched. */
export async function removeAbandonedFolders(): Promise<number> {
  const names = await readdir(tmpdir());
  const abandoned = names.filter((name) => {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of abandoned) await rm(join(tmpdir(), name), { recursive: true, force: true });
  return abandoned.length;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH';
  }
}
