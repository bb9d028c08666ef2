/** The pieces of an evaluation, each against an independent computation. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFrom, randomAnswers, randomModel } from '../../../test/support/models.ts';
import {
  attacksTask,
  aucEstimate,
  auditDefaults,
  foldDependence,
  joinedNumbers,
  noticed,
  rank,
  resampleWeights,
  trainHistoryModel,
  weightedAuc,
} from '../../audit/index.ts';
import { interval } from '../../audit/statistics/bootstrap.ts';
import { encodeModel, parametersFrom } from '../../factorization/index.ts';
import { joinRows, observe, packRows, rowOf, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  itemIndex,
  subsetUsers,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { changeFigures } from './changeFigures.ts';
import { changesOf } from './measures/changes.ts';
import { ndcg } from './measures/ndcg.ts';
import { predictions, recommenderTask } from './recommenderTask.ts';
import { parts } from './sending.ts';
import { utilitiesOf } from './utilityFigures.ts';

const fixture = JSON.parse(readFileSync(new URL('../obfuscation/fixtures/numpy.json', import.meta.url), 'utf8'));
/** Rows for it.each: the place of each entry. */
const places = (list: readonly unknown[]): [number][] => list.map((_, n) => [n]);

describe('ndcg', () => {
  it.each(places(fixture.rankings))('as scikit-learn has it, ranking %i', (n) => {
    const { gains, predictions: predicted, ndcg: expected } = fixture.rankings[n];
    for (const length of [3, 10, 12]) expect(ndcg(predicted, gains, length)).toBeCloseTo(expected[length], 12);
  });

  it('by hand: the best order is 1, and nothing to rank is no number', () => {
    expect(ndcg([3, 2, 1], [4, 2, 0], 10)).toBe(1);
    // 2 before 4: (2 + 4 / log2 3) / (4 + 2 / log2 3).
    expect(ndcg([1, 2, 0], [4, 2, 0], 10)).toBeCloseTo((2 + 4 / Math.log2(3)) / (4 + 2 / Math.log2(3)), 12);
    // Equal predictions stand as they come.
    expect(ndcg([5, 5], [0, 1], 10)).toBeCloseTo(1 / Math.log2(3), 12);
    expect(ndcg([1], [4], 10)).toBeNaN();
    expect(ndcg([1, 2], [0, 0], 10)).toBeNaN();
  });
});

describe('predicted ratings', () => {
  it.each(places(fixture.situations))('as NumPy has them, situation %i', (n) => {
    const { items, ratings, unseen, posterior, predictionRidge, predicted, ...model } = fixture.situations[n];
    const found = predictions(
      modelFrom(model),
      { indices: items, values: ratings },
      unseen,
      posterior,
      predictionRidge,
    );
    for (const [at, value] of predicted.entries()) expect(found[at]).toBeCloseTo(value, 9);
  });

  it('are those of the filter, weighted by the types', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.nat(), (types, seed) => {
        const model = randomModel({ items: 12, dimension: 3, types, seed });
        const answers = randomAnswers(model, 7, seed);
        const taste = answers.reduce(
          (belief, { item, answer }) => belief.afterAll(observe(model, item, answer)),
          startBelief(model, { ridge: 0.7 }),
        );
        const weights = Array.from({ length: types }, (_, t) => (t + 1) / ((types * (types + 1)) / 2));
        const known = {
          indices: answers.map(({ item }) => item),
          values: answers.map(({ answer }) => answer),
        };
        const found = predictions(model, known, [0, 5, 11], weights, 0.7);
        for (const [n, item] of [0, 5, 11].entries()) {
          const { means } = taste.predict(rowOf(model, itemIndex(item)));
          const expected = means.reduce((sum, mean, t) => sum + weights[t]! * mean, 0);
          expect(found[n]).toBeCloseTo(expected, 8);
        }
      }),
    );
  });

  it('a recommender sums squared errors and ranks; the factor-based attacker infers types', async () => {
    const { items, ratings, unseen, predicted, ridge, predictionRidge, logWeights, ...parts } = fixture.situations[0];
    const model = modelFrom({ ...parts, prior: [0.5, 0.5] });
    const heldOut = unseen.map((_: number, n: number) => 1 + (n % 5));
    const unit = {
      model: encodeModel(model),
      spec: { ridge, prior: 'uniform', predictionRidge } as const,
      sent: packRows(14, [{ indices: items, values: ratings }]),
    };
    const { squaredErrors, ndcgs } = await recommenderTask.run({
      ...unit,
      heldOut: packRows(14, [{ indices: unseen, values: heldOut }]),
    });
    const own = Math.log(parts.prior[1] / parts.prior[0]);
    const odds = logWeights[1] - logWeights[0] - own;
    const weights = [1 / (1 + Math.exp(odds)), 1 / (1 + Math.exp(-odds))];
    const expected = predictions(model, { indices: items, values: ratings }, unseen, weights, predictionRidge);
    const squares = heldOut.reduce((sum: number, rating: number, n: number) => sum + (rating - expected[n]!) ** 2, 0);
    expect(squaredErrors[0]).toBeCloseTo(squares, 4);
    const gains = heldOut.map((rating: number) => rating - 1);
    expect(ndcgs[0]).toBeCloseTo(ndcg(expected, gains, 10), 9);
  });
});

describe('figures', () => {
  const { types, scores, auc, accuracy, balancedAccuracy } = fixture.judged;
  const logitsOf = (sign: number) =>
    Float64Array.from(scores.flatMap((score: number) => [-sign * score, sign * score]));
  /** One attacker's figures, as every measurement has them. */
  const attackBy = async (logits: Float64Array, truth: readonly number[] = types, some?: Uint32Array) => {
    const own = Uint8Array.from(truth);
    const labels = ['a', 'b', 'c'].slice(0, Math.max(...truth) + 1);
    const [attack] = await attacksTask.run({
      place: { labels, people: some ?? Uint32Array.from(own.keys()) },
      attacks: [{ attacker: 'factor', real: { logits, types: own }, shuffled: [] }],
      folds: new Uint16Array(truth.length),
      clusters: undefined,
      resamples: 200,
      level: 0.9,
      seed: 1,
    });
    return attack!.real;
  };
  const place = { target: 'type', exposure: 'histories', variant: 'real' } as const;
  const [utility, first] = utilitiesOf(
    {
      types: Uint8Array.from(types),
      labels: ['a', 'b'],
      folds: new Uint16Array(types.length),
      clusters: undefined,
      resamples: 200,
      level: 0.9,
      seed: 1,
      attribute: 'type',
    },
    Float64Array.from(types, () => 2),
  )(place, {
    'oblivious.squaredErrors': Float64Array.from(types, (_, n) => (n % 3) + 1),
    'oblivious.ndcgs': Float64Array.from(types, (_, n) => (n === 0 ? Number.NaN : n / 100)),
  });

  it('are those of scikit-learn, inside their intervals', async () => {
    const found = await attackBy(logitsOf(1));
    const balanced = found.balancedAccuracy;
    expect(found.auc.value).toBeCloseTo(auc, 12);
    expect(found.accuracy.value).toBeCloseTo(accuracy, 12);
    expect(balanced.value).toBeCloseTo(balancedAccuracy, 12);
    // Sixty people with errors 1, 2 and 3 over two ratings each; fifty-nine ranked.
    expect(utility!.rmse!.value).toBeCloseTo(1, 12);
    expect(utility!.ndcg!.value).toBeCloseTo(0.3, 12);
    const estimates = [found.auc, found.accuracy, balanced, utility!.rmse!, utility!.ndcg!];
    for (const { value, low, high } of estimates) expect(low < value && value < high).toBe(true);
  });

  it('a reversed ranking is turned round, with the same interval mirrored', async () => {
    const straight = await attackBy(logitsOf(1));
    const reversed = await attackBy(logitsOf(-1));
    expect(reversed.auc.value).toBeCloseTo(1 - auc, 12);
    const turned = noticed({ auc: reversed.auc });
    expect(turned.auc.value).toBeCloseTo(auc, 12);
    expect(turned.auc.low).toBeCloseTo(straight.auc.low, 12);
    expect(noticed({ auc: straight.auc }).auc).toBe(straight.auc);
  });

  it('three types: the mean over one against the rest, and each by itself', async () => {
    const truth = Array.from({ length: 30 }, (_, n) => n % 3);
    // The first type is always ranked last, the second first, the third at random or by chance of its index.
    const logits = Float64Array.from({ length: 90 }, (_, at) => {
      const [person, type] = [Math.floor(at / 3), at % 3];
      const own = truth[person] === type;
      return type === 0 ? (own ? -1 : 1) : type === 1 ? (own ? 1 : -1) : 0;
    });
    const found = await attackBy(logits, truth);
    const balanced = found.balancedAccuracy;
    expect(found.auc.value).toBeCloseTo((0 + 1 + 0.5) / 3, 12);
    expect(found.groups.map((group) => group.auc.value)).toEqual([0, 1, 0.5]);
    // Everybody is taken for the type of the largest logit: the second for the second, the others for the first.
    expect(balanced.value).toBeCloseTo(found.accuracy.value, 12);
  });

  it('the interval of an attack is wider than resampled people alone make it, that of the recommender is not', async () => {
    const found = await attackBy(logitsOf(1));
    const resampled = Array.from({ length: 200 }, (_, b) => resampleWeights(types.length, 1, b));
    const errors = resampled.map((weights) => {
      const sum = (value: (n: number) => number) => weights.reduce((total, weight, n) => total + weight * value(n), 0);
      return Math.sqrt(sum((n) => (n % 3) + 1) / sum(() => 2));
    });
    const { value, low, high } = interval(1, errors, 0.9);
    expect([value, low, high].map((end) => end.toFixed(9))).toEqual(
      [utility!.rmse!.value, utility!.rmse!.low, utility!.rmse!.high].map((end) => end.toFixed(9)),
    );
    const ranking = rank(
      Uint32Array.from(types.keys()),
      (person) => scores[person],
      (person) => types[person] === 1,
    );
    const widened = resampled.map(
      (weights) => auc + foldDependence(auc) * (Math.min(1, weightedAuc(ranking, weights)) - auc),
    );
    const expected = aucEstimate(auc, widened, 0.9);
    expect(found.auc.low).toBeCloseTo(expected.low, 9);
    expect(found.auc.high).toBeCloseTo(expected.high, 9);
  });

  it('the AUC of certainty has an interval, though no resample differs', async () => {
    const logits = Float64Array.from(types.flatMap((type: number) => (type === 1 ? [-1, 1] : [1, -1])));
    const certain = await attackBy(logits);
    const { value, low, high } = certain.auc;
    expect([value, high]).toEqual([1, 1]);
    expect(low).toBeGreaterThan(0.8);
    expect(low).toBeLessThan(0.99);
    // Nobody reads that all of so few people are always told.
    for (const share of [certain.accuracy, certain.balancedAccuracy]) {
      expect([share.value, share.high]).toEqual([1, 1]);
      expect(share.low).toBeLessThan(0.97);
    }
  });

  it('are about those they are asked about, and no others', async () => {
    const half = Uint32Array.from(types.keys()).filter((person) => person % 2 === 0);
    const found = await attackBy(logitsOf(1), types, half);
    const ranking = rank(
      half,
      (person) => scores[person],
      (person) => types[person] === 1,
    );
    expect(found.auc.value).toBeCloseTo(weightedAuc(ranking, new Uint8Array(types.length).fill(1)), 12);
    const squares = [...types.keys()].filter((person) => types[person] === 0).map((person) => (person % 3) + 1);
    const mean = squares.reduce((sum, square) => sum + square, 0) / (2 * squares.length);
    expect(first!.group).toBe('a');
    expect(first!.rmse!.value).toBeCloseTo(Math.sqrt(mean), 12);
  });
});

describe('what was changed', () => {
  it('of one person', () => {
    const own = { indices: [1, 3, 5, 9], values: [2, 3, 4, 5] };
    const sent = { indices: [1, 3, 4, 9], values: [2, 1, 3, 4] };
    expect(changesOf(own, sent, 1)).toEqual({ changed: 2, steps: 3, added: 1, withheld: 1 });
    expect(changesOf(own, own, 0.5)).toEqual({ changed: 0, steps: 0, added: 0, withheld: 0 });
    const single = { indices: [1], values: [Math.fround(0.3)] };
    expect(changesOf(single, { indices: [1], values: [0.5] }, 0.1)).toEqual({
      changed: 1,
      steps: 2,
      added: 0,
      withheld: 0,
    });
  });

  it('of all', () => {
    const changes = Float64Array.of(2, 3, 1, 0, 0, 0, 0, 4, 10, 13, 0, 0);
    expect(changeFigures(changes, Float64Array.of(10, 20, 60))).toEqual({
      ratings: 30,
      medianRatings: 20,
      changed: 4,
      medianChanged: 2,
      stepsPerChange: 16 / 12,
      added: 1 / 3,
      withheld: 4 / 3,
    });
    expect(changeFigures(new Float64Array(8), Float64Array.of(10, 20)).stepsPerChange).toBe(0);
    expect(changeFigures(new Float64Array(8), Float64Array.of(10, 20)).medianRatings).toBe(15);
  });
});

describe('parts and what is joined from them', () => {
  it('cover everybody once, in order', () => {
    expect(parts(0)).toEqual([]);
    for (const count of [1, 256, 257, 1000]) {
      expect(parts(count).flatMap((part) => [...part])).toEqual(Array.from({ length: count }, (_, n) => n));
    }
  });

  it('rows and numbers come back as they were', () => {
    const histories = [
      { indices: [0, 2], values: [1, 2] },
      { indices: [], values: [] },
      { indices: [1], values: [5] },
    ];
    const whole = packRows(3, histories);
    const cut = [packRows(3, histories.slice(0, 1)), packRows(3, histories.slice(1))];
    expect(joinRows(cut)).toEqual(whole);
    expect([...joinedNumbers([Float64Array.of(1, 2), Float64Array.of(), Float64Array.of(3)])]).toEqual([1, 2, 3]);
  });
});

describe('training where items have lost all ratings', () => {
  const stream = derive(2, 'few');
  const users = Array.from({ length: 40 }, (_, user) => user);
  // Only the last user rated the last item.
  const triples = users.flatMap((user) =>
    Array.from({ length: 6 }, (_, item) => item)
      .filter((item) => item < 5 || user === 39)
      .map((item) => ({ user, item, value: 1 + stream.below(5) })),
  );
  const dataset = createDataset({
    users: createVocabulary(users.map(String)),
    items: createVocabulary(['a', 'b', 'c', 'd', 'e', 'f']),
    ratings: createRatingMatrix(40, 6, {
      users: triples.map(({ user }) => user),
      items: triples.map(({ item }) => item),
      values: triples.map(({ value }) => value),
    }),
    attributes: [
      createAttribute(
        'type',
        users.map((user) => (user % 2 === 0 ? 'x' : 'y')),
      ),
    ],
  });
  const tools = { kernels: loadKernels() };
  const settings = { ...auditDefaults, training: parametersFrom('als', { dimension: 2, iterations: 3 }) };

  it('items without ratings tell nothing, the others are as trained without them', async () => {
    const rest = subsetUsers(dataset, users.slice(0, 39));
    const model = await trainHistoryModel('ratings', rest, 'type', settings, tools);
    expect(model.items).toBe(dataset.items);
    const values = rest.ratings.byUser.values;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect([...model.rows.profiles.subarray(10)]).toEqual([0, 0]);
    for (const bias of model.rows.biases.subarray(10)) expect(bias).toBeCloseTo(mean, 5);
    expect(model.itemStatistics.means[5]).toBeCloseTo(mean, 5);
    expect([...model.itemStatistics.countsByType.subarray(10)]).toEqual([0, 0]);
    const start = startBelief(model);
    const after = start.afterAll(observe(model, itemIndex(5), 5)).posterior();
    expect(after[0]).toBeCloseTo(start.posterior()[0]!, 12);
    // Somebody who rated something known is judged as ever.
    expect(model.rows.biases.subarray(0, 10).some((bias) => Math.abs(bias - mean) > 0.05)).toBe(true);
  });

  it('is plain training where every item has ratings', async () => {
    const model = await trainHistoryModel('ratings', dataset, 'type', settings, tools);
    expect(model.itemStatistics.countsByType[11]).toBe(1);
  });
});
