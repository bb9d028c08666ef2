/** What every strategy must do. */

import assert from 'node:assert/strict';
import { observe, startBelief } from '../inference/index.ts';
import { itemIndex } from '../ratings/index.ts';
import { Candidates, openStrategy, type StrategyDefinition } from '../selection/index.ts';
import { between, type Framework, refuses, tryMany } from './framework.ts';
import { modelFrom, randomAnswersAndSkips, randomChannelModel, randomModel } from './models.ts';

/** What the suite cannot know of a strategy. */
interface StrategySuiteOptions {
  /** How many situations each check tries; fewer for strategies that take long. */
  readonly runs?: number;
  /** Whether it draws at random, so that the lower of two like items is not always first. */
  readonly draws?: boolean;
}

/** What every strategy must do. */
export function strategyConformance(
  definition: StrategyDefinition,
  framework: Framework,
  { runs = 50, draws = false }: StrategySuiteOptions = {},
): void {
  const { it } = framework;
  const check = (test: (situation: ReturnType<typeof settle>) => void) =>
    tryMany(framework, 'strategy', runs, (stream) => {
      // In a model of two channels a skip is observed; in one of ratings it is not.
      const twoChannels = definition.channels === 'any' && stream.uniform() < 0.5;
      const spec = {
        items: between(stream, 1, 12),
        dimension: between(stream, 1, 5),
        types: definition.types === 'two' ? 2 : between(stream, 2, 5),
        seed: between(stream, 0, 2 ** 30),
      };
      test(settle(definition, spec, twoChannels, between(stream, 0, 11)));
    });

  it('chooses an open candidate', () => {
    check(({ create, belief, candidates, answers }) => {
      const choice = create().next(belief, candidates, answers);
      assert.ok(choice !== undefined && candidates.isOpen(choice.item));
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
        assert.ok(belief.logWeights.every(Number.isFinite));
        const choice = create().next(belief, candidates, given);
        assert.ok(choice !== undefined && candidates.isOpen(choice.item));
        const { estimatedConfidence } = choice;
        assert.ok(estimatedConfidence === undefined || (estimatedConfidence > 0 && estimatedConfidence <= 1));
      }
    });
  });

  it('chooses nothing when nothing is open', () => {
    check(({ create, belief, model, answers }) => {
      assert.equal(create().next(belief, Candidates.of([]), answers), undefined);
      const closed = Array.from({ length: model.items.size }, (_, item) => item).reduce(
        (left, item) => left.without(itemIndex(item)),
        Candidates.all(model.items.size),
      );
      assert.equal(create().next(belief, closed, answers), undefined);
    });
  });

  it('chooses only among the candidates given, and the only one there is', () => {
    check(({ create, belief, candidates, answers }) => {
      const last = candidates.itemAt(candidates.argmax((position) => position));
      assert.equal(create().next(belief, Candidates.of([last]), answers)?.item, last);
    });
  });

  it('does not depend on what was asked of it before: no hidden state, undo is safe', () => {
    check(({ create, belief, candidates, answers, model }) => {
      const used = create();
      used.next(startBelief(model, { ridge: 2 }), Candidates.all(model.items.size), []);
      used.next(belief, candidates, answers);
      if (belief.previous) used.next(belief.previous, candidates, answers.slice(0, -1));
      assert.deepEqual(used.next(belief, candidates, answers), create().next(belief, candidates, answers));
    });
  });

  it('gives the same choice again', () => {
    check(({ create, belief, candidates, answers }) => {
      const strategy = create();
      const choice = strategy.next(belief, candidates, answers);
      assert.deepEqual(strategy.next(belief, candidates, answers), choice);
    });
  });

  it('leaves belief and candidates alone', () => {
    check(({ create, belief, candidates, answers }) => {
      const before = [belief.logWeights.slice(), belief.covariance.slice(), candidates.marks.slice()];
      create().next(belief, candidates, answers);
      assert.deepEqual([belief.logWeights, belief.covariance, candidates.marks], before);
    });
  });

  if (!draws) {
    it('breaks ties by the lower item index', () => {
      const model = modelFrom({
        profiles: Array.from({ length: 6 }, () => [0.3, -0.2]),
        biases: Array.from({ length: 6 }, () => [3, 3.5]),
        noiseVariance: 1,
        prior: [0.5, 0.5],
      });
      const same = { ...model, itemStatistics: { ...model.itemStatistics, entropies: new Float32Array(6).fill(1) } };
      const candidates = Candidates.of([5, 3, 4]);
      const strategy = openStrategy(definition, { model: same, seed: 1 });
      assert.equal(strategy.next(startBelief(same), candidates, [])?.item, 3);
    });
  }

  if (definition.channels === 'rating') {
    it('is refused for a model of other channels', () => {
      const model = randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 1 });
      refuses(() => openStrategy(definition, { model, seed: 1 }), 'STRATEGY_UNSUITABLE', /reads models of ratings/);
    });
  }

  if (definition.types === 'two') {
    it('is refused for a model of more than two groups', () => {
      const model = randomModel({ items: 4, dimension: 2, types: 3, seed: 1 });
      refuses(() => openStrategy(definition, { model, seed: 1 }), 'STRATEGY_UNSUITABLE', /for two groups; .* has 3/);
    });
  }
}

function settle(
  definition: StrategyDefinition,
  spec: Parameters<typeof randomModel>[0],
  twoChannels: boolean,
  count: number,
) {
  const model = (twoChannels ? randomChannelModel : randomModel)(spec);
  const answers = randomAnswersAndSkips(model, Math.min(count, spec.items - 1), spec.seed);
  let belief = startBelief(model, { ridge: 2 });
  let candidates = Candidates.all(spec.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  return { model, answers, belief, candidates, create: () => openStrategy(definition, { model, seed: spec.seed }) };
}
