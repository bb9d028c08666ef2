/** Every benchmark runs, at a small share of its size: what it finds means nothing there. */
import { expect, it } from 'vitest';
import { cases } from '../bench/cases/index.ts';
import type { Comparison } from '../bench/harness.ts';
import { buildNative } from '../bench/native.ts';
import { runCases } from '../bench/runCases.ts';

const tiny = { native: undefined, share: 0.002, rounds: 1, say: () => {} };

it('runs every case', async () => {
  const rows = await runCases(cases, { ...tiny, native: buildNative() });
  expect(rows.filter((row) => 'failed' in row)).toEqual([]);
  // Python's package implicit may be missing.
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(cases.length - 2);
  expect(names).toContain('opening 2,004 lines as a dataset');
  for (const row of rows) expect(row).toMatchObject({ ratio: expect.any(Number), met: expect.any(Boolean) });
});

it('makes a row of a case that fails, and goes on', async () => {
  const [first] = cases;
  const failing = () => {
    throw new Error('the file is not there');
  };
  const rows = await runCases([['broken', failing], first!], tiny);
  expect(rows[0]).toEqual({ name: 'broken', failed: 'the file is not there' });
  expect(rows[1]).toMatchObject({ name: 'question over 2,000 items, d = 20' });
});

it('keeps the row of a case that cannot clean up', async () => {
  const [[, first]] = cases as [(typeof cases)[0]];
  const untidy: typeof first = async (native, share) => ({
    comparison: (await first(native, share)) as Comparison,
    close: async () => {
      throw new Error('the folder is in use');
    },
  });
  const rows = await runCases([['untidy', untidy], cases[0]!], tiny);
  expect(rows[0]).toMatchObject({ met: expect.any(Boolean) });
  expect(rows[1]).toEqual({ name: 'untidy, cleaning up', failed: 'the folder is in use' });
  expect(rows[2]).toMatchObject({ met: expect.any(Boolean) });
});
