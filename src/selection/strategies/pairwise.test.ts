import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import { observe, rowOf, startBelief } from '../../inference/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { Candidates, createStrategy } from '../index.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 20 }),
  dimension: fc.integer({ min: 1, max: 4 }),
  types: fc.integer({ min: 2, max: 6 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 10 }),
});

describe('pairwise', () => {
  it('asks what separates likely types most: the literal sum over pairs, from the belief itself', () => {
    fc.assert(
      fc.property(situations, ({ answers: count, ...spec }) => {
        const model = randomModel(spec);
        let belief = startBelief(model, { ridge: 2 });
        let candidates = Candidates.all(spec.items);
        for (const { item, answer } of randomAnswers(model, Math.min(count, spec.items - 1), spec.seed)) {
          belief = belief.afterAll(observe(model, item, answer));
          candidates = candidates.without(item);
        }
        const posterior = belief.posterior();
        const scoreOf = (item: number) => {
          const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
          let sum = 0;
          for (let s = 0; s < spec.types; s++) {
            for (let t = s + 1; t < spec.types; t++) {
              sum += (posterior[s]! * posterior[t]! * (means[s]! - means[t]!) ** 2) / (1 + spread);
            }
          }
          return sum;
        };
        const chosen = createStrategy({ model, seed: 1 }, 'pairwise').next(belief, candidates, [])!.item;
        const open = Array.from(candidates.items).filter((item) => candidates.isOpen(itemIndex(item)));
        const best = Math.max(...open.map(scoreOf));
        expect(scoreOf(chosen)).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        if (spec.types === 2) {
          expect(chosen).toBe(createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, [])!.item);
        }
      }),
    );
  });
});
