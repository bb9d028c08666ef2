/**
 * The exact choice for a number: the item whose answer takes most off the variance of x,
 *
 *     cov(x, r_j)^2 / var(r_j).                                                                [eq:varianceReduction]
 *
 * The belief is Gaussian, so this is no expectation: whatever the answer, the variance falls by just that. The choice
 * therefore depends on which items were answered, never on how. O(d) per item and answer.
 */
import { NumericCatalogue } from './numericCatalogue.ts';
import type { NumericStrategyDefinition } from './numericStrategy.ts';

export const varianceReduction: NumericStrategyDefinition = {
  name: 'varianceReduction',
  label: 'Exact',
  summary: 'the question that reduces the variance of the number most (exact)',
  create: ({ model }) => {
    let catalogue: NumericCatalogue | undefined;
    let items: Uint32Array | undefined;
    return {
      name: varianceReduction.name,
      next: (belief, candidates) => {
        if (catalogue === undefined || candidates.items !== items) {
          items = candidates.items;
          catalogue = new NumericCatalogue(model, items);
        }
        catalogue.moveTo(belief);
        const { reduction } = catalogue;
        const position = candidates.argmax(reduction);
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};
