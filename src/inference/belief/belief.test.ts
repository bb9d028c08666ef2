import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import { choleskyFactor, choleskyInverse, derive, largestAt, softmax } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { Belief, type Observation } from './belief.ts';
import { factorClassifier } from './factorClassifier.ts';
import { observe, rowOf, startBelief } from './observe.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 30 }),
  dimension: fc.integer({ min: 1, max: 8 }),
  types: fc.integer({ min: 2, max: 7 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 30 }),
  ridge: fc.double({ min: 0.05, max: 200, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function beliefIn({ answers: count, ridge, ...spec }: Situation) {
  const model = randomModel(spec);
  const answers = randomAnswers(model, count, spec.seed);
  const start = startBelief(model, { ridge });
  const observations = answers.flatMap(({ item, answer }) => observe(model, item, answer));
  return { model, answers, start, observations, belief: start.afterAll(observations) };
}

const near = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) => {
  expect(actual.length).toBe(expected.length);
  for (let n = 0; n < expected.length; n++) {
    expect(Math.abs(actual[n]! - expected[n]!)).toBeLessThan(tolerance * Math.max(1, Math.abs(expected[n]!)));
  }
};

describe('belief', () => {
  it('the posterior sums to one, and the risk is what is left of it', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { belief } = beliefIn(situation);
        const posterior = belief.posterior();
        expect(posterior.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...posterior)).toBeGreaterThanOrEqual(0);
        expect(belief.risk() + belief.confidence()).toBeCloseTo(1, 12);
        expect(belief.confidence()).toBe(Math.max(...posterior));
      }),
    );
  });

  it('moved in place is the belief after one answer and the next, bit by bit', () => {
    const isLike = (start: Belief, observations: readonly Observation[]) => {
      const moving = start.moving();
      for (const observation of observations) moving.absorbAll([observation]);
      const expected = start.afterAll(observations);
      expect(moving.logWeights).toEqual(expected.logWeights);
      const { row } = observations[0]!;
      expect(moving.meansAt(row)).toEqual(expected.predict(row).means);
    };
    fc.assert(
      fc.property(situations, ({ answers, ...situation }) => {
        const { start, observations } = beliefIn({ ...situation, answers: answers + 1 });
        isLike(start, observations);
        const before = { ...start.logWeights };
        if (answers > 0) isLike(start.afterAll(observations.slice(0, 1)), observations.slice(1));
        expect({ ...start.logWeights }).toEqual(before);
      }),
    );
    const { start, observations } = beliefIn({ items: 30, dimension: 3, types: 2, seed: 1, answers: 30, ridge: 1 });
    const many = Array.from({ length: 10 }, () => observations).flat();
    expect(many.length).toBeGreaterThan(128);
    isLike(start, many);
    isLike(start.afterAll(many.slice(0, 100)), many.slice(100));
  });

  it('the order of the answers does not matter', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { start, observations, belief } = beliefIn(situation);
        const shuffled = start.afterAll(observations.toReversed());
        near(shuffled.posterior(), belief.posterior(), 1e-9);
        near(shuffled.profileMeans, belief.profileMeans, 1e-9);
        near(shuffled.covariance, belief.covariance, 1e-9);
      }),
    );
  });

  it('the incremental state equals the state computed directly from all answers', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { belief, observations } = beliefIn(situation);
        const { dimension: d, ridge, noiseVariance, prior } = belief.parameters;
        // Sigma = lam I + V'V, by definition.
        const sigma = new Float64Array(d * d);
        for (let k = 0; k < d; k++) sigma[k * d + k] = ridge;
        for (const { row } of observations) {
          for (let n = 0; n < d * d; n++) sigma[n] = sigma[n]! + row.profile[Math.floor(n / d)]! * row.profile[n % d]!;
        }
        choleskyFactor(sigma, d);
        const inverse = choleskyInverse(sigma, d);
        near(belief.covariance, inverse, 1e-8);
        // log weight_t = log prior_t - (r - z_t)' M (r - z_t) / 2 s2 with M = I - V P V'.
        const weights = Array.from(prior, (share, t) => {
          const residuals = observations.map(({ row, value }) => value - row.biases[t]!);
          const moment = new Float64Array(d);
          for (const [n, { row }] of observations.entries()) {
            for (let k = 0; k < d; k++) moment[k] = moment[k]! + residuals[n]! * row.profile[k]!;
          }
          let form = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
          for (let n = 0; n < d * d; n++) form -= moment[Math.floor(n / d)]! * inverse[n]! * moment[n % d]!;
          return Math.log(share) - form / (2 * noiseVariance);
        });
        near(belief.logWeights, weights, 1e-8);
      }),
    );
  });

  it('for two types the log odds are 2 delta′M rbar / s2 plus the prior’s (the corrected equation of the paper)', () => {
    const { belief, observations } = beliefIn({ items: 12, dimension: 4, types: 2, seed: 5, answers: 9, ridge: 3 });
    const { noiseVariance, ridge, prior, dimension: d } = belief.parameters;
    const n = observations.length;
    // M = (I + V V' / lam)^-1
    const inverseM = new Float64Array(n * n);
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        let sum = a === b ? 1 : 0;
        for (let k = 0; k < d; k++)
          sum += (observations[a]!.row.profile[k]! * observations[b]!.row.profile[k]!) / ridge;
        inverseM[a * n + b] = sum;
      }
    }
    choleskyFactor(inverseM, n);
    const m = choleskyInverse(inverseM, n);
    let form = 0;
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        const { biases } = observations[a]!.row;
        const delta = (biases[1]! - biases[0]!) / 2;
        const other = observations[b]!;
        form += delta * m[a * n + b]! * (other.value - (other.row.biases[1]! + other.row.biases[0]!) / 2);
      }
    }
    const expected = (2 * form) / noiseVariance + Math.log(prior[1]! / prior[0]!);
    expect(belief.logWeights[1]! - belief.logWeights[0]!).toBeCloseTo(expected, 10);
  });

  it('stays exact over hundreds of answers: the rebuilt state follows the direct one', () => {
    const model = randomModel({ items: 400, dimension: 6, types: 3, seed: 11 });
    const observations = randomAnswers(model, 400, 3).flatMap(({ item, answer }) => observe(model, item, answer));
    const start = startBelief(model, { ridge: 0.01 });
    const belief = start.afterAll(observations);
    near(start.afterAll(observations.toReversed()).posterior(), belief.posterior(), 1e-9);
    expect(belief.count).toBe(400);
    expect(belief.observations()).toEqual(observations);
  });

  it('predicts the average answer: with many ratings of one kind the mean follows them', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 1 });
    const row = rowOf(model, itemIndex(0));
    let belief = startBelief(model, { ridge: 0.1 });
    for (let n = 0; n < 500; n++) belief = belief.after({ row, value: 4.5 });
    const { means, spread } = belief.predict(row);
    for (const mean of means) expect(mean).toBeCloseTo(4.5, 2);
    expect(spread).toBeLessThan(0.01);
  });

  it('is a value: absorbing an answer leaves the belief before it as it was', () => {
    const { start, observations } = beliefIn({ items: 5, dimension: 3, types: 2, seed: 2, answers: 3, ridge: 1 });
    const before = start.after(observations[0]!);
    const copy = [before.logWeights, before.profileMeans, before.covariance].map((values) => values.slice());
    before.after(observations[1]!);
    expect([before.logWeights, before.profileMeans, before.covariance]).toEqual(copy);
    expect(() => Object.assign(before, { count: 7 })).toThrow(TypeError);
  });

  it('absorbs several rows in one answer, as many as an item carries', () => {
    const model = randomModel({ items: 4, dimension: 3, types: 2, seed: 8 });
    const rows = [0, 1].map((item) => rowOf(model, itemIndex(item)));
    const both = startBelief(model).afterAll(rows.map((row) => ({ row, value: 3 })));
    expect(both.count).toBe(2);
    expect(both.observations().map(({ row }) => row)).toEqual(rows);
  });

  it('takes the prior from the model, from the caller, or uniform', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 3, seed: 4 });
    near(startBelief(model).posterior(), model.typePriors, 1e-12);
    near(startBelief(model, { prior: 'uniform' }).posterior(), [1 / 3, 1 / 3, 1 / 3], 1e-12);
    near(startBelief(model, { prior: [0.5, 0.25, 0.25] }).posterior(), [0.5, 0.25, 0.25], 1e-12);
  });

  it('a skip says nothing in a rating model', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 4 });
    expect(observe(model, itemIndex(1), 'skip')).toEqual([]);
  });

  it.each([
    ['ridge', { ridge: 0 }, /^PARAMETER_OUT_OF_RANGE: ridge is 0; .* -> set ridge/],
    ['ridge', { ridge: Number.NaN }, /^PARAMETER_OUT_OF_RANGE: ridge is NaN/],
    ['noise', { noiseVariance: -1 }, /^PARAMETER_OUT_OF_RANGE: noiseVariance is -1/],
    ['dimension', { dimension: 0 }, /^PARAMETER_OUT_OF_RANGE: dimension is 0/],
    ['prior', { prior: [0.5, 0.6] }, /^PARAMETER_OUT_OF_RANGE: prior is 0.5, 0.6; .* add up to 1/],
    ['prior', { prior: [1] }, /^PARAMETER_OUT_OF_RANGE: prior is 1; .* at least two/],
    ['prior', { prior: [1, 0] }, /^PARAMETER_OUT_OF_RANGE: prior\[1\] is 0/],
  ])('refuses a bad %s', (_, change, expected) => {
    const good = { dimension: 2, prior: [0.5, 0.5], ridge: 1, noiseVariance: 1 };
    expect(failure(() => Belief.start({ ...good, ...change }))).toMatch(expected);
  });

  it('refuses what is no answer, no item, no prior for these types', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 4 });
    const row = rowOf(model, itemIndex(0));
    expect(failure(() => startBelief(model).after({ row, value: Number.NaN }))).toMatch(/^RATING_NOT_FINITE: .*NaN/);
    expect(failure(() => rowOf(model, itemIndex(3)))).toMatch(/^ITEM_UNKNOWN: item 3 .* 3 items .* -> .*indexOf/);
    expect(failure(() => startBelief(model, { prior: [0.2, 0.3, 0.5] }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: prior has 3/,
    );
  });
});

describe('factor-based classifier as an incremental one', () => {
  it('agrees with the belief, step by step, in look-ahead and over whole histories', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, answers, belief } = beliefIn(situation);
        const classifier = factorClassifier(model, { ridge: situation.ridge });
        let state = classifier.begin();
        for (const { item, answer } of answers) {
          const ahead = state.logWeightsWith(item, answer);
          state = state.after(item, answer);
          near(ahead, state.logWeights(), 1e-9);
        }
        near(state.probabilities(), belief.posterior(), 1e-12);
        const history = { indices: answers.map(({ item }) => item), values: answers.map(({ answer }) => answer) };
        near(classifier.probabilities(history), belief.posterior(), 1e-12);
      }),
      { numRuns: 40 },
    );
  });
});

describe('histories that leave no doubt', () => {
  it('have finite log weights by the factor-based classifier, in the right order', () => {
    const LONG = 2000;
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.nat(), fc.boolean(), (types, seed, skipped) => {
        const model = randomModel({ items: LONG, dimension: 2, types, seed });
        const leaning = seed % types;
        // Everything is rated as the type would rate it that leans most.
        const history = {
          indices: Array.from({ length: LONG }, (_, item) => item),
          values: Array.from({ length: LONG }, (_, item) => {
            const own = Array.from(rowOf(model, itemIndex(item)).biases);
            const others = own.reduce((sum, bias) => sum + bias, 0) / types;
            return own[leaning]! + 8 * (own[leaning]! - others);
          }),
        };
        const classifier = factorClassifier(model, { ridge: 2 });
        const logWeights = classifier.logWeights(history);
        expect(logWeights.every(Number.isFinite)).toBe(true);
        expect(classifier.probabilities(history)).toEqual(softmax(logWeights));
        const state = classifier.begin().after(0, skipped ? 'skip' : history.values[0]!);
        expect(state.probabilities()).toEqual(softmax(state.logWeights()));
        // Log p itself would be -Infinity for some type.
        expect([...softmax(logWeights)]).toContain(0);
        expect(largestAt(logWeights)).toBe(leaning);
      }),
      { numRuns: 5 },
    );
  });
});

describe('the belief under its own model', () => {
  it('is calibrated: of the people it gives 80 to 90%, 80 to 90% have that type', () => {
    const model = randomModel({ items: 40, dimension: 3, types: 2, seed: 21 });
    const stream = derive(1, 'calibration');
    const ridge = 4;
    const deviation = Math.sqrt(model.noiseVariance / ridge);
    let inBin = 0;
    let right = 0;
    for (let person = 0; person < 6000; person++) {
      const type = stream.uniform() < model.typePriors[0]! ? 0 : 1;
      const profile = Array.from({ length: 3 }, () => deviation * stream.normal());
      let belief = startBelief(model, { ridge });
      for (let n = 0; n < 12; n++) {
        const row = rowOf(model, itemIndex(stream.below(40)));
        let value = row.biases[type]! + Math.sqrt(model.noiseVariance) * stream.normal();
        for (let k = 0; k < 3; k++) value += profile[k]! * row.profile[k]!;
        belief = belief.after({ row, value });
      }
      if (belief.confidence() < 0.8 || belief.confidence() >= 0.9) continue;
      inBin++;
      if (belief.mostLikely() === type) right++;
    }
    expect(inBin).toBeGreaterThan(400);
    // Four standard errors around the middle of the bin, plus half its width.
    expect(Math.abs(right / inBin - 0.85)).toBeLessThan(0.05 + 4 * Math.sqrt(0.1275 / inBin));
  });
});
