import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { modelFrom, randomAnswers, randomModel } from '../../test/support/models.ts';
import { createModel, type FactorModel } from '../factorization/index.ts';
import { choleskyFactor, choleskySolve, derive, largestAt, logDeterminant, softmax } from '../numeric/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  type ItemIndex,
  itemIndex,
  type UserIndex,
} from '../ratings/index.ts';
import { factorClassifier } from './factorClassifier.ts';
import { observe, rowOf, startBelief } from './observe.ts';
import { TypeBeliefs } from './typeBeliefs.ts';
import { typeNoiseClassifier, typeNoises } from './typeNoise.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 20 }),
  dimension: fc.integer({ min: 1, max: 5 }),
  types: fc.integer({ min: 2, max: 5 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 19 }),
  ridge: fc.double({ min: 0.1, max: 50, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function settle({ answers: count, ...spec }: Situation) {
  const model = randomModel(spec);
  const stream = derive(spec.seed, 'noises');
  const noiseVariances = model.typeLabels.map(() => 0.3 + 2 * stream.uniform());
  return { model, noiseVariances, answers: randomAnswers(model, Math.min(count, spec.items), spec.seed) };
}

const near = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) => {
  expect(actual.length).toBe(expected.length);
  for (let n = 0; n < actual.length; n++) expect(Math.abs(actual[n]! - expected[n]!)).toBeLessThan(tolerance);
};

describe('a belief with a noise for each type', () => {
  it('is Bayes’ rule on the joint density of all answers', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, noiseVariances, answers } = settle(situation);
        const d = model.dimension;
        const profileVariance = model.noiseVariance / situation.ridge;
        const rows = answers.map(({ item }) => rowOf(model, item));
        const n = rows.length;
        const logDensities = noiseVariances.map((noise, t) => {
          // Covariance of the answers under type t: s2_t I + su2 V V'.
          const covariance = new Float64Array(n * n);
          for (let a = 0; a < n; a++) {
            for (let b = 0; b < n; b++) {
              let sum = a === b ? noise : 0;
              for (let k = 0; k < d; k++) sum += profileVariance * rows[a]!.profile[k]! * rows[b]!.profile[k]!;
              covariance[a * n + b] = sum;
            }
          }
          choleskyFactor(covariance, n);
          const residuals = Float64Array.from(answers, ({ answer }, a) => answer - rows[a]!.biases[t]!);
          const solved = choleskySolve(covariance, n, residuals.slice());
          const form = residuals.reduce((sum, residual, a) => sum + residual * solved[a]!, 0);
          return Math.log(model.typePriors[t]!) - (form + logDeterminant(covariance, n)) / 2;
        });
        const classifier = typeNoiseClassifier(model, { ridge: situation.ridge, noiseVariances });
        const history = { indices: answers.map(({ item }) => item), values: answers.map(({ answer }) => answer) };
        near(classifier.probabilities(history), softmax(logDensities), 1e-8);
      }),
    );
  });

  it('with the model’s noise for all types is the plain belief', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, answers } = settle(situation);
        const { ridge } = situation;
        const noiseVariances = model.typeLabels.map(() => model.noiseVariance);
        let ours = typeNoiseClassifier(model, { ridge, noiseVariances }).begin();
        let plain = factorClassifier(model, { ridge }).begin();
        for (const { item, answer } of answers) {
          ours = ours.after(item, answer);
          plain = plain.after(item, answer);
        }
        near(ours.probabilities(), plain.probabilities(), 1e-9);
      }),
    );
  });

  it('agrees with itself: step by step, looking ahead, over whole histories; a skip says nothing', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, noiseVariances, answers } = settle(situation);
        const classifier = typeNoiseClassifier(model, { prior: 'uniform', noiseVariances });
        let state = classifier.begin();
        near(state.probabilities(), new Float64Array(situation.types).fill(1 / situation.types), 1e-12);
        for (const { item, answer } of answers) {
          const ahead = state.logWeightsWith(item, answer);
          expect(state.after(item, 'skip').logWeights()).toEqual(state.logWeights());
          state = state.after(item, answer);
          expect(state.logWeights()).toEqual(ahead);
        }
        const history = { indices: answers.map(({ item }) => item), values: answers.map(({ answer }) => answer) };
        near(classifier.probabilities(history), state.probabilities(), 1e-12);
      }),
      { numRuns: 40 },
    );
  });

  it('takes an extreme answer for one of the type that is less predictable', () => {
    const model = modelFrom({ profiles: [[0]], biases: [[3, 3]], noiseVariance: 1, prior: [0.5, 0.5] });
    const state = typeNoiseClassifier(model, { noiseVariances: [0.25, 4] }).begin();
    expect(state.after(0, 5).probabilities()[1]).toBeGreaterThan(0.95);
    // At the middle the ratio of the densities is that of the standard deviations.
    expect(state.after(0, 3).probabilities()[0]).toBeCloseTo(0.8, 12);
  });

  it('absorbs all rows of an answer', () => {
    const one = randomModel({ items: 4, dimension: 2, types: 2, seed: 5 });
    const { profiles, biases } = one.rows;
    const model = createModel({
      ...one,
      rows: {
        channels: ['presence', 'centredRating'],
        scales: new Float32Array(8).fill(1.5),
        ...twice(profiles, biases),
      },
    });
    const options = { ridge: 2, noiseVariances: [0.5, 1.5] };
    const start = TypeBeliefs.start(startBelief(model, options).parameters, options.noiseVariances);
    const state = typeNoiseClassifier(model, options).begin();
    for (const answer of [4, 'skip'] as const) {
      const observations = observe(model, itemIndex(2), answer);
      expect(observations).toHaveLength(2);
      expect(state.after(2, answer).probabilities()).toEqual(start.afterAll(observations).posterior());
      expect(state.after(2, answer).probabilities()).not.toEqual(state.probabilities());
    }
  });

  it('is calibrated in a world of its own, and knows more there than a belief that assumes equal noise', () => {
    const model = randomModel({ items: 40, dimension: 3, types: 2, seed: 21 });
    const noiseVariances = [0.4, 1.6];
    const stream = derive(2, 'people');
    const options = { ridge: 4, noiseVariances };
    const judges = [typeNoiseClassifier(model, options), factorClassifier(model, options)];
    const losses = [0, 0];
    let [inBin, right] = [0, 0];
    for (let person = 0; person < 3000; person++) {
      const type = stream.uniform() < model.typePriors[0]! ? 0 : 1;
      const draw = answersOf(model, type, noiseVariances[type]!, Math.sqrt(model.noiseVariance / 4), stream);
      const items = Array.from({ length: 8 }, () => stream.below(40)).filter(
        (item, at, all) => all.indexOf(item) === at,
      );
      const history = { indices: items, values: items.map(draw) };
      const [ours, plain] = judges.map((judge) => judge.probabilities(history));
      losses[0]! -= Math.log(ours![type]!) / 3000;
      losses[1]! -= Math.log(plain![type]!) / 3000;
      const best = largestAt(ours!);
      if (ours![best]! < 0.8 || ours![best]! >= 0.9) continue;
      inBin++;
      if (best === type) right++;
    }
    expect(losses[0]!).toBeLessThan(losses[1]! - 0.02);
    expect(inBin).toBeGreaterThan(300);
    expect(Math.abs(right / inBin - 0.85)).toBeLessThan(0.05 + 4 * Math.sqrt(0.1275 / inBin));
  });
});

describe('the noise of each type', () => {
  const model = randomModel({ items: 60, dimension: 3, types: 3, seed: 2 });
  const ridge = 5;
  const data = people(model, [0.3, 1, 2.5], 900, Math.sqrt(model.noiseVariance / ridge));

  it('is found again in people drawn with it, at the scale of the model’s', () => {
    const found = typeNoises(model, data, { ridge });
    const mean = (0.3 + 1 + 2.5) / 3;
    // 300 people of 20 ratings each: three standard errors are 5.5%.
    for (const [t, noise] of [0.3, 1, 2.5].entries()) {
      expect(Math.abs((found[t]! / model.noiseVariance) * (mean / noise) - 1)).toBeLessThan(0.055);
    }
    expect(found.reduce((sum, noise) => sum + noise / 3, 0)).toBeCloseTo(model.noiseVariance, 9);
  });

  it('is the mean of the squared surprises of a belief that knows the type', () => {
    const found = typeNoises(model, data, { ridge });
    // At a fixed point each type's noise is the mean of e^2 / q under the ridge that belongs to it.
    const drawn = (0.3 + 1 + 2.5) / 3;
    const { starts, indices, values } = data.ratings.byUser;
    const typeOf = (user: number) => data.attributes.get('type')!.values[user]!;
    const surprise = (scale: number) => {
      const sums = [0, 0, 0];
      for (let user = 0; user < data.users.size; user++) {
        const type = typeOf(user);
        let belief = startBelief(model, { ridge: (ridge * scale * found[type]!) / model.noiseVariance });
        for (let at = starts[user]!; at < starts[user + 1]!; at++) {
          const row = rowOf(model, itemIndex(indices[at]!));
          const { means, spread } = belief.predict(row);
          sums[type]! += (values[at]! - means[type]!) ** 2 / (1 + spread) / (300 * 20);
          belief = belief.after({ row, value: values[at]! });
        }
      }
      return sums.map((sum, t) => sum / (scale * found[t]!));
    };
    // The scale at which the first type is at its fixed point is that of the others, too.
    let scale = drawn / model.noiseVariance;
    for (let round = 0; round < 6; round++) scale *= surprise(scale)[0]!;
    for (const ratio of surprise(scale)) expect(Math.abs(ratio - 1)).toBeLessThan(2e-3);
  });

  it('is refused where it cannot be known, or the data are others', () => {
    const missing = { ...data, attributes: new Map([['type', relabelled(data, ['type 0', 'type 1', 'type 2'], 2)]]) };
    expect(failure(() => typeNoises(model, missing))).toMatch(
      /^ATTRIBUTE_INVALID: no rating by people of group "type 2" .* -> pass people of every group/,
    );
    const other = { ...data, attributes: new Map([['type', relabelled(data, ['a', 'b', 'c'])]]) };
    expect(failure(() => typeNoises(model, other))).toMatch(/^ATTRIBUTE_INVALID: .* values a, b, c; the model knows/);
    const items = createVocabulary<ItemIndex>(Array.from({ length: 60 }, (_, item) => `x${item}`));
    expect(failure(() => typeNoises(model, { ...data, items }))).toMatch(/^ITEM_UNKNOWN: item 0 .* "x0", .* "i0" -> /);
    const fewer = randomModel({ items: 59, dimension: 3, types: 3, seed: 2 });
    expect(failure(() => typeNoises(fewer, data))).toMatch(/^ITEM_UNKNOWN: item 59 .* "i59", .* "undefined"/);
    const presence = createModel({ ...model, rows: { ...model.rows, channels: ['presence'] } });
    expect(failure(() => typeNoises(presence, data))).toMatch(/^PARAMETER_OUT_OF_RANGE: .* observes presence/);
  });

  it.each([
    [[1, 2], /^PARAMETER_OUT_OF_RANGE: noiseVariances is a list of 2; it must be a list of 3/],
    [[1, 0, 2], /^PARAMETER_OUT_OF_RANGE: noiseVariances\[1\] is 0/],
    [[1, Number.NaN, 2], /^PARAMETER_OUT_OF_RANGE: noiseVariances\[1\] is NaN/],
  ])('must be one positive number for each type: %j', (noiseVariances, expected) => {
    expect(failure(() => typeNoiseClassifier(model, { noiseVariances }))).toMatch(expected);
  });
});

function twice(profiles: ArrayLike<number>, biases: ArrayLike<number>) {
  const pairs = (values: ArrayLike<number>) =>
    Float64Array.from({ length: 2 * values.length }, (_, at) => values[(at >> 2) * 2 + (at % 2)]! * (at & 2 ? 0.7 : 1));
  return { profiles: pairs(profiles), biases: pairs(biases) };
}

/** How a person of a type answers: an answer to each item, when asked. */
function answersOf(
  model: FactorModel,
  type: number,
  noise: number,
  deviation: number,
  stream: ReturnType<typeof derive>,
): (item: number) => number {
  const profile = Array.from({ length: model.dimension }, () => deviation * stream.normal());
  return (item) => {
    const row = rowOf(model, itemIndex(item));
    const mean = profile.reduce((sum, value, k) => sum + value * row.profile[k]!, row.biases[type]!);
    return mean + Math.sqrt(noise) * stream.normal();
  };
}

/** People of all types in turn, each with ratings of 20 items. */
function people(model: FactorModel, noises: readonly number[], count: number, deviation: number): Dataset {
  const stream = derive(3, 'typed-people');
  const triples = {
    users: new Uint32Array(count * 20),
    items: new Uint32Array(count * 20),
    values: new Float32Array(count * 20),
  };
  for (let user = 0; user < count; user++) {
    const type = user % noises.length;
    const draw = answersOf(model, type, noises[type]!, deviation, stream);
    const order = stream.shuffle(Array.from({ length: model.items.size }, (_, item) => item));
    for (let n = 0; n < 20; n++) {
      triples.users[user * 20 + n] = user;
      triples.items[user * 20 + n] = order[n]!;
      triples.values[user * 20 + n] = draw(order[n]!);
    }
  }
  const labels = model.typeLabels;
  return createDataset({
    users: createVocabulary<UserIndex>(Array.from({ length: count }, (_, user) => `u${user}`)),
    items: model.items,
    ratings: createRatingMatrix(count, model.items.size, triples),
    attributes: [
      createAttribute(
        'type',
        Array.from({ length: count }, (_, user) => labels[user % labels.length]),
        [...labels],
      ),
    ],
  });
}

/** The attribute with other labels; of one type nobody, if asked for. */
function relabelled(data: Dataset, labels: readonly string[], without?: number) {
  const { values } = data.attributes.get('type')!;
  return createAttribute(
    'type',
    Array.from(values, (type) => (type === without ? undefined : labels[type])),
    [...labels],
  );
}
