import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fencesOf, withinFences } from './fences.ts';

describe('fences around values', () => {
  it('stand beyond the quartiles, or beyond the middle 90% where these coincide', () => {
    expect(fencesOf(Float64Array.of(4, 1, 3, 2), 3)).toEqual({ low: 1 - 6, high: 3 + 6 });
    const equal = Float64Array.from({ length: 100 }, (_, n) => (n < 10 ? n : 50));
    expect(fencesOf(equal, 2)).toEqual({ low: 4 - 92, high: 50 + 92 });
    expect(fencesOf(new Float64Array(30).fill(7), 3)).toBeUndefined();
  });

  it('move nothing of ordinary values, and a few extreme ones to a bounded place', () => {
    const ordinary = fc.array(fc.double({ min: 18, max: 80, noNaN: true }), { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(ordinary, fc.double({ min: 1e4, max: 1e12, noNaN: true }), (list, extreme) => {
        const values = Float64Array.from(list);
        const fences = fencesOf(values, 3);
        fc.pre(fences !== undefined && values.every((value) => value >= fences.low && value <= fences.high));
        expect([...withinFences(values, 3)]).toEqual(list);
        const most = Math.max(...withinFences(Float64Array.of(...list, extreme), 3));
        expect(most).toBeLessThan(80 + 3 * 62 + 1);
      }),
    );
  });
});
