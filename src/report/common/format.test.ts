import { describe, expect, it } from 'vitest';
import { count, decimal, percent, pValue, setAside, shortened, withInterval } from './format.ts';
import { wilsonInterval } from './input.ts';
import { spread, wrapped } from './layout.ts';

describe('numbers as text', () => {
  it('a figure comes with its interval', () => {
    expect(withInterval({ value: 0.7891, low: 0.7749, high: 0.8 })).toBe('0.79 [0.77, 0.80]');
    expect(decimal(-0.123)).toBe('−0.12');
    expect(decimal(-0.001)).toBe('0.00');
  });

  it('what is not known is a dash', () => {
    expect([decimal(Number.NaN), percent(Number.NaN), pValue(Number.NaN, 100)]).toEqual(['–', '–', '–']);
  });

  it('thousands are grouped', () => {
    expect([999, 1000, 1000209].map(count)).toEqual(['999', '1,000', '1,000,209']);
  });

  it('a p-value of 0 is as small as the resamples allow', () => {
    expect(pValue(0, 500)).toBe('< 0.002');
    expect(pValue(0, 100_000)).toBe('< 0.001');
    expect(pValue(0.0421, 500)).toBe('0.042');
  });

  it("Wilson's interval: 8 of 10 at 95%", () => {
    // By the closed formula with z = 1.959964.
    const { low, high } = wilsonInterval(0.8, 10, 0.95);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilsonInterval(0, 50, 0.95).low).toBe(0);
  });

  it('shortens by letters, not in the middle of one', () => {
    expect(shortened('abcdef', 6)).toBe('abcdef');
    expect(shortened('👩👩👩👩', 3)).toBe('👩👩…');
  });
});

describe('places', () => {
  it('labels that touch are spread about their middle, in order, within the frame', () => {
    expect(spread([10, 100], 17, 300)).toEqual([10, 100]);
    expect(spread([100, 100], 10, 300)).toEqual([95, 105]);
    expect(spread([106, 100, 103], 10, 300)).toEqual([113, 93, 103]);
    expect(spread([0, 0, 0], 10, 300)).toEqual([0, 10, 20]);
    expect(spread([300, 300], 10, 300)).toEqual([290, 300]);
  });

  it('spreading one cluster into another moves both', () => {
    const heights = spread([100, 101, 112, 113, 124], 12, 400);
    for (let at = 1; at < heights.length; at++)
      expect(heights[at]! - heights[at - 1]!).toBeGreaterThanOrEqual(12 - 1e-9);
  });

  it('lines are wrapped between words', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  });
});

it('what is set aside is said in words', () => {
  expect(setAside({ heldOut: 10, heldOutShare: 0.2 })).toBe('a fifth of each person’s ratings, at most 10');
  expect(setAside({ heldOut: 5, heldOutShare: 0.3 }, 'true rating')).toBe(
    '30% of each person’s true ratings, at most 5',
  );
});
