import { describe, expect, it } from 'vitest';
import { NullPaths } from './nullPaths.ts';

/** `count` questionnaires of two questions: D^2 is 1, 2, ... after the first, and ten times that after the second. */
const drawn = (count: number) =>
  new NullPaths(
    Float64Array.from({ length: 2 * count }, (_, at) => (at % 2 === 0 ? 1 : 10) * (1 + Math.floor(at / 2))),
    2,
  );

describe('twenty drawn questionnaires', () => {
  const paths = drawn(20);

  it('count what is at least as large, and the observed one', () => {
    expect([...paths.pValues([20, 200])]).toEqual([2 / 21, 2 / 21]);
    expect([...paths.pValues([21, 15])]).toEqual([1 / 21, 20 / 21]);
    expect([...paths.pValues([0.5])]).toEqual([1]);
  });

  it('leave unnoticed what more than the level of them reach', () => {
    // Two of 21 are less than a tenth, three are more.
    expect(paths.unnoticed(1, 0.1)).toBe(19);
    expect(paths.unnoticed(2, 0.1)).toBe(190);
    expect(paths.pValues([19])[0]).toBeGreaterThan(0.1);
    expect(paths.pValues([19.1])[0]).toBeLessThanOrEqual(0.1);
    expect(paths.unnoticed(1, 1 / 21)).toBe(20);
    // No path could be noticed at a level below one in 21.
    expect(paths.unnoticed(1, 0.04)).toBe(Number.POSITIVE_INFINITY);
  });

  it('have a median, between the two in the middle where they are even in number', () => {
    expect([paths.median(1), paths.median(2), drawn(21).median(1)]).toEqual([10.5, 105, 11]);
  });
});

it('the p-value at any time only falls, down to one in as many as are in the other half', () => {
  // Forty in no order: the largest two of each twenty are not the same.
  const paths = new NullPaths(
    Float64Array.from({ length: 80 }, (_, at) => 1 + ((7 * Math.floor(at / 2)) % 40)),
    2,
  );
  expect([...paths.sequentialPValues([1, 1e6])]).toEqual([1, 1 / 21]);
  expect([...paths.sequentialPValues([1e6, 1])]).toEqual([1 / 21, 1 / 21]);
  const halfWay = paths.sequentialPValues([20, 20])[1]!;
  expect(halfWay).toBeGreaterThan(0.3);
  expect(halfWay).toBeLessThan(0.7);
});
