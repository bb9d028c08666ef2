/** Planted interviews: what each answer was worth is known. */

import { describe, expect, it } from 'vitest';
import { logitsFromWeights } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  numberedVocabulary,
  scaleOf,
} from '../../ratings/index.ts';
import { EARLY, emptyOutcomes } from '../interviews/outcomes.ts';
import { leakyItems } from './leakyItems.ts';

const people = 4;
const items = 4;
const shape = { types: 2, maxQuestions: 12, ratingErrorEvery: 10 };
const everything = Array.from({ length: people * items }, (_, n) => n);
const dataset = createDataset({
  users: numberedVocabulary(people, 'u'),
  items: numberedVocabulary(items, 'i'),
  ratings: createRatingMatrix(people, items, {
    users: Uint32Array.from(everything, (n) => Math.floor(n / items)),
    items: Uint32Array.from(everything, (n) => n % items),
    values: Float32Array.from(everything, (n) => 1 + (n % 5)),
  }),
  scale: scaleOf(Float32Array.of(1, 2, 3, 4, 5)),
  attributes: [attributeFromCodes('type', ['a', 'b'], Int16Array.of(0, 1, 0, 1))],
});
const types = Uint8Array.of(0, 1, 0, 1);
/** The item with the largest gap is the last, which nobody is asked. */
const biases = [Float32Array.of(0, 0.1, 0, 0.2, 0, 0.4, 0, 2)];

/** Item, whether it was skipped, and bits towards the truth, question by question. */
type Step = readonly [item: number, skipped: boolean, bits: number];
const outcomesOf = (interviews: readonly (readonly Step[])[]) => {
  const outcomes = emptyOutcomes(people, shape);
  for (const [person, steps] of interviews.entries()) {
    let logit = 0.3;
    const note = (question: number) => {
      const odds = types[person] === 0 ? [logit, 0] : [0, logit];
      outcomes.logits.set(logitsFromWeights(odds), (person * (shape.maxQuestions + 1) + question) * 2);
    };
    note(0);
    for (const [question, [item, skipped, bits]] of steps.entries()) {
      logit += bits * Math.LN2;
      note(question + 1);
      outcomes.early[person * EARLY + question] = item + 1;
      if (skipped) outcomes.skips[person] = outcomes.skips[person]! | (1 << question);
    }
  }
  return outcomes;
};
const asked = outcomesOf([
  [
    [0, false, 1],
    [1, true, 0.25],
  ],
  [
    [0, false, 2],
    [1, false, -0.5],
  ],
  [
    [1, true, 0.75],
    [0, true, 0.5],
  ],
  [[2, false, Number.POSITIVE_INFINITY]],
]);
const spec = { maxQuestions: shape.maxQuestions, level: 0.95 };
const found = (protocol: 'rated' | 'open') => leakyItems(dataset, biases, types, 2, asked, { ...spec, protocol }).worst;

describe('items in the open protocol', () => {
  const worst = found('open');

  it('are those that were asked, ranked by what they told, not by their gap', () => {
    expect(worst.map(({ id }) => id)).toEqual(['i2', 'i0', 'i1']);
    expect(worst.map(({ askedEarly }) => askedEarly)).toEqual([0.25, 0.75, 0.75]);
    expect(worst[1]!.worth.contribution).toBeCloseTo(3.5 / 4, 5);
    expect(worst[2]!.worth.contribution).toBeCloseTo(0.5 / 4, 5);
  });

  it('tell what a rating and what a skip was worth, apart and in the direction of the truth', () => {
    const { rated, skipped } = worst[1]!.worth!;
    expect(rated.answers).toBe(2);
    expect(rated.bits!.value).toBeCloseTo(1.5, 5);
    // 1.96 times the standard error of 1 and 2.
    expect(rated.bits!.high - rated.bits!.value).toBeCloseTo(1.96 * 0.5, 2);
    expect(rated.bits!.value - rated.bits!.low).toBeCloseTo(1.96 * 0.5, 2);
    expect(skipped).toEqual({ answers: 1 });
    expect(worst[2]!.worth.skipped.bits!.value).toBeCloseTo(0.5, 5);
  });

  it('certainty is a large number of bits, not none', () => {
    expect(worst[0]!.worth.contribution).toBeGreaterThan(10);
    expect(JSON.stringify(worst)).not.toContain('null');
  });
});

describe('items in the rated protocol', () => {
  it('are in the same order; those never asked follow by their gap', () => {
    expect(found('rated').map(({ id }) => id)).toEqual(['i2', 'i0', 'i1', 'i3']);
    const nobody = leakyItems(dataset, biases, types, 2, outcomesOf([]), { ...spec, protocol: 'rated' });
    expect(nobody.worst.map(({ id }) => id)).toEqual(['i3', 'i2', 'i1', 'i0']);
    expect(nobody.gaps.at(-1)).toBe(1);
  });
});

it('a gap is half the distance between the largest and the smallest bias, averaged over the folds first', () => {
  const folds = [Float32Array.of(-1, 1, 0.5, 1, -2, -1.5, 0, 0), Float32Array.of(-1, 1, 0.5, 1, -2, -1.5, 0, 1)];
  const { gaps } = leakyItems(dataset, folds, types, 2, asked, { ...spec, protocol: 'rated' });
  expect(gaps).toEqual([0.25, 0.25, 0.25, 1]);
});
