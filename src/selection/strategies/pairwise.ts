/**
 * The question that separates the types most, pair by pair: the largest sum over pairs of pi_s pi_t D_st^2, with the
 * posterior of the moment. It is what little an answer tells about the type, in nats and to first order, so it cares for
 * the whole posterior and not for its largest entry alone, as the expected risk of envelope.ts does. For two types it is
 * the order of separation.ts. O(K d) per item and answer, O(K^2) per item and question.
 */

import { pairwiseSeparation } from '../risk/pairwiseSeparation.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { keptOverList } from '../scan/keptOverList.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import type { StrategyDefinition } from './strategy.ts';

export const pairwise: StrategyDefinition = {
  name: 'pairwise',
  label: 'Pair by pair',
  summary: 'the question that separates the likely groups best, pair by pair',
  types: 'any',
  channels: 'any',
  create: ({ model }) => {
    requireOneOrTwoRows(pairwise.name, model);
    const catalogueOver = keptOverList((items) => new Catalogue(model, items));
    return {
      name: pairwise.name,
      next: (belief, candidates) => {
        const catalogue = catalogueOver(candidates);
        catalogue.moveTo(belief);
        const position = candidates.argmax(pairwiseSeparation(catalogue, belief.logWeights));
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};
