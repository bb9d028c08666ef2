import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from './random.ts';

const first = (stream: { uniform(): number }, count = 4) => Array.from({ length: count }, () => stream.uniform());

describe('random streams', () => {
  it('repeat for the same seed, purpose and index', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.string(), fc.maxSafeNat(), (seed, purpose, index) => {
        expect(first(derive(seed, purpose, index))).toEqual(first(derive(seed, purpose, index)));
      }),
    );
  });

  it('differ when any part of the key differs, by as little as one bit', () => {
    const keys: [number, string, number][] = [];
    for (const seed of [0, 1, 2, 2 ** 32, 2 ** 32 + 1]) {
      for (const purpose of ['', 'a', 'b', 'ab', 'ba']) {
        for (const index of [0, 1, 2, 97, 98, 2 ** 32]) keys.push([seed, purpose, index]);
      }
    }
    const starts = new Set(keys.map((key) => first(derive(...key)).join()));
    expect(starts.size).toBe(keys.length);
  });

  it('pins its numbers: a change would change every result ever published', () => {
    expect(first(derive(1, 'pinned', 0), 3)).toEqual([0.28505366980427205, 0.19629966301388457, 0.4690032476956906]);
  });

  it('gives uniform numbers in the open unit interval, with the right mean and variance', () => {
    const values = first(derive(7, 'uniform'), 100_000);
    expect(Math.min(...values)).toBeGreaterThan(0);
    expect(Math.max(...values)).toBeLessThan(1);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    // Five standard errors.
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / values.length));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / values.length));
  });

  it('the first numbers of neighbouring streams are uniform too: the seed is mixed', () => {
    const firsts = Array.from({ length: 20_000 }, (_, index) => derive(1, 'users', index).uniform());
    const bins = new Array<number>(20).fill(0);
    for (const value of firsts) bins[Math.floor(value * 20)]!++;
    const chiSquared = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // 19 degrees of freedom: above 50 once in about 7,000 fair tries.
    expect(chiSquared).toBeLessThan(50);
  });

  it('gives normal numbers with mean 0, variance 1 and kurtosis 3', () => {
    const stream = derive(3, 'normal');
    const values = Array.from({ length: 100_000 }, () => stream.normal());
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / values.length;
    expect(Math.abs(moment(1))).toBeLessThan(5 / Math.sqrt(values.length));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(5 * Math.sqrt(2 / values.length));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(5 * Math.sqrt(96 / values.length));
  });

  it('shuffles to a permutation, all of them equally often', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 12_000; index++) {
      const order = derive(5, 'shuffle', index).shuffle([0, 1, 2]).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['012', '021', '102', '120', '201', '210']);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(5 * Math.sqrt(2000));
  });

  it('refuses a seed that is no whole number', () => {
    for (const seed of [-1, 0.5, Number.NaN, 2 ** 60]) {
      expect(() => derive(seed, 'x')).toThrow(expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }));
    }
  });
});
