import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { numericModelFrom, randomNumericModel } from '../../../test/support/numericModels.ts';
import type { NumericModel } from '../../factorization/index.ts';
import { choleskyFactor, choleskySolve, derive, normalCdf } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { NumericBelief, type NumericObservation, numericRowOf, startNumericBelief } from './numericBelief.ts';

const { belief: known } = JSON.parse(readFileSync(new URL('../fixtures/numeric.json', import.meta.url), 'utf8'));

const situations = fc.record({
  items: fc.integer({ min: 1, max: 25 }),
  dimension: fc.integer({ min: 1, max: 7 }),
  seed: fc.nat(),
});

function answered(model: NumericModel, seed: number): NumericObservation[] {
  const stream = derive(seed, 'numeric-answers');
  return Array.from({ length: model.items.size }, (_, item) => ({
    row: numericRowOf(model, itemIndex(item)),
    value: 1 + stream.below(5),
  }));
}

/** x given the ratings, from their joint Gaussian distribution: no filter, no profile, one dense system. */
function conditioned(model: NumericModel, observations: readonly NumericObservation[], profileVariance: number) {
  const { mean, variance } = model.attribute;
  const d = model.dimension;
  const count = observations.length;
  const covariances = observations.map(({ row }) => variance * row.direction[d]!);
  const matrix = Float64Array.from({ length: count * count }, (_, n) => {
    const [a, b] = [observations[Math.floor(n / count)]!.row, observations[n % count]!.row];
    let sum =
      variance * a.direction[d]! * b.direction[d]! + (Math.floor(n / count) === n % count ? model.noiseVariance : 0);
    for (let k = 0; k < d; k++) sum += profileVariance * a.direction[k]! * b.direction[k]!;
    return sum;
  });
  expect(choleskyFactor(matrix, count).ok).toBe(true);
  const gain = choleskySolve(matrix, count, Float64Array.from(covariances));
  const surprise = observations.map(({ row, value }) => value - row.intercept - row.direction[d]! * mean);
  const dot = (list: readonly number[]) => list.reduce((sum, value, n) => sum + value * gain[n]!, 0);
  return { mean: mean + dot(surprise), variance: variance - dot(covariances) };
}

describe('belief about a number', () => {
  it('follows SciPy answer by answer', () => {
    const model = numericModelFrom(known);
    let belief = startNumericBelief(model);
    for (const [count, { mean, sd, interval }] of known.steps.entries()) {
      expect(belief.mean).toBeCloseTo(mean, 9);
      expect(belief.deviation).toBeCloseTo(sd, 9);
      const { low, high } = belief.interval(0.9);
      expect([low, high]).toEqual(interval.map((end: number) => expect.closeTo(end, 8)));
      if (count === known.ratings.length) break;
      belief = belief.after({ row: numericRowOf(model, itemIndex(count)), value: known.ratings[count] });
    }
  });

  it('is the Gaussian posterior of the whole, whatever the order of the answers', () => {
    fc.assert(
      fc.property(situations, fc.double({ min: 0.1, max: 50, noNaN: true }), (spec, ridge) => {
        const model = randomNumericModel(spec);
        const observations = answered(model, spec.seed);
        const wanted = conditioned(model, observations, model.noiseVariance / ridge);
        for (const order of [observations, observations.toReversed()]) {
          const belief = startNumericBelief(model, { ridge }).afterAll(order);
          expect(Math.abs(belief.mean - wanted.mean)).toBeLessThan(1e-7);
          expect(Math.abs(belief.variance / wanted.variance - 1)).toBeLessThan(1e-8);
        }
      }),
    );
  });

  it('starts from what is known of everybody', () => {
    const model = randomNumericModel({ items: 3, dimension: 2, seed: 5 });
    const belief = startNumericBelief(model);
    expect(belief.mean).toBe(model.attribute.mean);
    expect(belief.variance).toBeCloseTo(model.attribute.variance, 10);
    const { low, high } = belief.interval(0.9);
    expect(
      normalCdf((high - belief.mean) / belief.deviation) - normalCdf((low - belief.mean) / belief.deviation),
    ).toBeCloseTo(0.9, 12);
  });

  it('is as sure as the questions make it, whatever the answers', () => {
    const model = randomNumericModel({ items: 10, dimension: 3, seed: 6 });
    const rows = Array.from({ length: 10 }, (_, item) => numericRowOf(model, itemIndex(item)));
    const [low, high] = [1, 5].map((value) => startNumericBelief(model).afterAll(rows.map((row) => ({ row, value }))));
    expect(low!.deviation).toBe(high!.deviation);
    expect(low!.mean).not.toBe(high!.mean);
  });

  it('predicts rating, spread and covariance as its own state has them', () => {
    fc.assert(
      fc.property(situations, (spec) => {
        const model = randomNumericModel(spec);
        const belief = startNumericBelief(model).afterAll(answered(model, spec.seed).slice(1));
        const row = numericRowOf(model, itemIndex(0));
        const { mean, spread, covariance } = belief.predict(row);
        // An answer as expected moves nothing; one that is off moves the guess by covariance over variance.
        expect(belief.after({ row, value: mean }).mean).toBeCloseTo(belief.mean, 8);
        expect(belief.after({ row, value: mean + 1 }).mean).toBeCloseTo(belief.mean + covariance / (1 + spread), 8);
        const reduced = belief.variance - (model.noiseVariance * covariance ** 2) / (1 + spread);
        expect(belief.after({ row, value: mean }).variance).toBeCloseTo(reduced, 7);
      }),
    );
  });

  it('does not drift over hundreds of answers', () => {
    const model = randomNumericModel({ items: 300, dimension: 4, seed: 7 });
    const observations = answered(model, 8);
    const belief = startNumericBelief(model).afterAll(observations);
    expect(belief.count).toBe(300);
    expect(belief.observations()).toEqual(observations);
    const wanted = conditioned(model, observations, model.profileVariance);
    expect(belief.mean).toBeCloseTo(wanted.mean, 8);
    expect(belief.variance).toBeCloseTo(wanted.variance, 8);
  });

  it('covers: people drawn from the model lie inside the 90% interval nine times in ten', () => {
    const model = randomNumericModel({ items: 20, dimension: 3, seed: 9 });
    const stream = derive(10, 'people');
    let inside = 0;
    for (let person = 0; person < 2000; person++) {
      const x = model.attribute.mean + Math.sqrt(model.attribute.variance) * stream.normal();
      const profile = [0, 0, 0].map(() => Math.sqrt(model.profileVariance) * stream.normal());
      let belief = startNumericBelief(model);
      for (let item = 0; item < 20; item++) {
        const row = numericRowOf(model, itemIndex(item));
        const noise = Math.sqrt(model.noiseVariance) * stream.normal();
        const taste = profile.reduce((sum, entry, k) => sum + entry * row.direction[k]!, 0);
        belief = belief.after({ row, value: row.intercept + row.direction[3]! * x + taste + noise });
      }
      const { low, high } = belief.interval(0.9);
      if (x >= low && x <= high) inside++;
    }
    // The standard error of the share is 0.0067.
    expect(Math.abs(inside / 2000 - 0.9)).toBeLessThan(0.025);
  });

  it('refuses what it cannot use', () => {
    const model = randomNumericModel({ items: 2, dimension: 2, seed: 1 });
    const start = startNumericBelief(model);
    expect(failure(() => start.after({ row: numericRowOf(model, itemIndex(0)), value: Number.NaN }))).toMatch(
      /^RATING_NOT_FINITE/,
    );
    expect(failure(() => numericRowOf(model, itemIndex(2)))).toMatch(/^ITEM_UNKNOWN: item 2 is not among the 2 items/);
    expect(failure(() => startNumericBelief(model, { ridge: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: ridge is 0/);
    expect(failure(() => start.interval(1.5))).toMatch(/^PARAMETER_OUT_OF_RANGE: level is 1.5/);
    const parameters = { ...start.parameters, prior: { mean: Number.NaN, variance: 1 } };
    expect(failure(() => NumericBelief.start(parameters))).toMatch(/^PARAMETER_OUT_OF_RANGE: prior.mean is NaN/);
  });
});
