import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../../test/support/auc.ts';
import { ratedModel } from '../../../../test/support/ratedModel.ts';
import { modelAbout } from '../../../audit/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import {
  classifierNamed,
  historyAt,
  observe,
  packRows,
  startBelief,
  trainFeatureLogistic,
} from '../../../inference/index.ts';
import { derive, type RandomStream } from '../../../maths/index.ts';
import {
  type Answer,
  type CompressedRows,
  createVocabulary,
  type ItemIndex,
  itemIndex,
} from '../../../ratings/index.ts';
import { answerRows, squaredErrors, targetsOf } from './askList.ts';

const items = (...numbers: number[]) => numbers.map(itemIndex);

/** Three people: the first rated items 0, 2 and 3, the second nothing that is asked, the third 2 only. */
const histories: CompressedRows = {
  starts: Uint32Array.of(0, 3, 4, 5),
  indices: Uint32Array.of(0, 2, 3, 1, 2),
  values: Float32Array.of(5, 2, 4, 3, 1),
};

describe('asking a list', () => {
  it('people answer with what they rated, in the order of the list, and skip the rest', () => {
    const rows = answerRows(items(2, 0), histories, [0, 1, 2]);
    const answers = [0, 1, 2].map((person) => {
      const { indices, values } = historyAt(rows, person);
      return Array.from(indices, (place, n) => [place, values[n]]);
    });
    expect(rows.columns).toBe(2);
    expect(answers).toEqual([
      [
        [0, 2],
        [1, 5],
      ],
      [],
      [[0, 1]],
    ]);
    expect([...answerRows(items(2), histories, [2, 0]).values]).toEqual([1, 2]);
  });

  it('what any list asks about is not predicted', () => {
    const targets = targetsOf(histories, [0, 2], new Set([2, 0]));
    expect(targets).toEqual({ items: [[3], []], ratings: [[4], []] });
  });

  it('factor models judge by the belief that the answers lead to; a skip tells a model of ratings nothing', () => {
    const asked = answerRows(items(2, 0), histories, [0, 1, 2]);
    const oddsBy = (attacker: 'factor' | 'channels', model: FactorModel) => {
      const about = modelAbout(createVocabulary<ItemIndex>(['i2', 'i0']), model);
      const types = Uint8Array.of(0, 1, 0);
      const data = {
        rows: asked,
        types,
        typeCount: 2,
        seed: 1,
        model: about,
        beliefOptions: { prior: 'uniform' },
      } as const;
      const { logWeights } = classifierNamed(attacker).train!(data);
      const odds = [0, 1, 2].map((person) => {
        const [first, second] = logWeights(historyAt(asked, person));
        return second! - first!;
      });
      const belief = startBelief(model, { prior: 'uniform' })
        .afterAll(observe(model, itemIndex(2), 1))
        .afterAll(observe(model, itemIndex(0), 'skip'));
      expect(odds[2]).toBeCloseTo(belief.logWeights[1]! - belief.logWeights[0]!, 10);
      return odds;
    };
    expect(oddsBy('factor', ratedModel({ seed: 8, items: 4, dimension: 2 }))[1]).toBeCloseTo(0, 12);
    const channels = ratedModel({ seed: 9, items: 4, dimension: 2, channels: true });
    expect(Math.abs(oddsBy('channels', channels)[1]!)).toBeGreaterThan(0.01);
  });

  it('predictions do not look at the attribute: the mean over the types, by their shares', () => {
    const model = ratedModel({ seed: 8, items: 4, dimension: 2 });
    const targets = targetsOf(histories, [0, 1, 2], new Set([2, 0]));
    const middle = (item: number) =>
      model.typePriors[0]! * model.rows.biases[2 * item]! + model.typePriors[1]! * model.rows.biases[2 * item + 1]!;
    const nothing = squaredErrors(model, [], answerRows([], histories, [0, 1, 2]), targets, undefined);
    expect(Array.from(nothing)).toEqual([
      expect.closeTo((4 - middle(3)) ** 2, 10),
      expect.closeTo((3 - middle(1)) ** 2, 10),
      0,
    ]);
    // One answer: v2.v3 / (ridge + |v2|^2) of what it was off by.
    const profile = (item: number) => Array.from(model.rows.profiles.subarray(2 * item, 2 * item + 2));
    const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]!;
    const slope = dot(profile(2), profile(3)) / (3 + dot(profile(2), profile(2)));
    const asked = squaredErrors(model, items(2), answerRows(items(2), histories, [0]), targets, 3);
    expect(asked[0]).toBeCloseTo((4 - middle(3) - slope * (2 - middle(2))) ** 2, 8);
  });
});

/** One column per question; a skip is an item that was not rated. */
function rowsOf(answers: readonly (readonly Answer[])[]) {
  const entries = answers.map((own) => own.flatMap((answer, n) => (answer === 'skip' ? [] : [[n, answer] as const])));
  return packRows(
    answers[0]!.length,
    entries.map((own) => ({ indices: own.map(([column]) => column), values: own.map(([, value]) => value) })),
  );
}

describe('attackers fitted to a list', () => {
  /** Answers that follow from the type, and AUCs of people who were not trained on. */
  function planted(answersOf: (type: number, stream: RandomStream) => readonly Answer[], seed = 1) {
    const stream = derive(seed, 'planted-list');
    const group = (size: number) => {
      const types = Uint8Array.from({ length: size }, () => stream.below(2));
      const answers = Array.from(types, (type) => answersOf(type, stream));
      return { types, rows: rowsOf(answers) };
    };
    const [trainers, people] = [group(900), group(600)];
    const aucBy = (attacker: 'logistic' | 'boosted') => {
      const classifier = classifierNamed(attacker).train!({
        rows: trainers.rows,
        types: trainers.types,
        typeCount: 2,
        seed: 1,
        beliefOptions: {},
      });
      const { rows } = people;
      const logits = Array.from(people.types, (_, person) => [
        ...classifier.logWeights(historyAt(rows, person)),
      ]).flat();
      return areaUnderCurve(
        Array.from(people.types, (_, person) => logits[2 * person + 1]! - logits[2 * person]!),
        Array.from(people.types),
      );
    };
    return { logistic: aucBy('logistic'), boosted: aucBy('boosted') };
  }
  const stars = (stream: RandomStream) => 1 + stream.below(5);
  const sometimes = (share: number, stream: RandomStream): Answer =>
    stream.uniform() < share ? stars(stream) : 'skip';

  it('both learn from skips alone, whatever the ratings', () => {
    const found = planted((type, stream) => [sometimes(type === 1 ? 0.9 : 0.1, stream), sometimes(0.5, stream)]);
    // A threshold between 0.1 and 0.9: 0.9.
    for (const value of Object.values(found)) expect(value).toBeGreaterThan(0.86);
  });

  it('both learn from ratings alone, where everybody answers', () => {
    const found = planted((type, stream) => [type === 1 ? 3 + stream.below(3) : 1 + stream.below(3), stars(stream)]);
    for (const value of Object.values(found)) expect(value).toBeGreaterThan(0.86);
  });

  it('only trees learn from answers that tell only together', () => {
    const { logistic, boosted } = planted((type, stream) => {
      const first = stream.below(2);
      const second = type === first ? 0 : 1;
      return [first === 1 ? 5 : 2, second === 1 ? 4 : 1, stars(stream), sometimes(0.5, stream)];
    });
    expect(boosted).toBeGreaterThan(0.95);
    expect(Math.abs(logistic - 0.5)).toBeLessThan(0.08);
  });

  it('find nothing where there is nothing', () => {
    const values = [1, 2, 3].flatMap((seed) =>
      Object.values(planted((_, stream) => Array.from({ length: 6 }, () => sometimes(0.6, stream)), seed)),
    );
    expect(Math.abs(values.reduce((sum, value) => sum + value) / values.length - 0.5)).toBeLessThan(0.035);
  });

  it('the regression chooses its ridge: where there is nothing to learn it hardly moves, where there is it does', () => {
    const stream = derive(3, 'ridge-of-a-list');
    const people = 150;
    const types = Uint8Array.from({ length: people }, () => stream.below(2));
    const spread = (answersOf: (type: number) => Answer) => {
      const answers = Array.from(types, (type) => Array.from({ length: 40 }, () => answersOf(type)));
      const rows = rowsOf(answers);
      const classifier = trainFeatureLogistic(rows, types, 2);
      const odds = Array.from(types, (_, person) => {
        const [first, second] = classifier.logWeights(historyAt(rows, person));
        return second! - first!;
      });
      return Math.sqrt(odds.reduce((sum, own) => sum + own ** 2, 0) / people);
    };
    // Any fixed ridge that learns the second would learn a lot by heart in the first: 40 questions, 150 people.
    expect(spread(() => sometimes(0.5, stream))).toBeLessThan(0.4);
    expect(spread((type) => sometimes(0.5 + 0.3 * (type - 0.5), stream))).toBeGreaterThan(2);
  });
});
