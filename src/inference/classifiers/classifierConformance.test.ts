/** What every classifier must do. A new classifier is one file and one more line at the end of this one. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive, logOddsAgainstRest, softmax } from '../../maths/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { withProbabilities } from './common/classifier.ts';
import {
  affineClassifier,
  boostedClassifier,
  type ClassifierState,
  historyAt,
  type IncrementalClassifier,
  linearClassifier,
  packRows,
  type SparseRows,
  type SparseVector,
  selectRows,
  svmClassifier,
  type TypeClassifier,
  trainBoosted,
  trainFeatureLogistic,
  trainLogistic,
  trainMultinomial,
  trainSvm,
} from './index.ts';

/** Makes any classifier incremental, by classifying the whole history anew for each candidate. */
function incremental(classifier: TypeClassifier): IncrementalClassifier {
  const state = (indices: readonly number[], values: readonly number[]): ClassifierState =>
    withProbabilities({
      logWeights: () => classifier.logWeights({ indices, values }),
      logWeightsWith: (item: number, rating: number) =>
        classifier.logWeights({ indices: [...indices, item], values: [...values, rating] }),
      after: (item: number, answer: Answer) => {
        if (answer === 'skip') return state(indices, values);
        // Classified at once, so that an impossible answer is refused here and not by a later question.
        classifier.logWeights({ indices: [item], values: [answer] });
        return state([...indices, item], [...values, answer]);
      },
    });
  return withProbabilities({
    name: classifier.name,
    types: classifier.types,
    logWeights: (history: SparseVector) => classifier.logWeights(history),
    begin: () => state([], []),
  });
}

type Train = (rows: SparseRows, labels: ArrayLike<number>, types: number) => TypeClassifier;

const COLUMNS = 31;
/** Nobody rates it in training. */
const UNSEEN = COLUMNS - 1;
const TRAINING = 240;
const TESTING = 160;

/** Users rate items of their own type more often. */
function planted(types: number, seed: number): { rows: SparseRows; labels: Uint8Array } {
  const stream = derive(seed, 'planted');
  const labels = Uint8Array.from({ length: TRAINING + TESTING }, () => stream.below(types));
  const histories = Array.from(labels, (type): SparseVector => {
    const indices: number[] = [];
    for (let item = 0; item < UNSEEN; item++) {
      if (stream.uniform() < (item % types === type ? 0.5 : 0.25)) indices.push(item);
    }
    return { indices, values: indices.map(() => 1 + stream.below(5)) };
  });
  return { rows: packRows(COLUMNS, histories), labels };
}

const trainingRows = Array.from({ length: TRAINING }, (_, row) => row);

function trained(train: Train, types: number): TypeClassifier {
  const { rows, labels } = planted(types, 1);
  return train(selectRows(rows, trainingRows), labels.subarray(0, TRAINING), types);
}

/** Mean over the types of the probability that a user of the type scores above a user of another. */
function heldOutAuc(classifier: TypeClassifier, rows: SparseRows, labels: Uint8Array): number {
  const testing = Array.from({ length: TESTING }, (_, i) => TRAINING + i);
  const scores = new Map(
    testing.map((row) => {
      const logWeights = classifier.logWeights(historyAt(rows, row));
      return [row, Array.from(logWeights, (_, type) => logOddsAgainstRest(logWeights, type))];
    }),
  );
  let total = 0;
  for (let type = 0; type < classifier.types; type++) {
    const inside = testing.filter((row) => labels[row] === type);
    const outside = testing.filter((row) => labels[row] !== type);
    let above = 0;
    for (const a of inside) {
      for (const b of outside) above += (1 + Math.sign(scores.get(a)![type]! - scores.get(b)![type]!)) / 2;
    }
    total += above / (inside.length * outside.length);
  }
  return total / classifier.types;
}

const answers = fc.uniqueArray(
  fc.record({ item: fc.nat({ max: COLUMNS - 1 }), rating: fc.constantFrom(0.5, 1, 2, 3, 4, 5) }),
  { selector: (answer) => answer.item, maxLength: COLUMNS },
);

function historyOf(given: readonly { item: number; rating: number }[]): SparseVector {
  return { indices: given.map(({ item }) => item), values: given.map(({ rating }) => rating) };
}

function expectEqual(actual: Float64Array, expected: Float64Array, within = 1e-9): void {
  expect(actual.length).toBe(expected.length);
  for (const [type, value] of actual.entries()) expect(Math.abs(value - expected[type]!)).toBeLessThanOrEqual(within);
}

function expectProbabilities(values: Float64Array, types: number): void {
  expect(values.length).toBe(types);
  for (const value of values) expect(value >= 0 && value <= 1).toBe(true);
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
}

interface Peculiarities {
  /** What the tests are listed under, if not the name. */
  readonly title?: string;
  /** To most a rating of 0 is no rating; to others it is a rating like any other. */
  readonly zeroIsRating?: boolean;
}

function classifierConformance(name: string, train: Train, { title = name, zeroIsRating }: Peculiarities = {}): void {
  describe.each([2, 3])(`${title}, %i types`, (types) => {
    const classifier = trained(train, types);
    const advancing: IncrementalClassifier =
      'begin' in classifier ? (classifier as IncrementalClassifier) : incremental(classifier);

    it('says what it is', () => {
      expect(classifier.name).toBe(name);
      expect(classifier.types).toBe(types);
    });

    it('gives probabilities for any history', () => {
      fc.assert(
        fc.property(answers, (given) => expectProbabilities(classifier.probabilities(historyOf(given)), types)),
      );
    });

    it('gives finite log weights, however much points one way; the probabilities are their softmax', () => {
      fc.assert(
        fc.property(answers, fc.constantFrom(1, 10, 1e3, 1e6), (given, times) => {
          // Ratings far off the scale stand in for thousands of ratings that agree.
          const history = historyOf(given.map(({ item, rating }) => ({ item, rating: rating * times })));
          const logWeights = classifier.logWeights(history);
          expect(logWeights.length).toBe(types);
          expect(logWeights.every(Number.isFinite)).toBe(true);
          expect(classifier.probabilities(history)).toEqual(softmax(logWeights));
          let state = advancing.begin();
          for (const [n, item] of Array.from(history.indices).entries()) state = state.after(item, history.values[n]!);
          expect(state.logWeights().every(Number.isFinite)).toBe(true);
          expect(state.probabilities()).toEqual(softmax(state.logWeights()));
        }),
      );
    });

    it('gives probabilities for an empty history, with or without states', () => {
      const empty = classifier.probabilities({ indices: [], values: [] });
      expectProbabilities(empty, types);
      expectEqual(advancing.begin().probabilities(), empty);
    });

    it('bears an item that nobody rated in training', () => {
      expectProbabilities(classifier.probabilities({ indices: [0, 3, UNSEEN], values: [5, 2, 4] }), types);
    });

    it.skipIf(zeroIsRating)('takes a rating of 0 for no rating', () => {
      expectEqual(
        classifier.probabilities({ indices: [0, 3, 7], values: [5, 2, 0] }),
        classifier.probabilities({ indices: [0, 3], values: [5, 2] }),
        1e-12,
      );
    });

    it('arrives at the same probabilities whatever the order of the answers', () => {
      fc.assert(
        fc.property(answers, fc.nat(), (given, seed) => {
          const expected = classifier.probabilities(historyOf(given));
          const order = derive(seed, 'order').shuffle(given.map((_, i) => i));
          let state = advancing.begin();
          for (const i of order) state = state.after(given[i]!.item, given[i]!.rating);
          expectEqual(state.probabilities(), expected);
        }),
      );
    });

    it('foresees an answer exactly and leaves the state alone', () => {
      fc.assert(
        fc.property(answers, (given) => {
          const [candidate, ...rest] = given;
          if (candidate === undefined) return;
          let state = advancing.begin();
          for (const { item, rating } of rest) state = state.after(item, rating);
          const before = state.logWeights().slice();
          const foreseen = state.logWeightsWith(candidate.item, candidate.rating);
          expect(state.after(candidate.item, candidate.rating).logWeights()).toEqual(foreseen);
          expect(state.logWeights()).toEqual(before);
        }),
      );
    });

    it('agrees with the adapter that classifies anew', () => {
      fc.assert(
        fc.property(answers, (given) => {
          let own = advancing.begin();
          let anew = incremental(classifier).begin();
          for (const { item, rating } of given) {
            expectEqual(own.logWeightsWith(item, rating), anew.logWeightsWith(item, rating));
            own = own.after(item, rating);
            anew = anew.after(item, rating);
          }
          expectEqual(own.probabilities(), incremental(classifier).probabilities(historyOf(given)));
        }),
        { numRuns: 30 },
      );
    });

    it('finds a planted leak', () => {
      const { rows, labels } = planted(types, 1);
      expect(heldOutAuc(classifier, rows, labels)).toBeGreaterThan(0.85);
    });

    it('finds nothing in shuffled labels', () => {
      const { rows, labels } = planted(types, 2);
      derive(5, 'shuffled labels').shuffle(labels);
      const blind = train(selectRows(rows, trainingRows), labels.subarray(0, TRAINING), types);
      const auc = heldOutAuc(blind, rows, labels);
      expect(auc).toBeGreaterThan(0.4);
      expect(auc).toBeLessThan(0.6);
    });

    it('is the same when trained again', () => {
      const history = { indices: [1, 2, 8], values: [1, 3, 5] };
      expect(trained(train, types).probabilities(history)).toEqual(classifier.probabilities(history));
    });

    it('gives a type that did not occur probability 0, and the others what they have without it', () => {
      const { rows, labels } = planted(types, 1);
      const training = selectRows(rows, trainingRows);
      // Type 1 becomes a gap: 0, (1), 2, ...
      const gapped = labels.subarray(0, TRAINING).map((type) => (type === 0 ? 0 : type + 1));
      const history = { indices: [1, 2, 8], values: [1, 3, 5] };
      const wider = train(training, gapped, types + 1);
      const [first, absent, ...others] = wider.probabilities(history);
      expect(absent).toBe(0);
      const logWeights = wider.logWeights(history);
      expect(Array.from(logWeights, (_, type) => Number.isFinite(logOddsAgainstRest(logWeights, type)))).toEqual(
        Array.from(logWeights, (_, type) => type !== 1),
      );
      expect(logWeights[1]).toBe(Number.NEGATIVE_INFINITY);
      expectEqual(Float64Array.of(first!, ...others), classifier.probabilities(history), 1e-12);
    });

    it('refuses answers it cannot place', () => {
      const state = advancing.begin();
      for (const item of [COLUMNS, -1, 0.5]) {
        const unknown = expect.objectContaining({ code: 'ITEM_UNKNOWN' });
        expect(() => classifier.probabilities({ indices: [item], values: [3] })).toThrow(unknown);
        expect(() => state.logWeightsWith(item, 3)).toThrow(unknown);
        expect(() => state.after(item, 3)).toThrow(unknown);
      }
      const notFinite = expect.objectContaining({ code: 'RATING_NOT_FINITE' });
      expect(() => classifier.probabilities({ indices: [0], values: [Number.NaN] })).toThrow(notFinite);
      expect(() => state.after(0, Number.POSITIVE_INFINITY)).toThrow(notFinite);
    });
  });

  describe(`${title}, unusable training`, () => {
    const rows = packRows(3, [
      { indices: [0, 1], values: [3, 4] },
      { indices: [2], values: [5] },
    ]);
    const oneRating = (value: number) => packRows(3, [...[0, 1].map(() => ({ indices: [0], values: [value] }))]);

    it.each([
      ['one label too few', 'ATTRIBUTE_INVALID', rows, [0], 2],
      ['a label above the types', 'ATTRIBUTE_INVALID', rows, [0, 2], 2],
      ['a label that is not whole', 'ATTRIBUTE_INVALID', rows, [0, 0.5], 2],
      ['rows of one type only', 'ATTRIBUTE_SINGLE_VALUED', rows, [1, 1], 2],
      ['no rows at all', 'ATTRIBUTE_SINGLE_VALUED', packRows(3, []), [], 2],
      ['one declared type', 'PARAMETER_OUT_OF_RANGE', rows, [0, 0], 1],
      ['more types than a byte can hold', 'PARAMETER_OUT_OF_RANGE', rows, [0, 1], 257],
      ['a rating that is not a number', 'RATING_NOT_FINITE', oneRating(Number.NaN), [0, 1], 2],
    ])('refuses %s', (_, code, unusable, labels, types) => {
      expect(() => train(unusable, labels, types)).toThrow(expect.objectContaining({ code }));
    });
  });
}

classifierConformance('logistic', (rows, labels, types) => {
  // Through a copy of the model: it must be plain data.
  return linearClassifier(structuredClone(trainLogistic(rows, labels, types, { ridge: 10, tolerance: 1e-10 }).model));
});
classifierConformance('multinomial', (rows, labels, types) => {
  return linearClassifier(structuredClone(trainMultinomial(rows, labels, types).model));
});
classifierConformance('svm', (rows, labels, types) => {
  return svmClassifier(structuredClone(trainSvm(rows, labels, types).model));
});
classifierConformance(
  'logistic',
  (rows, labels, types) => affineClassifier(structuredClone(trainFeatureLogistic(rows, labels, types).model)),
  { title: 'logistic on features', zeroIsRating: true },
);
classifierConformance(
  'boosted',
  (rows, labels, types) => boostedClassifier(structuredClone(trainBoosted(rows, labels, types).model)),
  { zeroIsRating: true },
);
