import { describe, expect, it } from 'vitest';
import { packRows } from '../index.ts';
import { ratingLevels, summarise, summaryWidth } from './historySummary.ts';

const statistics = {
  items: 8,
  means: Float64Array.of(1, 2, 3, 4, 5, 3, 3, 3),
  levels: Float32Array.of(1, 3, 5),
};

describe('the summary of a history', () => {
  it('is what its definition says, by hand', () => {
    // In the order of the items: 5, 5, 3 for items 1, 4, 5. Items 2 and 3, and 6 and 7, are the longest gaps.
    const history = { indices: [4, 1, 5], values: [5, 5, 3] };
    const mean = 13 / 3;
    const spread = Math.sqrt((2 * (5 - mean) ** 2 + (3 - mean) ** 2) / 3);
    const expected = [3, mean, (0 + 3 + 0) / 3, spread, 2, 2, 0, 1, 2, 0, 1 / 3, 2 / 3];
    const found = summarise(statistics, history);
    expect(found).toHaveLength(summaryWidth(statistics));
    for (const [n, value] of expected.entries()) expect(found[n]).toBeCloseTo(value, 12);
  });

  it('takes a run over unanswered items, and starts anew at another rating', () => {
    const runOf = (indices: number[], values: number[]) => summarise(statistics, { indices, values })[4];
    expect(runOf([0, 3, 7], [1, 1, 1])).toBe(3);
    expect(runOf([0, 1, 2, 3, 4], [1, 1, 5, 1, 1])).toBe(2);
    expect(runOf([], [])).toBe(0);
  });

  it('measures gaps at the start, in the middle and at the end', () => {
    const gapOf = (...indices: number[]) => summarise(statistics, { indices, values: indices.map(() => 1) })[5];
    expect(gapOf(3, 4, 5, 6, 7)).toBe(3);
    expect(gapOf(0, 5, 6, 7)).toBe(4);
    expect(gapOf(0, 1, 2)).toBe(5);
    expect(gapOf()).toBe(8);
  });

  it('of nobody has no mean, and counts of 0', () => {
    const found = [...summarise(statistics, { indices: [], values: [] })];
    const unknown = Number.NaN;
    expect(found).toEqual([0, unknown, unknown, unknown, 0, 8, 0, 0, 0, unknown, unknown, unknown]);
  });

  it('has levels for up to twelve different ratings', () => {
    const rows = (values: number[]) =>
      packRows(
        1,
        values.map((value) => ({ indices: [0], values: [value] })),
      );
    expect([...ratingLevels(rows([4, 0.5, 4, 2]))]).toEqual([0.5, 2, 4]);
    expect(ratingLevels(rows([...Array(12).keys()]))).toHaveLength(12);
    expect(ratingLevels(rows([...Array(13).keys()]))).toHaveLength(0);
  });
});
