import { describe, expect, it } from 'vitest';
import { ratedModel } from '../../../test/support/ratedModel.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { type CompressedRows, itemIndex } from '../../ratings/index.ts';
import { answersTo, factorLogits, fittedLogits, squaredErrors, targetsOf } from './askList.ts';

const items = (...numbers: number[]) => numbers.map(itemIndex);

/** Three people: the first rated items 0, 2 and 3, the second nothing that is asked, the third 2 only. */
const histories: CompressedRows = {
  starts: Uint32Array.of(0, 3, 4, 5),
  indices: Uint32Array.of(0, 2, 3, 1, 2),
  values: Float32Array.of(5, 2, 4, 3, 1),
};

describe('asking a list', () => {
  it('people answer with what they rated, in the order of the list, and skip the rest', () => {
    const { answers } = answersTo(items(2, 0), histories, [0, 1, 2]);
    expect(answers).toEqual([
      [2, 5],
      ['skip', 'skip'],
      [1, 'skip'],
    ]);
    expect(answersTo(items(2), histories, [2, 0]).answers).toEqual([[1], [2]]);
  });

  it('what any list asks about is not predicted', () => {
    const targets = targetsOf(histories, [0, 2], new Set([2, 0]));
    expect(targets).toEqual({ items: [[3], []], ratings: [[4], []] });
  });

  it('factor models judge by the belief that the answers lead to; a skip tells a model of ratings nothing', () => {
    const ratings = ratedModel({ seed: 8, items: 4, dimension: 2 });
    const channels = ratedModel({ seed: 9, items: 4, dimension: 2, channels: true });
    const asked = answersTo(items(2, 0), histories, [0, 1, 2]);
    for (const model of [ratings, channels]) {
      const belief = startBelief(model, { prior: 'uniform' })
        .afterAll(observe(model, itemIndex(2), 1))
        .afterAll(observe(model, itemIndex(0), 'skip'));
      const [first, second] = belief.logWeights;
      const logits = factorLogits(model, asked, { prior: 'uniform' });
      expect(logits[5]).toBeCloseTo(second! - first!, 10);
      expect(logits[4]).toBeCloseTo(first! - second!, 10);
    }
    expect(factorLogits(ratings, asked, { prior: 'uniform' })[3]).toBeCloseTo(0, 12);
    expect(Math.abs(factorLogits(channels, asked, { prior: 'uniform' })[3]!)).toBeGreaterThan(0.01);
  });

  it('predictions do not look at the attribute: the mean over the types, by their shares', () => {
    const model = ratedModel({ seed: 8, items: 4, dimension: 2 });
    const targets = targetsOf(histories, [0, 1, 2], new Set([2, 0]));
    const middle = (item: number) =>
      model.typePriors[0]! * model.rows.biases[2 * item]! + model.typePriors[1]! * model.rows.biases[2 * item + 1]!;
    const nothing = squaredErrors(model, answersTo([], histories, [0, 1, 2]), targets, undefined);
    expect(Array.from(nothing)).toEqual([
      expect.closeTo((4 - middle(3)) ** 2, 10),
      expect.closeTo((3 - middle(1)) ** 2, 10),
      0,
    ]);
    // One answer: v2.v3 / (ridge + |v2|^2) of what it was off by.
    const profile = (item: number) => Array.from(model.rows.profiles.subarray(2 * item, 2 * item + 2));
    const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]!;
    const slope = dot(profile(2), profile(3)) / (3 + dot(profile(2), profile(2)));
    const asked = squaredErrors(model, answersTo(items(2), histories, [0]), targets, 3);
    expect(asked[0]).toBeCloseTo((4 - middle(3) - slope * (2 - middle(2))) ** 2, 8);
  });

  it('the fitted attacker learns from what was seen and from how it was rated', () => {
    const people = 200;
    const both = (answer: (person: number) => number | 'skip') => ({
      items: items(0),
      answers: Array.from({ length: people }, (_, person) => [answer(person)]),
    });
    const types = Uint8Array.from({ length: people }, (_, person) => person % 2);
    const bySeeing = both((person) => (person % 2 === 1 ? 3 : 'skip'));
    const byRating = both((person) => (person % 2 === 1 ? 4 : 2));
    for (const answers of [bySeeing, byRating]) {
      const logits = fittedLogits(answers, types, 2, answers, [3], 1);
      expect(logits[3]).toBeGreaterThan(1);
      expect(logits[1]).toBeLessThan(-1);
    }
  });
});
