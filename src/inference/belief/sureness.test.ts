import { expect, it } from 'vitest';
import { randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { fitCalibration, statedLogWeights } from './calibration.ts';
import { observe, startBelief } from './observe.ts';
import { surerThan } from './sureness.ts';

const PEOPLE = 400;
const held = { strategy: 'separation', protocol: 'open' } as const;
const plain = randomModel({ items: 6, dimension: 2, types: 2, seed: 1 });

const beliefAfter = (model: FactorModel, answers: readonly number[], prior?: 'uniform') =>
  answers.reduce(
    (belief, answer, item) => belief.afterAll(observe(model, itemIndex(item), answer)),
    startBelief(model, prior && { prior }),
  );

/** Calibrated after two and after four answers, on people who answered at random. */
function calibratedModel() {
  const stream = derive(1, 'sureness');
  const answers = Array.from({ length: PEOPLE }, () => Array.from({ length: 6 }, () => 1 + stream.below(5)));
  const types = answers.map(() => stream.below(2));
  const samples = [2, 4].map((questions) => ({
    questions,
    logWeights: answers.flatMap((own) => Array.from(beliefAfter(plain, own.slice(0, questions)).logWeights)),
    types,
  }));
  const fittedFor = { ...held, ridge: 'model', people: PEOPLE } as const;
  return {
    answers,
    model: createModel({ ...plain, calibration: { ...fitCalibration(samples, plain.typePriors), fittedFor } }),
  };
}

const { answers, model } = calibratedModel();
const sureOf = (own: readonly number[]) => Math.max(...softmax(statedLogWeights(model, beliefAfter(model, own))));

it('is the share of the people of whom the attacker was less sure, in twentieths, and never more than that', () => {
  for (const questions of [2, 4]) {
    const all = answers.map((own) => sureOf(own.slice(0, questions)));
    const shares = answers.map((own) => surerThan(model, beliefAfter(model, own.slice(0, questions)), held)!);
    for (const [person, share] of shares.entries()) {
      const less = all.filter((other) => other < all[person]!).length / PEOPLE;
      expect(share).toBeLessThanOrEqual(less);
      expect(Math.round(20 * share)).toBeCloseTo(20 * share, 9);
      // After two answers many people are alike.
      if (questions === 4) expect(less - share).toBeLessThan(0.075);
    }
    expect(Math.min(...shares)).toBe(0);
  }
});

it('goes between two numbers of answers by both', () => {
  const own = [5, 1, 5];
  const { points } = model.calibration!;
  const between = points[0]!.sureness!.map((value, step) => (value + points[1]!.sureness![step]!) / 2);
  const less = between.filter((value) => value < sureOf(own) - 0.0005).length;
  expect(surerThan(model, beliefAfter(model, own), held)).toBe(less / 20);
});

it.each([
  ['nothing was heard', model, [], held, undefined],
  ['less was heard than was tried', model, [5], held, undefined],
  ['more was heard than was tried', model, [5, 1, 5, 1, 5], held, undefined],
  ['questions are chosen in another way', model, [5, 1], { ...held, strategy: 'random' }, undefined],
  ['other questions may be asked', model, [5, 1], { ...held, protocol: 'rated' as const }, undefined],
  [
    'it began from other shares',
    createModel({ ...model, typePriors: Float64Array.of(0.8, 0.2) }),
    [5, 1],
    held,
    'uniform',
  ],
  ['the model was never calibrated', plain, [5, 1], held, undefined],
] as const)('says nothing where %s', (_, of, given, asked, prior) => {
  expect(surerThan(of, beliefAfter(of, given, prior), asked)).toBeUndefined();
});
