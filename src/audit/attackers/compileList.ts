/**
 * The order in which the exact strategy for two types would ask the catalogue, if every question were answered. It does
 * not depend on the answers, so it can be made beforehand. In the open protocol with models of channels every question
 * is answered, by a skip if need be: there it is what live choice asks. Where items that somebody never rated are
 * passed over, as in the `rated` protocol, it is an approximation, and the audit measures what it loses.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type BeliefOptions, observe, startBelief } from '../../inference/index.ts';
import { Candidates, createStrategy } from '../../selection/index.ts';

/** The first `count` items, or all. */
export function compileList(model: FactorModel, beliefOptions: BeliefOptions, count = model.items.size): Uint32Array {
  const strategy = createStrategy({ model, seed: 0, beliefOptions }, 'separation');
  const list = new Uint32Array(Math.min(count, model.items.size));
  let belief = startBelief(model, beliefOptions);
  let candidates = Candidates.all(model.items.size);
  for (let place = 0; place < list.length; place++) {
    const { item } = strategy.next(belief, candidates, [])!;
    list[place] = item;
    candidates = candidates.without(item);
    belief = belief.afterAll(observe(model, item, model.itemStatistics.means[item]!));
  }
  return list;
}
