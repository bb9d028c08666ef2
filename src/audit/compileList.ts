/**
 * The order in which the exact strategy for two types would ask the whole catalogue, if every question were answered.
 * It does not depend on the answers, so it can be made beforehand; where items that somebody never rated are passed
 * over, as in the `rated` protocol, it is an approximation, and the audit measures what it loses.
 */
import type { FactorModel } from '../factorization/index.ts';
import { type BeliefOptions, observe, startBelief } from '../inference/index.ts';
import { Candidates, createStrategy } from '../selection/index.ts';

export function compileList(model: FactorModel, beliefOptions: BeliefOptions): Uint32Array {
  const strategy = createStrategy({ model, seed: 0, beliefOptions }, 'separation');
  const list = new Uint32Array(model.items.size);
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
