import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { numericModelFrom, randomNumericModel } from '../../../test/support/numericModels.ts';
import type { NumericModel } from '../../factorization/index.ts';
import { type NumericBelief, numericRowOf, startNumericBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { Candidates } from '../scan/candidates.ts';
import { createNumericStrategy, NumericCatalogue, numericStrategies, numericStrategyNamed } from './index.ts';

const situations = fc.record({
  items: fc.integer({ min: 1, max: 14 }),
  dimension: fc.integer({ min: 1, max: 5 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 13 }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function settle({ answers, ...spec }: Situation) {
  const model = randomNumericModel(spec);
  const stream = derive(spec.seed, 'numeric-selection');
  const order = stream.shuffle(Array.from({ length: spec.items }, (_, item) => item));
  let belief = startNumericBelief(model);
  let candidates = Candidates.all(spec.items);
  for (const item of order.slice(0, Math.min(answers, spec.items - 1)).map(itemIndex)) {
    belief = belief.after({ row: numericRowOf(model, item), value: 1 + stream.below(5) });
    candidates = candidates.without(item);
  }
  return { model, belief, candidates };
}
const check = (test: (situation: ReturnType<typeof settle> & { seed: number }) => void) =>
  fc.assert(
    fc.property(situations, (situation) => test({ ...settle(situation), seed: situation.seed })),
    { numRuns: 100 },
  );

/** The variance of x after asking an item, by asking it. */
const varianceAfter = (model: NumericModel, belief: NumericBelief, item: ItemIndex) =>
  belief.after({ row: numericRowOf(model, item), value: 3 }).variance;

describe('variance reduction', () => {
  it('asks the item after which the belief itself is surest', () => {
    check(({ model, belief, candidates }) => {
      const { item } = createNumericStrategy({ model, seed: 1 }).next(belief, candidates)!;
      const open = Array.from({ length: model.items.size }, (_, n) => itemIndex(n)).filter((n) => candidates.isOpen(n));
      const least = Math.min(...open.map((other) => varianceAfter(model, belief, other)));
      expect(varianceAfter(model, belief, item)).toBeLessThanOrEqual(least * (1 + 1e-10));
    });
  });

  it('keeps covariances and spreads as the belief has them, forwards and after an undo', () => {
    check(({ model, belief }) => {
      const catalogue = new NumericCatalogue(model, Candidates.all(model.items.size).items);
      for (const stop of [startNumericBelief(model), belief, belief.previous ?? belief, belief]) {
        catalogue.moveTo(stop);
        for (let item = 0; item < model.items.size; item++) {
          const { covariance, spread } = stop.predict(numericRowOf(model, itemIndex(item)));
          expect(Math.abs(catalogue.covariances[item]! - covariance)).toBeLessThan(1e-9);
          expect(Math.abs(catalogue.spreads[item]! - spread)).toBeLessThan(1e-9);
          const fall = stop.variance - varianceAfter(model, stop, itemIndex(item));
          expect(Math.abs(model.noiseVariance * catalogue.reduction(item) - fall)).toBeLessThan(1e-7);
        }
      }
    });
  });

  it('asks the same in the same order, whatever the answers', () => {
    const model = randomNumericModel({ items: 30, dimension: 4, seed: 12 });
    const orders = [1, 2, 3].map((seed) => {
      const stream = derive(seed, 'answers');
      const strategy = createNumericStrategy({ model, seed: 1 });
      const asked: ItemIndex[] = [];
      let belief = startNumericBelief(model);
      let candidates = Candidates.all(30);
      for (let choice = strategy.next(belief, candidates); choice; choice = strategy.next(belief, candidates)) {
        asked.push(choice.item);
        candidates = candidates.without(choice.item);
        belief = belief.after({ row: numericRowOf(model, choice.item), value: 1 + 4 * stream.uniform() });
      }
      return asked;
    });
    expect(orders[0]).toHaveLength(30);
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  });

  it('does not take the steepest item where another says as much with less taste in it', () => {
    const model = numericModelFrom({
      profiles: [
        [6, 0],
        [0.1, 0],
      ],
      intercepts: [3, 3],
      slopes: [0.02, 0.018],
      noiseVariance: 1,
    });
    const [belief, candidates] = [startNumericBelief(model), Candidates.all(2)];
    expect(createNumericStrategy({ model, seed: 1 }, 'steepest').next(belief, candidates)?.item).toBe(0);
    expect(createNumericStrategy({ model, seed: 1 }).next(belief, candidates)?.item).toBe(1);
  });
});

describe.each(numericStrategies.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    it('chooses an open candidate, the only one, or none', () => {
      check(({ model, belief, candidates, seed }) => {
        const strategy = definition.create({ model, seed });
        expect(strategy.name).toBe(name);
        expect(candidates.isOpen(strategy.next(belief, candidates)!.item)).toBe(true);
        const last = candidates.itemAt(candidates.argmax((position) => position));
        expect(definition.create({ model, seed }).next(belief, Candidates.of([last]))?.item).toBe(last);
        expect(strategy.next(belief, Candidates.of([]))).toBeUndefined();
      });
    });

    it('does not depend on what was asked of it before', () => {
      check(({ model, belief, candidates, seed }) => {
        const used = definition.create({ model, seed });
        used.next(startNumericBelief(model), Candidates.all(model.items.size));
        used.next(belief, candidates);
        if (belief.previous) used.next(belief.previous, candidates);
        expect(used.next(belief, candidates)).toEqual(definition.create({ model, seed }).next(belief, candidates));
      });
    });

    if (name !== 'random') {
      it('breaks ties by the lower item index', () => {
        const same = numericModelFrom({
          profiles: Array.from({ length: 6 }, () => [0.3, -0.2]),
          intercepts: new Array(6).fill(3),
          slopes: new Array(6).fill(0.01),
          noiseVariance: 1,
        });
        const model = { ...same, itemStatistics: { ...same.itemStatistics, entropies: new Float32Array(6).fill(1) } };
        const choice = definition.create({ model, seed: 1 }).next(startNumericBelief(model), Candidates.of([5, 3, 4]));
        expect(choice?.item).toBe(3);
      });
    }
  },
);

describe('passive strategies', () => {
  const model = numericModelFrom({
    profiles: [[1], [1], [1], [1]],
    intercepts: [3, 3, 3, 3],
    slopes: [0.01, -0.04, 0.03, 0],
    noiseVariance: 1,
  });
  const order = (name: string, interview = 0) => {
    const strategy = createNumericStrategy({ model, seed: 4, interview }, name);
    const asked: number[] = [];
    let candidates = Candidates.all(4);
    for (let choice = strategy.next(startNumericBelief(model), candidates); choice; ) {
      asked.push(choice.item);
      candidates = candidates.without(choice.item);
      choice = strategy.next(startNumericBelief(model), candidates);
    }
    return asked;
  };

  it('steepest: by the size of the slope; entropy: by the entropies', () => {
    expect(order('steepest')).toEqual([1, 2, 0, 3]);
    // (item x 7919) mod 13: 0, 2, 4, 6.
    expect(order('entropy')).toEqual([3, 2, 1, 0]);
  });

  it('random: every interview its own order', () => {
    expect(order('random', 1).toSorted()).toEqual([0, 1, 2, 3]);
    expect(
      new Set(Array.from({ length: 20 }, (_, interview) => order('random', interview).join())).size,
    ).toBeGreaterThan(5);
  });

  it('a name that is none is refused', () => {
    expect(failure(() => numericStrategyNamed('maxGap'))).toBe(
      'STRATEGY_UNKNOWN: there is no strategy "maxGap" for a number -> use one of varianceReduction, steepest, entropy, random',
    );
  });
});
