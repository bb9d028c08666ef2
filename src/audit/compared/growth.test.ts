import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf } from './growth.ts';

const around = (value: number, half: number) => ({ value, low: value - half, high: value + half });
/** Replicates that move together: what the people have in common. */
const waves = (middle: number, own: number) =>
  Array.from({ length: 200 }, (_, n) => middle + 0.05 * Math.sin(n) + own * Math.cos(7 * n));

describe('whether a leak grew', () => {
  it('pairing sees a growth that two separate intervals do not', () => {
    const now = { auc: around(0.62, 0.1), replicates: waves(0.62, 0.001) };
    const before = { auc: around(0.6, 0.1), replicates: waves(0.6, 0) };
    const paired = growthOf(now, before, 0.95, true);
    expect(paired).toMatchObject({ paired: true });
    expect(paired.pValue).toBeLessThan(1e-6);
    expect(paired.difference.low).toBeGreaterThan(0.015);
    const apart = growthOf(now, before, 0.95, false);
    expect(apart).toMatchObject({ paired: false });
    expect(apart.pValue).toBeGreaterThan(0.3);
  });

  it('the same figures did not grow, and a fall is none', () => {
    const one = { auc: around(0.6, 0.03), replicates: waves(0.6, 0) };
    expect(growthOf(one, one, 0.95, true)).toMatchObject({ difference: { value: 0, low: 0, high: 0 }, pValue: 0.5 });
    const less = { auc: around(0.5, 0.03), replicates: waves(0.5, 0.002) };
    expect(growthOf(less, one, 0.95, true).pValue).toBeGreaterThan(0.999);
    expect(growthOf(less, one, 0.95, false).pValue).toBeGreaterThan(0.999);
  });

  it('unpaired, the errors add: 0.06 over two errors of 0.02 is 2.12 standard errors', () => {
    const half = 1.959964 * 0.02;
    const { pValue, difference } = growthOf({ auc: around(0.66, half) }, { auc: around(0.6, half) }, 0.95, true);
    expect(pValue).toBeCloseTo(0.01695, 4);
    expect(difference.low).toBeCloseTo(0.06 - 1.959964 * Math.SQRT2 * 0.02, 5);
  });

  it('a resample without a value, which JSON keeps as null, is left out', () => {
    const own = [...waves(0.7, 0.001)];
    const holed = JSON.parse(JSON.stringify([Number.NaN, ...own.slice(1)])) as number[];
    const before = { auc: around(0.6, 0.03), replicates: waves(0.6, 0) };
    const { difference } = growthOf({ auc: around(0.7, 0.03), replicates: holed }, before, 0.95, true);
    expect(difference.low).toBeGreaterThan(0.09);
  });

  it('the larger the growth, the smaller the p-value', () => {
    const half = fc.double({ min: 0.001, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(half, half, fc.double({ min: 0, max: 0.3, noNaN: true }), (a, b, more) => {
        const p = (value: number) => growthOf({ auc: around(value, a) }, { auc: around(0.6, b) }, 0.95, false).pValue;
        expect(p(0.6 + more)).toBeLessThanOrEqual(p(0.6) + 1e-12);
      }),
    );
  });
});
