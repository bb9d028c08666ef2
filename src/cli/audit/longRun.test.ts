import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { UlteriorError } from '../../errors/index.ts';
import { openCheckpoints } from '../../runtime/index.ts';
import { type LongRunFlags, longRun } from '../shared/longRun.ts';

const base = mkdtempSync(join(tmpdir(), 'ulterior-long-run-'));
afterAll(() => rmSync(base, { recursive: true }));
const singular = () => new UlteriorError('TRAINING_SINGULAR', 'no solution', 'raise ridge');

/** A run that finishes one part and then fails. */
async function failedRun(output: string, error: Error, flags: LongRunFlags = {}): Promise<string> {
  const folder = join(output, 'checkpoints');
  const checkpoints = await openCheckpoints(folder, { first: 'try' });
  const run = { doing: 'auditing', source: 'data', checkpoints: folder };
  const work = longRun(run, { threads: 1, quiet: true, ...flags }, async () => {
    await checkpoints.write('real-fold-0', Uint8Array.of(1));
    throw error;
  });
  await expect(work).rejects.toBe(error);
  return folder;
}

it('a try that would fail again leaves no folder that refuses the corrected command', async () => {
  const output = join(base, 'failed');
  const folder = await failedRun(output, singular());
  expect(existsSync(output)).toBe(false);
  const corrected = await openCheckpoints(folder, { second: 'try' });
  expect(await corrected.read('real-fold-0')).toBeUndefined();
});

it('what else is in the folders stays', async () => {
  const output = join(base, 'used');
  await openCheckpoints(join(output, 'checkpoints'), { first: 'try' });
  writeFileSync(join(output, 'notes.txt'), 'mine');
  writeFileSync(join(output, 'checkpoints', 'notes.txt'), 'mine');
  await failedRun(output, singular());
  expect(existsSync(join(output, 'notes.txt'))).toBe(true);
  expect(existsSync(join(output, 'checkpoints', 'notes.txt'))).toBe(true);
  await openCheckpoints(join(output, 'checkpoints'), { second: 'try' });
});

it.each([
  ['a fault of the program', new Error('out of memory'), {}],
  ['a full disk', new UlteriorError('FILE_NOT_WRITABLE', 'no space is left', 'make room'), {}],
  ['a part, beside which others may work', singular(), { part: { part: 0, of: 2 } }],
  ['collecting parts', singular(), { part: 'collect' }],
] as const)('finished parts are kept after %s', async (what, error, flags) => {
  const folder = await failedRun(join(base, what), error, flags);
  const again = await openCheckpoints(folder, { first: 'try' });
  expect(await again.read('real-fold-0')).toEqual(expect.objectContaining({ length: 1 }));
});
