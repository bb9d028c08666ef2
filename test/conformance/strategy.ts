/**
 * What every strategy must do. To check a new one, list it in src/selection/registry.ts: strategies.test.ts runs this
 * suite over the whole registry.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { observe, startBelief } from '../../src/inference/index.ts';
import { Candidates, type StrategyDefinition } from '../../src/selection/index.ts';
import { failure } from '../support/failure.ts';
import { modelFrom, randomAnswersAndSkips, randomChannelModel, randomModel } from '../support/models.ts';

export function strategyConformance(definition: StrategyDefinition): void {
  const situations = fc.record({
    items: fc.integer({ min: 1, max: 12 }),
    dimension: fc.integer({ min: 1, max: 5 }),
    types: definition.types === 'two' ? fc.constant(2) : fc.integer({ min: 2, max: 5 }),
    // In a model of two channels a skip is observed; in one of ratings it is not.
    twoChannels: definition.channels === 'any' ? fc.boolean() : fc.constant(false),
    seed: fc.nat(),
    answers: fc.nat({ max: 11 }),
  });
  type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;
  const settle = ({ answers: count, twoChannels, ...spec }: Situation) => {
    const model = (twoChannels ? randomChannelModel : randomModel)(spec);
    const answers = randomAnswersAndSkips(model, Math.min(count, spec.items - 1), spec.seed);
    let belief = startBelief(model, { ridge: 2 });
    let candidates = Candidates.all(spec.items);
    for (const { item, answer } of answers) {
      belief = belief.afterAll(observe(model, item, answer));
      candidates = candidates.without(item);
    }
    return { model, answers, belief, candidates, create: () => definition.create({ model, seed: spec.seed }) };
  };
  const check = (test: (situation: ReturnType<typeof settle>) => void) =>
    fc.assert(
      fc.property(situations, (situation) => test(settle(situation))),
      // Looking ahead takes a hundred times as long as anything else.
      { numRuns: definition.name === 'lookAhead' ? 15 : 50 },
    );

  it('chooses an open candidate', () => {
    check(({ create, belief, candidates, answers }) => {
      const choice = create().next(belief, candidates, answers);
      expect(choice).toBeDefined();
      expect(candidates.isOpen(choice!.item)).toBe(true);
    });
  });

  it('chooses an open candidate however sure the belief is', () => {
    check(({ create, candidates, answers, model }) => {
      for (const times of [10, 1e5]) {
        const given = answers.map(({ item, answer }) => ({
          item,
          answer: answer === 'skip' ? answer : answer * times,
        }));
        let belief = startBelief(model, { ridge: 2 });
        for (const { item, answer } of given) belief = belief.afterAll(observe(model, item, answer));
        expect(belief.logWeights.every(Number.isFinite)).toBe(true);
        const choice = create().next(belief, candidates, given);
        expect(choice).toBeDefined();
        expect(candidates.isOpen(choice!.item)).toBe(true);
        const { estimatedConfidence } = choice!;
        expect(estimatedConfidence === undefined || (estimatedConfidence > 0 && estimatedConfidence <= 1)).toBe(true);
      }
    });
  });

  it('chooses nothing when nothing is open', () => {
    check(({ create, belief, model, answers }) => {
      expect(create().next(belief, Candidates.of([]), answers)).toBeUndefined();
      const closed = Array.from({ length: model.items.size }, (_, item) => item).reduce(
        (left, item) => left.without(left.itemAt(item)),
        Candidates.all(model.items.size),
      );
      expect(create().next(belief, closed, answers)).toBeUndefined();
    });
  });

  it('chooses only among the candidates given, and the only one there is', () => {
    check(({ create, belief, candidates, answers, model }) => {
      const last = candidates.itemAt(candidates.argmax((position) => position));
      expect(create().next(belief, Candidates.of([last]), answers)?.item).toBe(last);
      expect(last).toBeLessThan(model.items.size);
    });
  });

  it('does not depend on what was asked of it before: no hidden state, undo is safe', () => {
    check(({ create, belief, candidates, answers, model }) => {
      const used = create();
      used.next(startBelief(model, { ridge: 2 }), Candidates.all(model.items.size), []);
      used.next(belief, candidates, answers);
      if (belief.previous) used.next(belief.previous, candidates, answers.slice(0, -1));
      expect(used.next(belief, candidates, answers)).toEqual(create().next(belief, candidates, answers));
    });
  });

  it('gives the same choice again', () => {
    check(({ create, belief, candidates, answers }) => {
      const strategy = create();
      const choice = strategy.next(belief, candidates, answers);
      expect(strategy.next(belief, candidates, answers)).toEqual(choice);
    });
  });

  it('leaves belief and candidates alone', () => {
    check(({ create, belief, candidates, answers }) => {
      const before = [belief.logWeights.slice(), belief.covariance.slice(), candidates.marks.slice()];
      create().next(belief, candidates, answers);
      expect([belief.logWeights, belief.covariance, candidates.marks]).toEqual(before);
    });
  });

  if (definition.name !== 'random') {
    it('breaks ties by the lower item index', () => {
      const model = modelFrom({
        profiles: Array.from({ length: 6 }, () => [0.3, -0.2]),
        biases: Array.from({ length: 6 }, () => [3, 3.5]),
        noiseVariance: 1,
        prior: [0.5, 0.5],
      });
      const same = { ...model, itemStatistics: { ...model.itemStatistics, entropies: new Float32Array(6).fill(1) } };
      const candidates = Candidates.of([5, 3, 4]);
      expect(definition.create({ model: same, seed: 1 }).next(startBelief(same), candidates, [])?.item).toBe(3);
    });
  }

  if (definition.channels === 'rating') {
    it('refuses a model of other channels', () => {
      const model = randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 1 });
      expect(failure(() => definition.create({ model, seed: 1 }))).toMatch(
        /^STRATEGY_UNSUITABLE: .* reads models of ratings; this one observes presence and centredRating -> use /,
      );
    });
  }

  if (definition.types === 'two') {
    it('refuses a model of more than two types', () => {
      const model = randomModel({ items: 4, dimension: 2, types: 3, seed: 1 });
      expect(failure(() => definition.create({ model, seed: 1 }))).toMatch(
        /^STRATEGY_UNSUITABLE: .* for two groups; .* has 3 -> use the strategy "envelope"/,
      );
    });
  }
}
