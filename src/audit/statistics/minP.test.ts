import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minP } from './minP.ts';

it('is by hand: ranks among all, the smallest of each, and its rank', () => {
  // Entry 0 is largest in one and second in the other; entry 1 is largest in one and last in the other.
  expect(
    minP([
      [3, 4, 1, 2],
      [9, 1, 2, 3],
    ]),
  ).toEqual({ pValue: 0.25, single: [0.5, 0.25] });
});

it('of one statistic is the share of all that are as large, ties included', () => {
  const values = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, (own) => {
      const atLeast = own.filter((value) => value >= own[0]!).length;
      expect(minP([own]).pValue).toBeCloseTo(atLeast / own.length, 12);
    }),
  );
});

it('is not changed by a statistic that says the same, nor by one that is constant', () => {
  const own = [5, 1, 7, 3, 9, 2];
  expect(minP([own, own.map((value) => 2 * value)]).pValue).toBe(minP([own]).pValue);
  expect(minP([own, own.map(() => 4)]).pValue).toBe(minP([own]).pValue);
});

it('never rejects more often than it says, whatever the statistics', () => {
  const rows = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(rows, (statistics) => {
      // Every entry in turn as the real one: at most a share of 4 / 12 may reach p <= 4 / 12.
      const pValues = Array.from({ length: 12 }, (_, real) => {
        const turned = statistics.map((own) => [own[real]!, ...own.filter((_, b) => b !== real)]);
        return minP(turned).pValue;
      });
      expect(pValues.filter((p) => p <= 4 / 12 + 1e-9).length).toBeLessThanOrEqual(4);
    }),
  );
});
