/** A number that is told in some shape, from the table to the words of the answer; and the same numbers shuffled. */
import { describe, expect, it } from 'vitest';
import { extremeAnswer, linear, type NumberWorld, uShape } from '../scripts/planted/numberWorlds.mjs';
import { runNumericAudit } from '../src/audit/index.ts';
import { numericAnswer, numericLeak } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { type Column, createTable, wideTable } from '../src/tables/index.ts';

async function recordsOf({ header, rows, attribute }: NumberWorld) {
  const columns = header.map((name, at): [string, Column] => [
    name,
    { kind: 'texts', values: rows.map((row) => String(row[at])) },
  ]);
  const { dataset } = wideTable(createTable('planted.csv', columns), {
    items: { pattern: '^q' },
    user: 'person',
    attributes: [attribute],
  });
  const spec = {
    attribute: 'age',
    folds: 5,
    training: { dimension: 2, iterations: 6 } as never,
    strategies: ['varianceReduction', 'random'],
    maxQuestions: 8,
    compareAt: [8],
    bands: 0,
    resamples: 120,
    permutations: 200,
  };
  return runNumericAudit(dataset, spec, {
    kernels: loadKernels('plain'),
    source: 'planted.csv',
    finished: () => '2020-01-01T00:00:00Z',
  });
}
const small = { people: 250, items: 10 };

describe('a planted number', () => {
  it('of people at both ends who answer alike is a leak of the middle third', async () => {
    const records = await recordsOf(uShape(1, small));
    expect(records.verdict.leak).toBe(true);
    expect(numericAnswer(records)).toMatch(
      /^A (slight|weak|clear) leak of age\. The attacker cannot say age better than guessing the median, but it tells who is in the middle third \(\d+ to under \d+\) with an AUC of 0\.\d\d/,
    );
  }, 60_000);

  it('of extreme answers is a leak of how extreme they are', async () => {
    const records = await recordsOf(extremeAnswer(1, small));
    expect(records.verdict.leak).toBe(true);
    expect(numericAnswer(records)).toContain('a regression on how extreme the answers are explains');
  }, 60_000);

  it('of a straight line is said closer than the median', async () => {
    const records = await recordsOf(linear(1, small));
    expect(records.verdict.leak).toBe(true);
    expect(['weak', 'clear', 'strong', 'veryStrong']).toContain(numericLeak(records));
    expect(numericAnswer(records)).toContain('Of two people, it tells who has the higher value');
  }, 60_000);

  it.each([uShape, linear])(
    'that was shuffled is none, with what would have been found',
    async (world) => {
      const records = await recordsOf(world(5, { ...small, leak: false }));
      expect(records.verdict).toMatchObject({ leak: false, possible: false });
      expect(numericAnswer(records)).toMatch(
        /^No leak of age shown\. .*would have caught a third that is told with an AUC of 0\.\d\d/,
      );
    },
    60_000,
  );
});
