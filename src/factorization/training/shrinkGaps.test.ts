import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { modelFrom } from '../../../test/support/models.ts';
import { choleskyFactor, choleskySolve, derive } from '../../maths/index.ts';
import { createModel, type FactorModel } from '../model/factorModel.ts';
import { decodeModel, encodeModel } from '../model/modelFile.ts';
import { gapVariance, shrinkGaps } from './shrinkGaps.ts';

function withCounts(biases: readonly (readonly number[])[], counts: readonly number[], noiseVariance = 1): FactorModel {
  const types = biases[0]!.length;
  const model = modelFrom({
    profiles: biases.map(() => [0.5]),
    biases,
    noiseVariance,
    prior: new Array<number>(types).fill(1 / types),
  });
  return createModel({ ...model, itemStatistics: { ...model.itemStatistics, countsByType: Uint32Array.from(counts) } });
}

/** Biases as the model has them: an item's own level, true differences of variance tau2, and the noise of n ratings. */
function drawn(spec: { types: number; items: number; gapVariance: number; noiseVariance: number; seed: number }) {
  const { types, items, noiseVariance } = spec;
  const stream = derive(spec.seed, 'gaps');
  const counts: number[] = [];
  const truth: number[][] = [];
  const biases = Array.from({ length: items }, () => {
    const level = 3 + stream.normal();
    const row = Array.from({ length: types }, () => level + Math.sqrt(spec.gapVariance) * stream.normal());
    truth.push(row);
    return row.map((value) => {
      const count = stream.below(3) === 0 ? stream.below(4) : stream.below(300);
      counts.push(count);
      // What nobody rated, training leaves where it likes.
      return count === 0 ? 9 : value + Math.sqrt(noiseVariance / count) * stream.normal();
    });
  });
  return { model: withCounts(biases, counts, noiseVariance), truth };
}

describe('the variance of the gaps', () => {
  it.each([
    [2, 0.02, 0.8],
    [2, 0.3, 1.5],
    [5, 0.05, 0.5],
  ])('is recovered: %d types, tau2 = %d, noise %d', (types, gap, noiseVariance) => {
    const estimates = Array.from({ length: 60 }, (_, seed) =>
      gapVariance(drawn({ types, items: 150, gapVariance: gap, noiseVariance, seed }).model),
    );
    const mean = estimates.reduce((sum, value) => sum + value / 60, 0);
    const error = Math.sqrt(estimates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 59 / 60);
    expect(Math.abs(mean - gap)).toBeLessThan(4 * error);
    expect(error).toBeLessThan(0.05 * gap);
  });

  it('is next to nothing where the types do not differ, or where no two types rated the same item', () => {
    const alike = drawn({ types: 3, items: 2000, gapVariance: 0, noiseVariance: 1, seed: 4 });
    expect(gapVariance(alike.model)).toBeLessThan(1e-3);
    const noTwo = [
      [1, 5],
      [2, 4],
    ];
    expect(gapVariance(withCounts(noTwo, [10, 0, 0, 10]))).toBe(1e-4);
  });
});

describe('shrinking', () => {
  it('gives the expectation of the true biases, by plain Gaussian conditioning', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }),
        fc.double({ min: 0.005, max: 0.5, noNaN: true }),
        fc.nat(),
        (types, gap, seed) => {
          const { model } = drawn({ types, items: 12, gapVariance: gap, noiseVariance: 0.9, seed });
          const shrunken = shrinkGaps(model);
          const tau2 = shrunken.provenance.shrunkenGaps!.gapVariance;
          for (let item = 0; item < 12; item++) {
            const rated = Array.from({ length: types }, (_, t) => t).filter(
              (t) => model.itemStatistics.countsByType[item * types + t]! > 0,
            );
            if (rated.length === 0) continue;
            // Covariance of what was observed: an item level of enormous variance, differences, noise.
            const LEVEL = 1e6;
            const size = rated.length;
            const covariance = new Float64Array(size * size);
            for (const [a, s] of rated.entries()) {
              for (const [b] of rated.entries()) covariance[a * size + b] = LEVEL;
              covariance[a * size + a]! += tau2 + 0.9 / model.itemStatistics.countsByType[item * types + s]!;
            }
            choleskyFactor(covariance, size);
            const observed = Float64Array.from(rated, (t) => model.rows.biases[item * types + t]! - 3);
            const solved = choleskySolve(covariance, size, observed);
            for (let t = 0; t < types; t++) {
              const expected = rated.reduce((sum, s, a) => sum + (LEVEL + (s === t ? tau2 : 0)) * solved[a]!, 3);
              expect(Math.abs(shrunken.rows.biases[item * types + t]! - expected)).toBeLessThan(2e-4);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('comes closer to the truth than the biases as they were, and than no gaps at all', () => {
    const { model, truth } = drawn({ types: 2, items: 3000, gapVariance: 0.05, noiseVariance: 1, seed: 8 });
    const shrunken = shrinkGaps(model);
    const gapError = (biases: ArrayLike<number>) =>
      truth.reduce((sum, [a, b], item) => sum + (biases[2 * item + 1]! - biases[2 * item]! - (b! - a!)) ** 2, 0);
    const none = model.rows.biases.map(() => 0);
    expect(gapError(shrunken.rows.biases)).toBeLessThan(0.75 * gapError(none));
    expect(gapError(shrunken.rows.biases)).toBeLessThan(0.1 * gapError(model.rows.biases));
  });

  it('leaves well-rated gaps alone, closes those of few ratings, and gives an unrated type the item’s bias', () => {
    const wide = Array.from({ length: 50 }, (_, item) => (item % 2 === 0 ? [3, 4] : [4, 3]));
    const counts = wide.flatMap(() => [100_000, 100_000]);
    const model = withCounts([...wide, [3, 4], [2, 5]], [...counts, 1, 1, 40, 0]);
    const { biases } = shrinkGaps(model).rows;
    expect(biases[1]! - biases[0]!).toBeCloseTo(1, 3);
    expect(biases[101]! - biases[100]!).toBeGreaterThan(0.1);
    expect(biases[101]! - biases[100]!).toBeLessThan(0.6);
    expect(biases[100]! + biases[101]!).toBeCloseTo(7, 9);
    expect([biases[102], biases[103]]).toEqual([2, 2]);
  });

  it('keeps the precision, notes what it did, and the note survives the model file', () => {
    const { model } = drawn({ types: 3, items: 20, gapVariance: 0.1, noiseVariance: 1, seed: 3 });
    const single = createModel({ ...model, rows: { ...model.rows, biases: Float32Array.from(model.rows.biases) } });
    const shrunken = shrinkGaps(single);
    expect(shrunken.rows.biases).toBeInstanceOf(Float32Array);
    expect(shrunken.provenance.shrunkenGaps).toEqual({ gapVariance: gapVariance(single) });
    expect(decodeModel(encodeModel(shrunken)).provenance).toEqual(shrunken.provenance);
    expect(single.provenance.shrunkenGaps).toBeUndefined();
  });

  it('leaves a calibration out, which was fitted to other gaps', () => {
    const { model } = drawn({ types: 2, items: 20, gapVariance: 0.1, noiseVariance: 1, seed: 3 });
    const calibration = { points: [{ questions: 1, slope: 0.5, offsets: [0, 0] }] };
    expect(shrinkGaps(createModel({ ...model, calibration })).calibration).toBeUndefined();
  });

  it('refuses to shrink twice, and models of other channels', () => {
    const { model } = drawn({ types: 2, items: 4, gapVariance: 0.1, noiseVariance: 1, seed: 3 });
    expect(failure(() => shrinkGaps(shrinkGaps(model)))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: model is one whose gaps were shrunken already; .* -> .* as it was trained/,
    );
    const presence = createModel({ ...model, rows: { ...model.rows, channels: ['presence'] } });
    expect(failure(() => shrinkGaps(presence))).toMatch(/^PARAMETER_OUT_OF_RANGE: .* observes presence; .* of ratings/);
  });
});
