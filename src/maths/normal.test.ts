import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reference from './fixtures/normal.json' with { type: 'json' };
import { normalCdf, normalQuantile } from './normal.ts';

const relativeError = (actual: number, expected: number) =>
  actual === expected ? 0 : Math.abs(actual - expected) / Math.abs(expected);

describe('standard normal distribution', () => {
  it.each(reference.cdf)('cdf(%d) agrees with 50-digit arithmetic in both tails', (x, expected) => {
    expect(relativeError(normalCdf(x!), expected!)).toBeLessThan(1e-12);
  });

  it.each(reference.quantile)('quantile(%d) agrees, down to 1e-300', (p, expected) => {
    expect(Math.abs(normalQuantile(p!) - expected!)).toBeLessThan(1e-14 * Math.max(1, Math.abs(expected!)));
  });

  it('quantile inverts the cdf', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-280, max: 0.999, noNaN: true }), (p) => {
        expect(relativeError(normalCdf(normalQuantile(p)), p)).toBeLessThan(1e-11);
      }),
    );
  });

  it('has the limits of a quantile function, and no value outside [0, 1]', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    expect(normalQuantile(-0.1)).toBeNaN();
    expect(normalQuantile(1.1)).toBeNaN();
    expect(normalQuantile(Number.NaN)).toBeNaN();
  });
});
