import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { levels, nearestOnScale, onScale, scaleOf } from '../index.ts';

const STARS = { min: 1, max: 5, step: 1 };
/** Scales as they occur, described in whole units so that the expected levels are exact decimals. */
const scales = fc
  .record({
    from: fc.integer({ min: -20, max: 20 }),
    count: fc.integer({ min: 2, max: 101 }),
    unit: fc.constantFrom({ per: 1, step: 1 }, { per: 2, step: 0.5 }, { per: 10, step: 0.1 }, { per: 4, step: 0.25 }),
  })
  .map(({ from, count, unit }) => ({
    expected: { min: from / unit.per, max: (from + count - 1) / unit.per, step: unit.step },
    levels: Array.from({ length: count }, (_, n) => (from + n) / unit.per),
  }));

describe('scaleOf', () => {
  it('recovers a scale from ratings kept in single precision', () => {
    fc.assert(
      fc.property(scales, fc.array(fc.nat()), ({ expected, levels: all }, extra) => {
        const values = Float32Array.from([...extra.map((n) => all[n % all.length]!), ...all]);
        const scale = scaleOf(values);
        expect(scale).toEqual(expected);
        expect(levels(scale)).toEqual(all);
        for (const value of values) expect(onScale(scale, value)).toBe(true);
      }),
    );
  });

  it.each([
    ['stars', [5, 1, 3, 4], STARS],
    ['half stars of which few occur', [1, 2.5, 5], { min: 1, max: 5, step: 0.5 }],
    ['thumbs', [-1, 1, 1], { min: -1, max: 1, step: 2 }],
    ['one value only', [3, 3], { min: 3, max: 3, step: 1 }],
    ['two values that share no useful step', [1, 2, Math.SQRT2], { min: 1, max: 2, step: 0 }],
    ['nearly a step, but not', [1, 2, 3.01, 4], { min: 1, max: 4, step: 0 }],
  ])('%s', (_, values, expected) => {
    expect(scaleOf(values)).toEqual(expected);
  });

  it('takes many different values for a continuous scale, with exact ends', () => {
    const values = Float32Array.from({ length: 500 }, (_, n) => Math.sin(n) * 10);
    expect(scaleOf(values)).toEqual({ min: Math.min(...values), max: Math.max(...values), step: 0 });
    expect(levels(scaleOf(values))).toEqual([]);
    for (const value of values) expect(onScale(scaleOf(values), value)).toBe(true);
  });

  it('needs ratings', () => {
    expect(failure(() => scaleOf([]))).toMatch(
      /^DATASET_EMPTY: there are no ratings .* -> check that the file has rows/,
    );
  });
});

describe('onScale and nearestOnScale', () => {
  it('tells ratings between, below and above the levels', () => {
    expect([1, 3, 5].map((rating) => onScale(STARS, rating))).toEqual([true, true, true]);
    expect([0, 0.5, 3.5, 6, Number.NaN].map((rating) => onScale(STARS, rating))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    const open = { min: 1, max: 5, step: 0 };
    expect([1, 3.7, 5, 0.99, 5.01, Number.NaN].map((rating) => onScale(open, rating))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('moves any number to the closest level', () => {
    fc.assert(
      fc.property(scales, fc.double({ min: -30, max: 120, noNaN: true }), ({ expected, levels: all }, rating) => {
        const nearest = nearestOnScale(expected, rating);
        expect(onScale(expected, nearest)).toBe(true);
        const closest = Math.min(...all.map((level) => Math.abs(level - rating)));
        expect(Math.abs(nearest - rating)).toBeCloseTo(closest, 9);
      }),
    );
    expect(nearestOnScale({ min: 1, max: 5, step: 0 }, 2.345)).toBe(2.345);
    expect(nearestOnScale({ min: 1, max: 5, step: 0 }, 9)).toBe(5);
  });
});
