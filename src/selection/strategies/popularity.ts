/** Popularity: items that most training users rated come first. */
import { fixedOrder } from './fixedOrder.ts';
import type { StrategyDefinition } from './strategy.ts';

export const popularity: StrategyDefinition = {
  name: 'popularity',
  label: 'Popular items first',
  summary: 'items with the most ratings first',
  types: 'any',
  channels: 'any',
  looksAt: 'items',
  create: ({ model }) => {
    const types = model.typeLabels.length;
    const { countsByType } = model.itemStatistics;
    const counts = Float64Array.from({ length: model.items.size }, (_, item) =>
      countsByType.subarray(item * types, (item + 1) * types).reduce((sum, count) => sum + count, 0),
    );
    return fixedOrder('popularity', counts);
  },
};
