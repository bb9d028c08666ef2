import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { modelFrom, randomChannelModel, randomModel } from '../../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../../factorization/index.ts';
import { derive } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { aucOfDistance, distanceOfAuc, impliedLeak } from './impliedLeak.ts';
import { LeakState } from './leakState.ts';

const items = (...numbers: number[]) => numbers.map(itemIndex);

/** gap' C^-1 gap for every pair of types, with C = s2 I + (s2 / lam) V V' written out and solved by elimination. */
function literal(model: FactorModel, list: readonly ItemIndex[], ridge: number): number {
  const { dimension, rows, noiseVariance, typeLabels } = model;
  const types = typeLabels.length;
  const numbers = list.flatMap((item) => rows.channels.map((_, channel) => item * rows.channels.length + channel));
  const entry = (row: number, k: number) => rows.profiles[row * dimension + k]!;
  const covariance = numbers.map((a, i) =>
    numbers.map((b, j) => {
      let sum = i === j ? noiseVariance : 0;
      for (let k = 0; k < dimension; k++) sum += (noiseVariance / ridge) * entry(a, k) * entry(b, k);
      return sum;
    }),
  );
  let largest = 0;
  for (let s = 0; s < types; s++) {
    for (let t = s + 1; t < types; t++) {
      const gap = numbers.map((row) => rows.biases[row * types + t]! - rows.biases[row * types + s]!);
      const solved = solve(covariance, gap);
      largest = Math.max(
        largest,
        gap.reduce((sum, value, at) => sum + value * solved[at]!, 0),
      );
    }
  }
  return largest;
}

/** Gauss-Jordan elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = row[column]! / pivot[column]!;
      for (let k = column; k < row.length; k++) row[k] = row[k]! - factor * pivot[k]!;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

describe('the implied leak', () => {
  it('is the quadratic form of the gaps, for ratings and for channels, and question by question', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 4 }),
        fc.boolean(),
        fc.double({ min: 0.2, max: 30, noNaN: true }),
        (seed, types, channels, ridge) => {
          const model = (channels ? randomChannelModel : randomModel)({ items: 9, dimension: 3, types, seed });
          const order = derive(seed, 'order').shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8]);
          const list = items(...order.slice(0, 1 + (seed % 6)));
          const expected = literal(model, list, ridge);
          const leak = impliedLeak(model, list, { ridge });
          expect(leak.squaredDistance).toBeCloseTo(expected, 8);
          const grown = list.reduce((state, item) => state.after(item), LeakState.start(model, { ridge }));
          expect(grown.squaredDistance).toBeCloseTo(expected, 8);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes the ridge of the model, and names the pair of types and what the attacker reads', () => {
    // Profiles of zero: every question adds its squared gap over the noise variance.
    const model = modelFrom({
      profiles: [[0], [0]],
      biases: [
        [3, 3.5, 4],
        [2, 2, 3],
      ],
      noiseVariance: 0.5,
      prior: [0.2, 0.3, 0.5],
    });
    const { squaredDistance, auc, ...words } = impliedLeak(model, items(0, 1));
    expect(squaredDistance).toBeCloseTo((1 + 1) / 0.5, 12);
    expect(auc).toBeCloseTo(0.92135, 5);
    expect(words).toEqual({ attribute: 'type', kind: 'ratings', labels: ['type 0', 'type 2'] });
    const random = randomModel({ items: 4, dimension: 2, types: 2, seed: 3 });
    expect(impliedLeak(random, items(1, 2)).squaredDistance).toBeCloseTo(
      literal(random, items(1, 2), random.noiseVariance / random.profileVariance),
      10,
    );
    expect(impliedLeak(randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 3 }), items(1)).kind).toBe(
      'channels',
    );
  });

  it('nothing asked tells nothing; one more question never tells less', () => {
    const model = randomChannelModel({ items: 12, dimension: 4, types: 2, seed: 11 });
    expect(impliedLeak(model, [])).toMatchObject({ squaredDistance: 0, auc: 0.5 });
    let before = 0;
    for (let count = 1; count <= 12; count++) {
      const { squaredDistance } = impliedLeak(model, items(...Array.from({ length: count }, (_, n) => n)));
      expect(squaredDistance).toBeGreaterThanOrEqual(before - 1e-12);
      before = squaredDistance;
    }
  });

  it('an AUC and its budget belong to each other', () => {
    for (const auc of [0.5, 0.6, 0.75, 0.99]) expect(aucOfDistance(distanceOfAuc(auc))).toBeCloseTo(auc, 12);
    expect(distanceOfAuc(0.5)).toBe(0);
    expect(distanceOfAuc(1)).toBe(Number.POSITIVE_INFINITY);
    expect(failure(() => distanceOfAuc(0.4))).toMatch(/^PARAMETER_OUT_OF_RANGE: maxAuc is 0\.4/);
  });

  it('refuses a model of several attributes', () => {
    const model = createModel({
      ...randomModel({ items: 3, dimension: 2, types: 4, seed: 1 }),
      attributes: [
        { name: 'gender', labels: ['F', 'M'] },
        { name: 'age', labels: ['young', 'old'] },
      ],
    });
    expect(failure(() => impliedLeak(model, items(0)))).toMatch(
      /^STRATEGY_UNSUITABLE: the model infers gender and age at once .*-> train a model of each attribute/,
    );
  });
});
