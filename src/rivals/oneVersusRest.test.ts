import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { modelFrom, randomAnswersAndSkips, randomChannelModel, randomModel } from '../../test/support/models.ts';
import { createModel, type FactorModel } from '../factorization/index.ts';
import { observe, rowOf, startBelief } from '../inference/index.ts';
import { logOddsAgainstRest } from '../maths/index.ts';
import { type Answered, itemIndex } from '../ratings/index.ts';
import { Candidates, expectedRiskByEnvelope } from '../selection/index.ts';
import { againstRest, oneVersusRest } from './oneVersusRest.ts';
import type { Rival } from './rival.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 12 }),
  dimension: fc.integer({ min: 1, max: 4 }),
  types: fc.integer({ min: 3, max: 5 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 11 }),
});

const kinds: [string, typeof randomModel][] = [
  ['ratings', randomModel],
  ['two channels', randomChannelModel],
];

describe.each(kinds)('a model of %s', (_, create) => {
  const settle = (spec: typeof situations extends fc.Arbitrary<infer S> ? S : never) => {
    const model = create(spec);
    const answers = randomAnswersAndSkips(model, Math.min(spec.answers, spec.items - 1), spec.seed);
    const candidates = answers.reduce((left, { item }) => left.without(item), Candidates.all(spec.items));
    return { model, answers, candidates };
  };

  /** The belief of one duel, from all answers at once. */
  const duelBelief = (model: FactorModel, type: number, answers: readonly Answered[]) => {
    const duel = againstRest(model, type);
    const share = model.typePriors[type]!;
    const start = startBelief(duel, { ridge: 2, prior: [1 - share, share] });
    return { duel, belief: start.afterAll(answers.flatMap(({ item, answer }) => observe(duel, item, answer))) };
  };

  it('its probabilities are the normalised posteriors of the duels', () => {
    fc.assert(
      fc.property(situations, (spec) => {
        const { model, answers } = settle(spec);
        const posteriors = model.typeLabels.map((__, type) => duelBelief(model, type, answers).belief.posterior()[1]!);
        const total = posteriors.reduce((sum, value) => sum + value, 0);
        let state = oneVersusRest(model, { ridge: 2 }).classifier.begin();
        for (const { item, answer } of answers) state = state.after(item, answer);
        for (const [type, value] of state.probabilities().entries())
          expect(value).toBeCloseTo(posteriors[type]! / total, 9);
      }),
      { numRuns: 40 },
    );
  });

  it('the duels take turns, and each separates its type from the rest as far as it can', () => {
    fc.assert(
      fc.property(situations, (spec) => {
        const { model, answers, candidates } = settle(spec);
        const { duel, belief } = duelBelief(model, answers.length % spec.types, answers);
        // How far an item separates the two types: the distance of their means after both rows, in units of the noise.
        const separation = (item: number) => {
          let squared = 0;
          let after = belief;
          for (const [channel] of duel.rows.channels.entries()) {
            const row = rowOf(duel, itemIndex(item), channel);
            const { means, spread } = after.predict(row);
            squared += (means[1]! - means[0]!) ** 2 / (1 + spread);
            after = after.after({ row, value: means[0]! });
          }
          return squared;
        };
        const chosen = oneVersusRest(model, { ridge: 2 }).strategy.next(belief, candidates, answers)!.item;
        expect(candidates.isOpen(chosen)).toBe(true);
        const open = Array.from(candidates.items).filter((item) => candidates.isOpen(itemIndex(item)));
        expect(separation(chosen)).toBeCloseTo(Math.max(...open.map(separation)), 8);
      }),
      { numRuns: 40 },
    );
  });

  it('depends on its arguments only: undo is safe, and so is an array of answers that grows', () => {
    fc.assert(
      fc.property(situations, (spec) => {
        const { model, answers, candidates } = settle(spec);
        const used = oneVersusRest(model);
        const belief = startBelief(model);
        const growing: Answered[] = [];
        for (const one of answers) {
          used.strategy.next(belief, candidates, growing);
          growing.push(one);
        }
        used.strategy.next(belief, candidates, answers.slice(1));
        const unknown = [...answers.slice(0, -1), { item: itemIndex(spec.items), answer: 3 }];
        expect(failure(() => used.strategy.next(belief, candidates, unknown))).toMatch(/^ITEM_UNKNOWN/);
        const verdict = (rival: Rival, given: readonly Answered[]) =>
          given
            .reduce((state, { item, answer }) => state.after(item, answer), rival.classifier.begin())
            .probabilities();
        const fresh = oneVersusRest(model);
        const [choice, expected] = [fresh.strategy.next(belief, candidates, answers), verdict(fresh, answers)];
        expect(used.strategy.next(belief, candidates, answers)).toEqual(choice);
        // The same items, answered in another way.
        verdict(
          used,
          answers.map(({ item, answer }) => ({ item, answer: answer === 'skip' ? 2 : 'skip' })),
        );
        expect(verdict(used, answers)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('asks nothing when nothing is open', () => {
    const model = create({ items: 3, dimension: 2, types: 3, seed: 1 });
    expect(oneVersusRest(model).strategy.next(startBelief(model), Candidates.of([]), [])).toBeUndefined();
  });
});

describe('the rest', () => {
  const biases = [
    [1, 2, 4],
    [3, 3, 5],
  ];
  const model = modelFrom({ profiles: [[0.1], [0.2]], biases, noiseVariance: 1, prior: [0.5, 0.2, 0.3] });
  const countsByType = Uint32Array.of(3, 1, 9, 0, 0, 4);
  const counted = createModel({ ...model, itemStatistics: { ...model.itemStatistics, countsByType } });

  it('of ratings weighs the other types by the ratings of the item', () => {
    const duel = againstRest(counted, 2);
    expect(duel.typeLabels).toEqual(['not type 2', 'type 2']);
    expect([...duel.typePriors]).toEqual([0.7, 0.3]);
    // Item 0: (3 * 1 + 1 * 2) / 4. Nobody else rated item 1: there people count, (0.5 * 3 + 0.2 * 3) / 0.7.
    expect(duel.rows.biases[0]).toBeCloseTo(1.25, 12);
    expect(duel.rows.biases[2]).toBeCloseTo(3, 12);
    expect([duel.rows.biases[1], duel.rows.biases[3]]).toEqual([4, 5]);
    expect([...duel.itemStatistics.countsByType]).toEqual([4, 9, 0, 4]);
    expect(duel.rows.profiles).toBe(counted.rows.profiles);
  });

  it('of what was seen weighs them by their people', () => {
    const duel = againstRest({ ...counted, rows: { ...counted.rows, channels: ['presence'] } }, 0);
    expect(duel.rows.biases[0]).toBeCloseTo((0.2 * 2 + 0.3 * 4) / 0.5, 12);
    expect(duel.rows.biases[1]).toBe(1);
  });
});

it('the exact choice for all types leaves no more expected risk after a question', () => {
  let worse = 0;
  for (let seed = 0; seed < 30; seed++) {
    const model = randomModel({ items: 40, dimension: 3, types: 4, seed });
    const belief = startBelief(model);
    const risk = (item: number) => {
      const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
      const sd = Math.sqrt(model.noiseVariance * (1 + spread));
      return expectedRiskByEnvelope(belief.posterior(), belief.logWeights, means, sd);
    };
    const least = Math.min(...Array.from({ length: 40 }, (_, item) => risk(item)));
    const chosen = risk(oneVersusRest(model).strategy.next(belief, Candidates.all(40), [])!.item);
    expect(chosen).toBeGreaterThanOrEqual(least);
    if (chosen > least + 1e-6) worse++;
  }
  expect(worse).toBeGreaterThan(15);
});

it('follows the prior it is given', () => {
  const model = randomModel({ items: 3, dimension: 2, types: 3, seed: 4 });
  const start = (prior: 'uniform' | number[]) => [
    ...oneVersusRest(model, { prior }).classifier.begin().probabilities(),
  ];
  for (const value of start('uniform')) expect(value).toBeCloseTo(1 / 3, 12);
  for (const [type, value] of start([0.6, 0.3, 0.1]).entries()) expect(value).toBeCloseTo([0.6, 0.3, 0.1][type]!, 12);
});

it('stays finite when all duels say no', () => {
  const model = modelFrom({
    profiles: [[0.01], [0.01], [0.01]],
    biases: [
      [0, 50, 50],
      [50, 0, 50],
      [50, 50, 0],
    ],
    noiseVariance: 0.01,
    prior: [0.4, 0.3, 0.3],
  });
  let state = oneVersusRest(model).classifier.begin();
  for (const item of [0, 1, 2]) state = state.after(item, 50);
  expect(state.probabilities().reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
});

it('is for more than two types', () => {
  const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 1 });
  expect(failure(() => oneVersusRest(model))).toMatch(
    /^STRATEGY_UNSUITABLE: .* has 2 -> use the strategy "separation"/,
  );
});

it('has finite log weights where the duels leave no doubt, and ranks who leans further', () => {
  const biases = Array.from({ length: 4 }, () => [1, 2, 5]);
  const model = modelFrom({ profiles: biases.map(() => [0]), biases, noiseVariance: 1e-3, prior: [0.3, 0.3, 0.4] });
  const { classifier } = oneVersusRest(model);
  const leanings = [3.5, 4, 4.5, 5].map((rating) => {
    const history = { indices: [0, 1], values: [rating, rating] };
    const logWeights = classifier.logWeights(history);
    expect(logWeights.every(Number.isFinite)).toBe(true);
    expect([...classifier.probabilities(history)]).toEqual([0, 0, 1]);
    return logOddsAgainstRest(logWeights, 2);
  });
  expect(leanings).toEqual(leanings.toSorted((a, b) => a - b));
  expect(new Set(leanings).size).toBe(4);
});
