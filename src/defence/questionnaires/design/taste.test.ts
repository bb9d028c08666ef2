import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { randomChannelModel } from '../../../../test/support/models.ts';
import { ratedModel } from '../../../../test/support/ratedModel.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { choleskyFactor, choleskyInverse, derive } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { seenShares, Taste } from './taste.ts';

/** tr(G P) with P = (ridge I + sum of v v' over the answered items)^-1, written out. */
function literalVariance(model: FactorModel, answered: readonly ItemIndex[], ridge: number): number {
  const d = model.dimension;
  const { profiles } = model.rows;
  const sigma = new Float64Array(d * d);
  for (let k = 0; k < d; k++) sigma[k * d + k] = ridge;
  for (const item of answered) {
    for (let a = 0; a < d; a++)
      for (let b = 0; b < d; b++) sigma[a * d + b]! += profiles[item * d + a]! * profiles[item * d + b]!;
  }
  choleskyFactor(sigma, d);
  const p = choleskyInverse(sigma, d);
  const counts = model.itemStatistics.countsByType;
  const total = counts.reduce((sum, count) => sum + count, 0);
  let variance = 0;
  for (let item = 0; item < model.items.size; item++) {
    const weight = (counts[2 * item]! + counts[2 * item + 1]!) / total;
    for (let a = 0; a < d; a++)
      for (let b = 0; b < d; b++)
        variance += weight * profiles[item * d + a]! * p[a * d + b]! * profiles[item * d + b]!;
  }
  return variance;
}

/** The expectation over who has seen what, each item by itself. */
function expectedVariance(model: FactorModel, list: readonly ItemIndex[], ridge: number): number {
  const seen = seenShares(model);
  let expected = 0;
  for (let subset = 0; subset < 2 ** list.length; subset++) {
    const answered = list.filter((_, n) => (subset >> n) & 1);
    const probability = list.reduce(
      (product, item, n) => product * ((subset >> n) & 1 ? seen[item]! : 1 - seen[item]!),
      1,
    );
    expected += probability * literalVariance(model, answered, ridge);
  }
  return expected;
}

describe('what questions teach', () => {
  const lists = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    ridge: fc.double({ min: 0.3, max: 20, noNaN: true }),
  });

  it('is exact for one question, whoever has seen the item', () => {
    fc.assert(
      fc.property(lists, ({ seed, ridge }) => {
        const model = ratedModel({ seed, items: 8, dimension: 3 });
        const start = Taste.start(model, { predictionRidge: ridge });
        const item = itemIndex(seed % 8);
        expect(start.variance).toBeCloseTo(literalVariance(model, [], ridge), 10);
        expect(start.after(item).variance).toBeCloseTo(expectedVariance(model, [item], ridge), 10);
        expect(start.variance - start.cut(item)).toBeCloseTo(start.after(item).variance, 10);
      }),
      { numRuns: 40 },
    );
  });

  it('is exact for any list where everybody has seen everything or nothing', () => {
    const shares = [1, 0, 1, 1, 0, 1];
    const model = ratedModel({ seed: 5, items: 6, dimension: 3, shares });
    const list = [0, 1, 2, 3, 4].map(itemIndex);
    const answered = list.filter((item) => shares[item] === 1);
    expect(Taste.start(model, { predictionRidge: 2 }).afterAll(list).variance).toBeCloseTo(
      literalVariance(model, answered, 2),
      10,
    );
  });

  it('never promises more than people will teach, and not much less', () => {
    fc.assert(
      fc.property(lists, ({ seed, ridge }) => {
        const model = ratedModel({ seed, items: 9, dimension: 3 });
        const list = derive(seed, 'order').shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8]).slice(0, 6).map(itemIndex);
        const start = Taste.start(model, { predictionRidge: ridge });
        const claimed = start.variance - start.afterAll(list).variance;
        const taught = start.variance - expectedVariance(model, list, ridge);
        expect(claimed).toBeLessThanOrEqual(taught + 1e-12);
        expect(claimed).toBeGreaterThan(0.8 * taught);
      }),
      { numRuns: 40 },
    );
  });

  it('takes the ridge of the model, and says what error to expect', () => {
    const model = ratedModel({ seed: 2, items: 5, dimension: 2 });
    const ridge = model.noiseVariance / model.profileVariance;
    const start = Taste.start(model);
    expect(start.variance).toBeCloseTo(literalVariance(model, [], ridge), 10);
    expect(start.expectedError).toBeCloseTo(Math.sqrt(model.noiseVariance * (1 + start.variance)), 10);
  });

  it('needs a model of ratings that knows how often items were rated', () => {
    const channels = randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 1 });
    expect(failure(() => Taste.start(channels))).toMatch(/^STRATEGY_UNSUITABLE: .* read from a model of ratings/);
    const unrated = ratedModel({ seed: 1, items: 3, dimension: 2, shares: [0, 0, 0] });
    expect(failure(() => Taste.start(unrated))).toMatch(/^MODEL_INVALID: the model does not say/);
    expect(failure(() => Taste.start(ratedModel({ seed: 1, items: 3, dimension: 2 }), { predictionRidge: 0 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE/,
    );
  });
});
