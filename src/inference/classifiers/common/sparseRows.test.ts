import { describe, expect, it } from 'vitest';
import { historyAt, packRows, selectRows } from '../index.ts';
import { checkRows, type SparseRows } from './sparseRows.ts';
import { stratifiedFolds } from './stratifiedFolds.ts';

const rows = packRows(4, [
  { indices: [3, 0], values: [5, 1] },
  { indices: [], values: [] },
  { indices: [2], values: [4] },
]);

describe('sparse rows', () => {
  it('packs histories and gives them back', () => {
    expect([...rows.starts]).toEqual([0, 2, 2, 3]);
    expect([...(historyAt(rows, 0).indices as Uint32Array)]).toEqual([3, 0]);
    expect(historyAt(rows, 1).indices.length).toBe(0);
    expect(() => checkRows(rows)).not.toThrow();
  });

  it('selects rows in any order and more than once', () => {
    const selected = selectRows(rows, [2, 0, 2]);
    expect(selected.rows).toBe(3);
    expect([...selected.indices]).toEqual([2, 3, 0, 2]);
    expect([...selected.values]).toEqual([4, 5, 1, 4]);
  });

  it.each([-1, 3, 0.5])('refuses to select row %d', (row) => {
    expect(() => selectRows(rows, [row])).toThrow(expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }));
  });

  const altered = (change: Partial<SparseRows>): SparseRows => ({ ...rows, ...change });
  it.each([
    ['too few starts', 'RATING_OUT_OF_RANGE', altered({ starts: Uint32Array.of(0, 3) })],
    ['starts that do not begin at 0', 'RATING_OUT_OF_RANGE', altered({ starts: Uint32Array.of(1, 2, 2, 3) })],
    ['starts that end early', 'RATING_OUT_OF_RANGE', altered({ starts: Uint32Array.of(0, 2, 2, 2) })],
    ['starts that go back', 'RATING_OUT_OF_RANGE', altered({ starts: Uint32Array.of(0, 2, 1, 3) })],
    ['values that do not fit', 'RATING_OUT_OF_RANGE', altered({ values: new Float32Array(2) })],
    ['an item beyond the columns', 'RATING_OUT_OF_RANGE', altered({ columns: 3 })],
    ['an infinite rating', 'RATING_NOT_FINITE', altered({ values: Float32Array.of(1, 2, Number.POSITIVE_INFINITY) })],
    ['an item rated twice', 'RATING_DUPLICATE', altered({ indices: Uint32Array.of(3, 3, 2) })],
  ])('refuses %s', (_, code, broken) => {
    expect(() => checkRows(broken)).toThrow(expect.objectContaining({ code }));
  });
});

describe('stratified folds', () => {
  it('spreads each type and the whole evenly', () => {
    const types = Uint8Array.from({ length: 103 }, (_, row) => (row % 7 === 0 ? 2 : row % 2));
    const foldOf = stratifiedFolds(types, 3, 5);
    const spread = (members: number[]) => {
      const sizes = [0, 1, 2, 3, 4].map((fold) => members.filter((row) => foldOf[row] === fold).length);
      return Math.max(...sizes) - Math.min(...sizes);
    };
    const everyone = [...types.keys()];
    expect(spread(everyone)).toBeLessThanOrEqual(1);
    for (const type of [0, 1, 2]) expect(spread(everyone.filter((row) => types[row] === type))).toBeLessThanOrEqual(1);
  });
});
