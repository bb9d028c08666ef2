import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { randomModel } from '../../test/support/models.ts';
import { madeUpPeople } from '../../test/support/people.ts';
import { historyAt, startBelief, typeLabels } from '../inference/index.ts';
import { derive } from '../maths/index.ts';
import { type Answered, itemIndex } from '../ratings/index.ts';
import { Candidates } from '../selection/index.ts';
import { ACTIVITIES, fitSkipModel, memberships, type SkipFit } from './fitSkipModel.ts';
import { fitSkipItem, sigmoid, skipLikelihood, softplus } from './skipItem.ts';
import { type SkipModel, skipModel } from './skipModel.ts';

const BELIEF = startBelief(randomModel({ items: 1, dimension: 1, types: 2, seed: 1 }));

/** A model made up at random; the last of its types did not occur in training. */
function madeUpModel(items: number, present: number, seed: number): SkipModel {
  const stream = derive(seed, 'skip-model');
  const numbers = (length: number, draw: () => number) => Float64Array.from({ length }, draw);
  const priors = numbers(present * ACTIVITIES, () => 0.1 + stream.uniform());
  const total = priors.reduce((sum, prior) => sum + prior, 0);
  return {
    rival: 'skipModel',
    types: present + 1,
    items,
    present: Uint8Array.from({ length: present }, (_, type) => type),
    activities: numbers(ACTIVITIES, stream.normal).sort(),
    priors: priors.map((prior) => prior / total),
    visibilities: numbers(items, stream.normal),
    leanings: numbers(items * present, stream.normal),
  };
}

/** P(type, answers) for each type by adding up all that could have been, as the model is written. */
function jointly(model: SkipModel, answers: readonly Answered[]): number[] {
  const types = model.present.length;
  return Array.from({ length: types }, (_, type) => {
    let sum = 0;
    for (const [a, activity] of model.activities.entries()) {
      let product = model.priors[type * ACTIVITIES + a]!;
      for (const { item, answer } of answers) {
        const logit = model.visibilities[item]! + activity + model.leanings[item * types + type]!;
        const seen = Math.exp(logit) / (1 + Math.exp(logit));
        product *= answer === 'skip' ? 1 - seen : seen;
      }
      sum += product;
    }
    return sum;
  });
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const entropyOf = (joint: readonly number[]) =>
  sumOf(joint.map((value) => (value / sumOf(joint)) * -Math.log(value / sumOf(joint))));

const situations = fc.record({
  seed: fc.nat(),
  types: fc.integer({ min: 2, max: 4 }),
  answers: fc.uniqueArray(
    fc.record({ item: fc.nat({ max: 7 }).map(itemIndex), answer: fc.constantFrom('skip' as const, 1, 5) }),
    {
      selector: ({ item }) => item,
      maxLength: 7,
    },
  ),
});

describe('against everything that could have been, one by one', () => {
  it('the probabilities of the types are the same; a rating says no more than that the item was seen', () => {
    fc.assert(
      fc.property(situations, ({ seed, types, answers }) => {
        const model = madeUpModel(8, types, seed);
        const joint = jointly(model, answers);
        let state = skipModel.open(model).classifier.begin();
        for (const { item, answer } of answers) state = state.after(item, answer);
        const [...ours] = state.probabilities();
        expect(ours.pop()).toBe(0);
        for (const [type, value] of ours.entries()) expect(value).toBeCloseTo(joint[type]! / sumOf(joint), 12);
      }),
    );
  });

  it('thousands of answers that point one way leave finite log weights, and more of them lean further', () => {
    const items = 3000;
    const made = madeUpModel(items, 2, 3);
    const model = { ...made, leanings: Float64Array.from({ length: 2 * items }, (_, at) => (at % 2 === 0 ? 3 : -3)) };
    const { classifier } = skipModel.open(model);
    const leanings = [1000, 2000, 3000].map((count) => {
      const indices = Array.from({ length: count }, (_, item) => item);
      const history = { indices, values: indices.map(() => 4) };
      const [first, second, absent] = classifier.logWeights(history);
      expect([...classifier.probabilities(history)]).toEqual([1, 0, 0]);
      expect(absent).toBe(Number.NEGATIVE_INFINITY);
      return first! - second!;
    });
    expect(leanings.every(Number.isFinite)).toBe(true);
    expect(leanings[0]).toBeGreaterThan(800);
    expect(leanings).toEqual(leanings.toSorted((a, b) => a - b));
  });

  it('the question has the smallest expected entropy', () => {
    fc.assert(
      fc.property(situations, ({ seed, types, answers }) => {
        const model = madeUpModel(8, types, seed);
        const candidates = answers.reduce((left, { item }) => left.without(item), Candidates.all(8));
        const now = sumOf(jointly(model, answers));
        const expected = Array.from({ length: 8 }, (_, item) => {
          const after = (['skip', 3] as const).map((answer) =>
            jointly(model, [...answers, { item: itemIndex(item), answer }]),
          );
          return sumOf(after.map((joint) => (sumOf(joint) / now) * entropyOf(joint)));
        });
        const chosen = skipModel.open(model).strategy.next(BELIEF, candidates, answers)!.item;
        const least = Math.min(...expected.filter((_, item) => candidates.isOpen(itemIndex(item))));
        expect(expected[chosen]!).toBeCloseTo(least, 12);
      }),
    );
  });
});

describe('the fit', () => {
  const people = madeUpPeople({ people: 120, items: 15, types: 3, seed: 4, leaking: 6, questions: 5 });
  const known = typeLabels(people.types, people.rows.rows, 3);
  const sizes = Uint32Array.from(people.types, (_, user) => historyAt(people.rows, user).indices.length);

  /** log P(activity, everything the user has seen and not seen | type), item by item. */
  const logJoint = ({ activities, priors, visibilities, leanings }: SkipFit, user: number, a: number) => {
    const type = people.types[user]!;
    const seen = new Set(Array.from(historyAt(people.rows, user).indices));
    let log = Math.log(priors[type * ACTIVITIES + a]!);
    for (let item = 0; item < visibilities.length; item++) {
      const chance = sigmoid(visibilities[item]! + activities[a]! + leanings[item * 3 + type]!);
      log += Math.log(seen.has(item) ? chance : 1 - chance);
    }
    return log;
  };

  it('the number of items seen says as much about the activity as which they were', () => {
    const fit = fitSkipModel(people.rows, known, 3, 2);
    const shares = memberships(fit, sizes, known);
    for (let user = 0; user < 20; user++) {
      const weights = Array.from({ length: ACTIVITIES }, (_, a) => Math.exp(logJoint(fit, user, a)));
      for (const [a, weight] of weights.entries()) {
        expect(shares[user * ACTIVITIES + a]!).toBeCloseTo(weight / sumOf(weights), 9);
      }
    }
  });

  it('every round raises the penalised likelihood', () => {
    const ridge = 3;
    const counts = Float64Array.from(
      { length: 15 },
      (_, item) => people.rows.indices.filter((seen) => seen === item).length,
    );
    const penalised = (fit: SkipFit) => {
      let value = sumOf([...fit.priors].map(Math.log));
      for (const leaning of fit.leanings) value -= (ridge / 2) * leaning ** 2;
      for (const [item, visibility] of fit.visibilities.entries()) {
        value -= (0.01 / 2) * (visibility - Math.log((counts[item]! + 0.5) / (120.5 - counts[item]!))) ** 2;
      }
      for (let user = 0; user < 120; user++) {
        value += Math.log(sumOf(Array.from({ length: ACTIVITIES }, (_, a) => Math.exp(logJoint(fit, user, a)))));
      }
      return value;
    };
    const values = [1, 2, 3, 5, 8, 20].map((rounds) => penalised(fitSkipModel(people.rows, known, ridge, rounds)));
    for (let n = 1; n < values.length; n++) expect(values[n]!).toBeGreaterThan(values[n - 1]!);
    expect(values[5]! - values[4]!).toBeLessThan(values[1]! - values[0]!);
  });

  it('an item ends where no direction gains, whatever it starts from', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 2, max: 5 }),
        fc.double({ min: 0.1, max: 50, noNaN: true }),
        (seed, types, ridge) => {
          const stream = derive(seed, 'cells');
          const activities = Float64Array.from({ length: ACTIVITIES }, (_, a) => (a - 4) / 2);
          const totals = Float64Array.from({ length: types * ACTIVITIES }, () => 30 * stream.uniform());
          // Some items nobody has seen, some everybody.
          const share = [0, 1, 0.3, 0.7][stream.below(4)]!;
          const seen = totals.map((total) => total * share);
          const counts = { totals, seen };
          const zero = new Float64Array(types + 1);
          const found = fitSkipItem(counts, activities, share - 0.5, ridge, zero);
          const far = fitSkipItem(
            counts,
            activities,
            share - 0.5,
            ridge,
            zero.map(() => 4 * stream.normal()),
          );
          for (const [k, value] of found.entries()) expect(far[k]!).toBeCloseTo(value, 4);
          const best = skipLikelihood(counts, activities, share - 0.5, ridge, found);
          for (let trial = 0; trial < 5; trial++) {
            const moved = found.map((value) => value + 0.01 * stream.normal());
            expect(skipLikelihood(counts, activities, share - 0.5, ridge, moved)).toBeLessThan(best);
          }
        },
      ),
    );
  });

  it('finds who leans to what, and who is active', () => {
    const crowd = madeUpPeople({ people: 3000, items: 41, types: 2, seed: 8, leaking: 10, questions: 5 });
    const fit = skipModel.train(crowd);
    // Made up with leanings of 1.2 either way on the first ten items, 0 elsewhere; the last was seen by nobody.
    for (let item = 0; item < 40; item++) {
      const gap = (fit.leanings[item * 2]! - fit.leanings[item * 2 + 1]!) / 2;
      const truth = item >= 10 ? 0 : item % 2 === 0 ? 1.2 : -1.2;
      expect(Math.abs(gap - truth)).toBeLessThan(0.25);
    }
    expect(Number.isFinite(fit.visibilities[40]!)).toBe(true);
    expect(fit.visibilities[40]!).toBeLessThan(Math.min(...fit.visibilities.subarray(0, 40)) - 3);
    const spread = Math.sqrt(
      sumOf([...fit.priors].map((prior, cell) => prior * fit.activities[cell % ACTIVITIES]! ** 2)),
    );
    expect(spread).toBeGreaterThan(0.5);
    expect(spread).toBeLessThan(1);
  });

  it('neither overflows nor loses small chances', () => {
    expect(softplus(800)).toBe(800);
    expect(softplus(-50)).toBeCloseTo(Math.exp(-50), 30);
    expect(softplus(0)).toBeCloseTo(Math.LN2, 15);
    expect([sigmoid(-800), sigmoid(0), sigmoid(800)]).toEqual([0, 0.5, 1]);
  });

  it.each([{ ridge: 0 }, { ridge: Number.NaN }, { rounds: 0 }, { rounds: 1.5 }])('refuses %o', (options) => {
    expect(failure(() => skipModel.train(people, options))).toMatch(/^PARAMETER_OUT_OF_RANGE/);
  });
});
