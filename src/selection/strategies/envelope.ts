/**
 * The exact choice for any number of types: the item of smallest expected risk (riskRanking.ts). Means and spreads of all
 * candidates are kept in step with the belief at O(K d) per item and observation.
 */

import { rankByRisk } from '../risk/riskRanking.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { keptOverList } from '../scan/keptOverList.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import type { StrategyDefinition } from './strategy.ts';

export const envelope: StrategyDefinition = {
  name: 'envelope',
  label: 'Exact selection, any groups',
  summary: 'the question with the smallest expected risk, for any number of groups (exact)',
  types: 'any',
  channels: 'any',
  create: ({ model }) => {
    requireOneOrTwoRows(envelope.name, model);
    const catalogueOver = keptOverList((items) => new Catalogue(model, items));
    return {
      name: envelope.name,
      next: (belief, candidates) => {
        const catalogue = catalogueOver(candidates);
        catalogue.moveTo(belief);
        const [best] = rankByRisk(catalogue, belief, candidates, 1);
        return best && { item: candidates.itemAt(best.position) };
      },
    };
  },
};
