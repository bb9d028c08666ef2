import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitHistoryFeatures, historyAt, historyFeatureRows, packRows, type SparseRows } from '../index.ts';

const histories = [
  { indices: [0, 1], values: [5, 2] },
  { indices: [1, 0], values: [4, 1] },
  { indices: [0], values: [3] },
];

/** What each row says about each column: 0 where nothing is stored. */
function dense(rows: SparseRows): number[][] {
  return Array.from({ length: rows.rows }, (_, row) => {
    const line = new Array<number>(rows.columns).fill(0);
    const { indices, values } = historyAt(rows, row);
    for (let entry = 0; entry < indices.length; entry++) line[indices[entry]!] = values[entry]!;
    return line;
  });
}

describe('features of histories', () => {
  const rows = packRows(3, histories);
  const features = fitHistoryFeatures(rows);

  it('are seen, and rating less the mean of the item over twice the common deviation', () => {
    // Deviations 2, -2, 0 of item 0 and -1, 1 of item 1: their mean square is 10 / 5.
    const scale = 2 * Math.sqrt(2);
    expect([...features.means]).toEqual([3, 3, 3]);
    expect(features.scale).toBeCloseTo(scale, 12);
    const [first, second, third] = dense(historyFeatureRows(features, rows));
    // Everybody rated item 0, so that its seen column is left out.
    for (const [line, expected] of [
      [first!, [0, 2 / scale, 1, -1 / scale, 0, 0]],
      [second!, [0, -2 / scale, 1, 1 / scale, 0, 0]],
      [third!, [0, 0, 0, 0, 0, 0]],
    ] as const) {
      for (const [column, value] of expected.entries()) expect(line[column]).toBeCloseTo(value, 6);
    }
  });

  it('centre an item that nobody rated by the mean of all ratings', () => {
    const uneven = fitHistoryFeatures(
      packRows(3, [
        { indices: [0, 1], values: [1, 4] },
        { indices: [1], values: [4] },
      ]),
    );
    expect([...uneven.means]).toEqual([1, 4, 3]);
  });

  it('take other people by what the training people showed', () => {
    const [line] = dense(historyFeatureRows(features, packRows(3, [{ indices: [2], values: [4] }])));
    expect(line![4]).toBe(1);
    expect(line![5]).toBeCloseTo(1 / features.scale, 6);
  });

  it('are the same on any rating scale', () => {
    const rating = fc.integer({ min: 1, max: 5 });
    const people = fc.array(fc.array(fc.option(rating), { minLength: 4, maxLength: 4 }), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(people, fc.constantFrom(0.5, 3, 25), fc.integer({ min: -20, max: 20 }), (given, factor, shift) => {
        const rowsWith = (scale: (r: number) => number) =>
          packRows(
            4,
            given.map((line) => {
              const indices = [...line.keys()].filter((item) => line[item] !== null);
              return { indices, values: indices.map((item) => scale(line[item]!)) };
            }),
          );
        const plain = rowsWith((r) => r);
        const scaled = rowsWith((r) => factor * r + shift);
        const expected = historyFeatureRows(fitHistoryFeatures(plain), plain);
        const actual = historyFeatureRows(fitHistoryFeatures(scaled), scaled);
        expect(actual.indices).toEqual(expected.indices);
        for (const [at, value] of actual.values.entries()) expect(value).toBeCloseTo(expected.values[at]!, 4);
      }),
    );
  });

  it('hold no ratings where all are alike, and nothing at all for nobody', () => {
    const likes = packRows(2, [
      { indices: [0], values: [0.1] },
      { indices: [1], values: [0.1] },
      { indices: [], values: [] },
    ]);
    const alike = fitHistoryFeatures(likes);
    expect(alike.scale).toBe(0);
    expect(dense(historyFeatureRows(alike, likes))).toEqual([
      [1, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 0],
    ]);
    expect(fitHistoryFeatures(packRows(2, [{ indices: [], values: [] }]))).toMatchObject({ scale: 0 });
  });
});
