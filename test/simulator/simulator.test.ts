/** Five hundred histories hold; a fault that is put in is found; and a seed gives the same history again. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const LONG = 1_800_000;

async function simulate(...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['scripts/simulate.mjs', ...words], { maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout;
}

it('everything that was promised holds in 500 histories', { timeout: LONG }, async () => {
  expect(await simulate('--histories', '500', '--seed', '1')).toContain('500 histories of seed 1');
});

it('a lost flush is found', { timeout: LONG }, async () => {
  const told = await simulate('--bugs', '--only', 'a lost flush', '--histories', '40');
  expect(told).toContain('1 of 1 found');
});

it('a history is the same again', { timeout: LONG }, async () => {
  const stepsOf = (told: string) => /(\d+) steps/.exec(told)?.[1];
  const alone = await simulate('--seed', '2', '--history', '7');
  expect(stepsOf(alone)).toBe(stepsOf(await simulate('--seed', '2', '--history', '7')));
  expect(stepsOf(alone)).toMatch(/^\d+$/);
});
