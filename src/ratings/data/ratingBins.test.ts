import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countByBin, levels, ratingBins, scaleOf } from '../index.ts';

describe('bins of a scale with levels', () => {
  it('are one for each level, whatever single precision makes of it', () => {
    const scales = fc.record({
      min: fc.constantFrom(-2, 0, 0.5, 1),
      step: fc.constantFrom(1, 0.5, 0.1, 2),
      more: fc.nat(30),
    });
    fc.assert(
      fc.property(scales, ({ min, step, more }) => {
        const scale = { min, max: min + more * step, step };
        const bins = ratingBins(scale, 7);
        expect([bins.count, bins.width, bins.levels]).toEqual([more + 1, step, levels(scale)]);
        const places = Float32Array.from(levels(scale)).map((level) => bins.of(level));
        expect([...places]).toEqual(levels(scale).map((_, place) => place));
      }),
    );
  });

  it('count the ratings of each', () => {
    const values = Float32Array.of(0.5, 2, 2, 3, 0.5, 0.5);
    expect([...countByBin(ratingBins(scaleOf(values), 7), values)]).toEqual([3, 0, 0, 2, 0, 1]);
  });
});

describe('bins of a continuous scale', () => {
  const bins = ratingBins({ min: -1, max: 1, step: 0 }, 4);

  it('are equal parts: each with its lower end, the last with both', () => {
    expect([bins.count, bins.width, bins.levels]).toEqual([4, 0.5, []]);
    expect([-1, -0.51, -0.5, 0, 0.49, 0.5, 1].map((rating) => bins.of(rating))).toEqual([0, 0, 1, 2, 2, 3, 3]);
  });

  it('take what lies beyond the scale to its ends', () => {
    expect([-9, 9].map((rating) => bins.of(rating))).toEqual([0, 3]);
  });

  it('a single point falls into the first', () => {
    const values = Float32Array.of(3, 3);
    expect([...countByBin(ratingBins({ min: 3, max: 3, step: 0 }, 4), values)]).toEqual([2, 0, 0, 0]);
  });
});
