import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel, OPEN_CHANNELS, type OpenChannel } from '../../factorization/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { type Answer, itemIndex } from '../../ratings/index.ts';
import { channelClassifier } from './channelClassifier.ts';
import { observe, startBelief } from './observe.ts';

interface Spec {
  readonly items: number;
  readonly types: number;
  readonly dimension: number;
  readonly seed: number;
  readonly channels: readonly OpenChannel[];
}

/** A model of channels made up at random. */
function channelModel({ channels, ...spec }: Spec): FactorModel {
  const base = randomModel(spec);
  const stream = derive(spec.seed, 'channel-model');
  const rows = spec.items * channels.length;
  const numbers = (length: number, next: () => number) => Float64Array.from({ length }, next);
  return createModel({
    ...base,
    rows: {
      channels,
      scales: numbers(rows, () => 0.5 + 2 * stream.uniform()),
      profiles: numbers(rows * spec.dimension, () => 0.5 * stream.normal()),
      biases: numbers(rows * spec.types, () => 0.3 * stream.normal()),
    },
  });
}

const specs = fc.record({
  items: fc.integer({ min: 1, max: 20 }),
  types: fc.integer({ min: 2, max: 5 }),
  dimension: fc.integer({ min: 1, max: 6 }),
  seed: fc.nat(),
  channels: fc.constantFrom(OPEN_CHANNELS, OPEN_CHANNELS.slice(0, 1), OPEN_CHANNELS.slice(1)),
});
const model = channelModel({ items: 6, types: 3, dimension: 2, seed: 3, channels: OPEN_CHANNELS });

describe('the classifier of channels', () => {
  it('says what the belief says after every item of the catalogue, the unseen ones skipped', () => {
    fc.assert(
      fc.property(specs, fc.double({ min: 0.1, max: 50, noNaN: true }), fc.boolean(), (spec, ridge, uniform) => {
        const model = channelModel(spec);
        const options = { ridge, prior: uniform ? 'uniform' : 'training' } as const;
        const classifier = channelClassifier(model, options);
        const stream = derive(spec.seed, 'answers');
        const answers = Array.from(
          { length: spec.items },
          (): Answer => (stream.uniform() < 0.4 ? 1 + stream.below(5) : 'skip'),
        );
        let belief = startBelief(model, options);
        for (const [item, answer] of answers.entries()) {
          belief = belief.afterAll(observe(model, itemIndex(item), answer));
        }
        const indices = stream.shuffle(answers.flatMap((answer, item) => (answer === 'skip' ? [] : [item])));
        const found = classifier.probabilities({ indices, values: indices.map((item) => answers[item] as number) });
        const expected = belief.posterior();
        for (const [t, share] of found.entries()) expect(Math.abs(share - expected[t]!)).toBeLessThan(1e-9);
      }),
    );
  });

  it('gives finite log weights, however much points one way', () => {
    const large = channelModel({ items: 3000, types: 3, dimension: 2, seed: 5, channels: OPEN_CHANNELS });
    const classifier = channelClassifier(large);
    const everything = Array.from({ length: 3000 }, (_, item) => item);
    fc.assert(
      fc.property(fc.constantFrom(1, 10, 1000), fc.nat({ max: 2 }), (times, every) => {
        const indices = everything.filter((item) => item % (every + 1) === 0);
        const history = { indices, values: indices.map((item) => (item % 2 === 0 ? 5 : 1) * times) };
        const logWeights = classifier.logWeights(history);
        expect(logWeights.every(Number.isFinite)).toBe(true);
        expect(classifier.probabilities(history)).toEqual(softmax(logWeights));
      }),
      { numRuns: 10 },
    );
    expect([...classifier.probabilities({ indices: everything, values: everything.map(() => 5000) })]).toContain(0);
  });

  it('tells somebody who has seen nothing from somebody of whom nothing is known', () => {
    const nothingSeen = channelClassifier(model).probabilities({ indices: [], values: [] });
    expect(nothingSeen.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(nothingSeen).not.toEqual(model.typePriors);
  });

  it('takes the ridge and the prior of the model unless it is told others', () => {
    const history = { indices: [2, 4], values: [1, 5] };
    const { noiseVariance, profileVariance, typePriors } = model;
    const told = channelClassifier(model, { ridge: noiseVariance / profileVariance, prior: typePriors });
    expect(channelClassifier(model).probabilities(history)).toEqual(told.probabilities(history));
    expect(channelClassifier(model, { ridge: 30 }).probabilities(history)).not.toEqual(told.probabilities(history));
    expect(channelClassifier(model).name).toBe('channels');
    expect(channelClassifier(model).types).toBe(3);
  });

  it('refuses models of ratings, and answers it cannot place', () => {
    const rated = randomModel({ items: 3, dimension: 2, types: 2, seed: 4 });
    expect(failure(() => channelClassifier(rated))).toMatch(
      /^STRATEGY_UNSUITABLE: .* this one observes rating -> train a model of channels/,
    );
    const classifier = channelClassifier(model);
    for (const item of [6, -1, 0.5]) {
      expect(failure(() => classifier.probabilities({ indices: [item], values: [3] }))).toMatch(/^ITEM_UNKNOWN/);
    }
    expect(failure(() => classifier.probabilities({ indices: [0], values: [Number.NaN] }))).toMatch(
      /^RATING_NOT_FINITE/,
    );
    expect(failure(() => channelClassifier(model, { ridge: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: ridge/);
  });
});
