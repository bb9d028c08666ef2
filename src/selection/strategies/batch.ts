/**
 * Several questions shown at once, before any of them is answered.
 *
 * Each next one separates the types most once those before it are observed: the largest sum over pairs of
 * pi_s pi_t D_st^2, with the posterior as it is now. What an item separates does not depend on the answers, so this needs
 * none. For two types it is the order of separation.ts, and where every question yields its observations, a skip too,
 * exactly what would have been asked live; where a skip shows nothing, it is that of a person who answers everything.
 */
import { requireWithin } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief } from '../../inference/belief/index.ts';
import type { KernelRuntime } from '../../kernels/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { middleAnswer } from '../risk/expectedAnswers.ts';
import { pairwiseSeparation } from '../risk/pairwiseSeparation.ts';
import type { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import { separation } from './separation.ts';

/** The next `count` questions, in order; fewer when fewer are open. */
export function chooseBatch(
  model: FactorModel,
  belief: Belief,
  candidates: Candidates,
  count: number,
  tools: { readonly kernels?: KernelRuntime | undefined } = {},
): ItemIndex[] {
  requireWithin('count', count, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  const choose = belief.types === 2 ? liveChoice(model, tools.kernels) : frozenChoice(model, belief, candidates);
  const chosen: ItemIndex[] = [];
  let at = belief;
  let left = candidates;
  while (chosen.length < count) {
    const item = choose(at, left);
    if (item === undefined) break;
    chosen.push(item);
    at = at.afterAll(middleAnswer(model, at, item));
    left = left.without(item);
  }
  return chosen;
}

type Choose = (belief: Belief, candidates: Candidates) => ItemIndex | undefined;

function liveChoice(model: FactorModel, kernels: KernelRuntime | undefined): Choose {
  const strategy = separation.create({ model, seed: 0, kernels });
  return (belief, candidates) => strategy.next(belief, candidates, [])?.item;
}

function frozenChoice(model: FactorModel, { logWeights }: Belief, { items }: Candidates): Choose {
  requireOneOrTwoRows('batch', model);
  const catalogue = new Catalogue(model, items);
  const score = pairwiseSeparation(catalogue, logWeights);
  return (belief, candidates) => {
    catalogue.moveTo(belief);
    const position = candidates.argmax(score);
    return position < 0 ? undefined : candidates.itemAt(position);
  };
}
