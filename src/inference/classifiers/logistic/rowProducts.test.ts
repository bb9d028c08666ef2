import { expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { historyAt, packRows, type SparseVector } from '../index.ts';
import { rowProducts } from './rowProducts.ts';

const stream = derive(1, 'row products');
const pairs = (...columns: number[]): SparseVector => {
  const values = columns.flatMap(() => [1, Math.fround(stream.uniform() - 0.5)]);
  return { indices: columns.flatMap((column) => [column, column + 1]), values };
};

it.each([
  { rows: [pairs(0, 4, 6), pairs(), pairs(2), pairs(0, 2, 4, 6)], what: 'ratings with both columns' },
  { rows: [pairs(0, 4), { indices: [3], values: [0.3] }, { indices: [6], values: [1] }], what: 'odd rows' },
  { rows: [pairs(0, 4), { indices: [2, 3], values: [0.7, 0.3] }], what: 'a first value that is not 1' },
  { rows: [pairs(0, 4), { indices: [2, 6], values: [1, 0.3] }], what: 'columns that are no neighbours' },
])('products are those of the definition, bit by bit: $what', ({ rows: histories }) => {
  const rows = packRows(8, histories);
  const { plusProduct, addTo } = rowProducts(rows);
  const weights = Float64Array.from({ length: 12 }, () => stream.uniform() - 0.5);
  const gradient = weights.slice();
  const expected = weights.slice();
  for (let row = 0; row < rows.rows; row++) {
    const { indices, values } = historyAt(rows, row);
    let sum = 0.1;
    for (let at = 0; at < indices.length; at++) {
      sum += values[at]! * weights[3 + indices[at]!]!;
      expected[3 + indices[at]!]! += values[at]! * 0.3;
    }
    expect(plusProduct(0.1, row, weights, 3)).toBe(sum);
    addTo(gradient, 3, row, 0.3);
  }
  expect(gradient).toEqual(expected);
});
