import { expect, it } from 'vitest';
import { linearClassifier, packRows, trainMultinomial } from './index.ts';

const rows = packRows(2, [
  { indices: [0], values: [3] },
  { indices: [0, 1], values: [1, 4] },
]);

it('counts ratings, by hand', () => {
  const { weights, intercepts } = trainMultinomial(rows, [0, 1], 2).model;
  const expected = [4 / 5, 1 / 5, 2 / 7, 5 / 7].map(Math.log);
  for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(expected[i]!, 14);
  for (const intercept of intercepts) expect(intercept).toBeCloseTo(Math.log(1 / 2), 14);
});

it('refuses negative ratings', () => {
  const negative = packRows(2, [
    { indices: [0], values: [-1] },
    { indices: [1], values: [1] },
  ]);
  expect(() => trainMultinomial(negative, [0, 1], 2)).toThrow(expect.objectContaining({ code: 'RATING_OFF_SCALE' }));
});

it.each([0, -1, Number.NaN])('refuses smoothing %d', (smoothing) => {
  expect(() => trainMultinomial(rows, [0, 1], 2, { smoothing })).toThrow(
    expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
  );
});

it('refuses a linear model whose parts do not fit', () => {
  const model = { name: 'linear', types: 2, columns: 3, weights: new Float64Array(5), intercepts: new Float64Array(2) };
  expect(() => linearClassifier(model)).toThrow(expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }));
});
