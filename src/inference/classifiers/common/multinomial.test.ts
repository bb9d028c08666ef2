import { expect, it } from 'vitest';
import { linearClassifier, packRows, trainMultinomial } from '../index.ts';

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

it('counts a scale with negative ratings as if it began with 1, in training and in judging', () => {
  const histories = [
    { indices: [0, 1], values: [-10, 3] },
    { indices: [0, 1, 2], values: [7, -2, 4] },
    { indices: [1, 2], values: [10, -10] },
  ];
  const shifted = histories.map(({ indices, values }) => ({ indices, values: values.map((value) => value + 11) }));
  const own = trainMultinomial(packRows(3, histories), [0, 1, 0], 2);
  const plain = trainMultinomial(packRows(3, shifted), [0, 1, 0], 2);
  expect(own.model).toEqual({ ...plain.model, shift: 11 });
  expect(plain.model).not.toHaveProperty('shift');
  for (const [n, history] of histories.entries()) {
    expect(own.probabilities(history)).toEqual(plain.probabilities(shifted[n]!));
    const asked = history.indices.reduce((state, item, at) => state.after(item, history.values[at]!), own.begin());
    expect(asked.probabilities()[0]).toBeCloseTo(own.probabilities(history)[0]!, 12);
  }
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
