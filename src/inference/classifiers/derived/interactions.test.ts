import { describe, expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { historyAt, packRows, type SparseVector } from '../index.ts';
import { deriver, fitDerived, interactionRows, summaryRows } from './derivedColumns.ts';
import { fitColumns, interactionValue } from './interactions.ts';
import { screenInteractions } from './screenInteractions.ts';
import { separationOfEqual, separationOfProduct } from './separation.ts';

const none = Number.NaN;
const statistics = {
  items: 3,
  means: Float64Array.of(3, 2, 4),
  scale: 2,
  shares: Float64Array.of(0.5, 0.25, 1),
};

describe('interactions', () => {
  it('are products of columns less their means', () => {
    const value = (of: number[], ratings: number[]) =>
      interactionValue(statistics, { kind: 'product', of }, Float64Array.from(ratings));
    // Ratings of items 0 and 1: (5 - 3) / 2 and (1 - 2) / 2.
    expect(value([1, 3], [5, 1, none])).toBe(1 * -0.5);
    expect(value([1, 3, 5], [5, 1, 2])).toBe(1 * -0.5 * -1);
    // Whether items 0 and 1 were rated: 1 - 0.5 and 0 - 0.25.
    expect(value([0, 2], [5, none, none])).toBe(0.5 * -0.25);
    expect(value([0, 3], [none, 1, none])).toBe(-0.5 * -0.5);
    // No rating is no deviation.
    expect(Math.abs(value([1, 3], [none, 1, none]))).toBe(0);
  });

  it('are equality where both were rated', () => {
    const value = (...ratings: number[]) =>
      interactionValue(statistics, { kind: 'equal', of: [0, 2] }, Float64Array.from(ratings));
    expect([value(4, 1, 4), value(4, 4, 1), value(4, 4, none), value(none, 4, none)]).toEqual([1, 0, none, none]);
  });

  it('take means, scale and shares from the rows', () => {
    const rows = packRows(2, [
      { indices: [0, 1], values: [1, 4] },
      { indices: [0], values: [3] },
    ]);
    const fitted = fitColumns(rows);
    expect([...fitted.means]).toEqual([2, 4]);
    expect([...fitted.shares]).toEqual([1, 0.5]);
    expect(fitted.scale).toBeCloseTo(2 * Math.sqrt(2 / 3), 12);
  });
});

describe('derived columns', () => {
  const histories: SparseVector[] = [
    { indices: [0, 2], values: [5, 5] },
    { indices: [2, 1], values: [1, 2] },
  ];
  const fitted = fitDerived(packRows(3, histories));
  const derived = { ...fitted, interactions: [{ kind: 'equal' as const, of: [0, 2] }] };

  it('stand behind the items: summary, then interactions, and nothing where there is nothing', () => {
    const width = 3 + 6 + 2 * 3 + 1;
    const found = deriver(derived)(histories[0]!);
    expect(found.indices[0]).toBe(0);
    expect(found.indices[2]).toBe(3);
    expect(found.values[2]).toBe(2);
    expect(found.indices[found.indices.length - 1]).toBe(width - 1);
    expect(found.values[found.values.length - 1]).toBe(1);
    // The second person did not rate item 0.
    expect(Array.from(deriver(derived)(histories[1]!).indices)).not.toContain(width - 1);
    const rows = packRows(3, histories);
    for (const [n, history] of histories.entries()) {
      const { indices, values } = deriver(derived)(history);
      const behind = [summaryRows(derived, rows), interactionRows(derived, rows)].map((some) => historyAt(some, n));
      expect(Array.from(values).slice(2)).toEqual(behind.flatMap((one) => Array.from(one.values)));
      const columns = behind.flatMap((one, part) => Array.from(one.indices, (column) => 3 + 12 * part + column));
      expect(Array.from(indices).slice(2)).toEqual(columns);
    }
  });

  it('keep nothing of the person before', () => {
    const derive = deriver(derived);
    const alone = derive(histories[1]!);
    derive(histories[0]!);
    expect(derive(histories[1]!)).toEqual(alone);
  });
});

describe('separation', () => {
  it('is the share of variance between groups', () => {
    const ends = Uint32Array.of(2, 4);
    const one = Float32Array.of(1, 1, 1, 1);
    expect(separationOfProduct(Float32Array.of(0, 0, 1, 1), one, ends)).toBe(1);
    expect(separationOfProduct(Float32Array.of(0, 1, 0, 1), one, ends)).toBe(0);
    // Means 0.5 and 1.5 of values 0, 1, 1, 2: 1 of 2 is between.
    expect(separationOfProduct(Float32Array.of(0, 1, 1, 2), one, ends)).toBeCloseTo(0.5, 12);
    expect(separationOfProduct(one, one, ends)).toBe(0);
  });

  it('of equality counts equal pairs, and no two missing ones', () => {
    const ends = Uint32Array.of(2, 4);
    expect(separationOfEqual(Float32Array.of(1, 2, 3, 4), Float32Array.of(1, 2, 4, 3), ends)).toBe(1);
    expect(separationOfEqual(Float32Array.of(none, none, 3, 4), Float32Array.of(none, none, 4, 3), ends)).toBe(0);
  });
});

describe('screening', () => {
  const stream = derive(1, 'screening');
  const answers = Array.from({ length: 300 }, () => Array.from({ length: 10 }, () => 1 + stream.below(5)));
  const rows = packRows(
    10,
    answers.map((values) => ({ indices: [...values.keys()], values })),
  );
  const training = Uint32Array.from(answers.keys());
  const screened = (positions: number[], some = training) => {
    const about = { rows, statistics: fitColumns(rows), levels: true, positions, types: 2, training: some };
    return screenInteractions(about);
  };
  const high = (person: number[], item: number) => (person[item]! >= 4 ? 1 : 0);

  it('puts what tells first: an equality, an exclusive or of two, and of three', () => {
    expect(screened(answers.map((person) => (person[2] === person[6] ? 1 : 0)))[0]).toEqual({
      kind: 'equal',
      of: [2, 6],
    });
    const two = screened(answers.map((person) => high(person, 1) ^ high(person, 8)));
    expect(two[0]!.kind).toBe('product');
    expect(two[0]!.of.toSorted((a, b) => a - b)).toEqual([3, 17]);
    const three = screened(answers.map((person) => high(person, 1) ^ high(person, 4) ^ high(person, 8)));
    const triples = three.filter(({ of }) => of.length === 3);
    expect(triples[0]!.of.toSorted((a, b) => a - b)).toEqual([3, 9, 17]);
    expect([three.length, triples.length]).toEqual([32, 12]);
  });

  it('reads no label of people whom it does not learn from', () => {
    const labels = answers.map((person) => high(person, 1) ^ high(person, 8));
    const some = training.subarray(0, 200);
    const others = labels.map((label, person) => (person < 200 ? label : 1 - label));
    expect(screened(others, some)).toEqual(screened(labels, some));
  });
});
