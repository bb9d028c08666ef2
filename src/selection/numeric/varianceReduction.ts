/**
 * The exact choice for a number: the item whose answer takes most off the variance of x,
 *
 *     cov(x, r_j)^2 / var(r_j).                                                                [eq:varianceReduction]
 *
 * The belief is Gaussian, so this is no expectation: whatever the answer, the variance falls by just that. The choice
 * therefore depends on which items were answered, never on how. O(d) per item and answer.
 */
import { keptOverList } from '../scan/keptOverList.ts';
import { NumericCatalogue } from './numericCatalogue.ts';
import type { NumericStrategyDefinition } from './numericStrategy.ts';

export const varianceReduction: NumericStrategyDefinition = {
  name: 'varianceReduction',
  label: 'Exact',
  summary: 'the question that reduces the variance of the number most (exact)',
  create: ({ model }) => {
    const catalogueOver = keptOverList((items) => new NumericCatalogue(model, items));
    return {
      name: varianceReduction.name,
      next: (belief, candidates) => {
        const catalogue = catalogueOver(candidates);
        catalogue.moveTo(belief);
        const position = candidates.argmax(catalogue.reduction);
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};
