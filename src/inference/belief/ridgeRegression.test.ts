import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { packRows } from '../classifiers/index.ts';
import { ridgePrediction, trainRidge } from './ridgeRegression.ts';

const { ridge: known } = JSON.parse(readFileSync(new URL('../fixtures/numeric.json', import.meta.url), 'utf8'));
const histories = (known.rows as number[][]).map((row) => {
  const indices = row.flatMap((value, column) => (value === 0 ? [] : [column]));
  return { indices, values: indices.map((column) => row[column]!) };
});
const rows = packRows(known.rows[0].length, histories.slice(0, known.trained));
const targets = known.targets.slice(0, known.trained);

describe('ridge regression', () => {
  it('finds what scikit-learn finds', () => {
    const regression = trainRidge(rows, targets, known.ridge);
    for (const [k, weight] of known.weights.entries()) expect(regression.weights[k]).toBeCloseTo(weight, 8);
    expect(regression.intercept).toBeCloseTo(known.intercept, 8);
    for (const [n, wanted] of known.predicted.entries()) {
      expect(ridgePrediction(regression, histories[known.trained + n]!)).toBeCloseTo(wanted, 8);
    }
  });

  it('predicts the mean where there is nothing to learn from', () => {
    const same = trainRidge(rows, new Array(known.trained).fill(40), 1);
    expect(same.intercept).toBe(40);
    expect([...same.weights].every((weight) => weight === 0)).toBe(true);
    expect(trainRidge(rows, targets, 1e12).weights.every((weight) => Math.abs(weight) < 1e-8)).toBe(true);
  });

  it('refuses what it cannot use', () => {
    expect(failure(() => trainRidge(rows, targets, 0))).toMatch(/^PARAMETER_OUT_OF_RANGE: ridge is 0/);
    expect(failure(() => trainRidge(rows, [1, 2], 1))).toMatch(
      /^ATTRIBUTE_INVALID: there are 2 numbers for 30 people ->/,
    );
    expect(failure(() => trainRidge(rows, targets.toSpliced(0, 1, Number.NaN), 1))).toMatch(
      /not all of them are finite/,
    );
    const twice = packRows(3, [{ indices: [1, 1], values: [1, 2] }]);
    expect(failure(() => trainRidge(twice, [1], 1))).toMatch(/^RATING_DUPLICATE/);
  });
});
