import { expect, it } from 'vitest';
import { packRows } from '../../inference/index.ts';
import { centredOperator } from './historyFactors.ts';

it('which items were rated, less the share of people, and ratings less their mean over their deviation: by hand', () => {
  const histories = packRows(2, [
    { indices: [0, 1], values: [1, 5] },
    { indices: [0], values: [3] },
    { indices: [1], values: [1] },
    { indices: [0, 1], values: [5, 3] },
  ]);
  // Both means are 3; three of four people rated each item; the deviation is that of all six ratings.
  const d = 2 / Math.sqrt(16 / 6);
  const matrix = [0.25, 0.25, -d, d, 0.25, -0.75, 0, 0, -0.75, 0.25, 0, -d, 0.25, 0.25, d, 0];
  const identity = Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 1 : 0));
  const operator = centredOperator(histories);
  expect([operator.rows, operator.columns]).toEqual([4, 4]);
  const product = operator.times(identity, 4);
  const transposed = operator.transposedTimes(identity, 4);
  for (const [at, value] of matrix.entries()) {
    expect(product[at]).toBeCloseTo(value, 12);
    expect(transposed[(at % 4) * 4 + Math.floor(at / 4)]).toBeCloseTo(value, 12);
  }
});
