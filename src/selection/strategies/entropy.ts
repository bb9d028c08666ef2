/** Entropy: items on which the training users' ratings are most divided come first. */
import { fixedOrder } from './fixedOrder.ts';
import type { StrategyDefinition } from './strategy.ts';

export const entropy: StrategyDefinition = {
  name: 'entropy',
  label: 'Entropy',
  summary: 'items with the most divided ratings first',
  types: 'any',
  channels: 'any',
  looksAt: 'items',
  create: ({ model }) => fixedOrder('entropy', model.itemStatistics.entropies),
};
