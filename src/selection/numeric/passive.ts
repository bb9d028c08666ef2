/** Strategies for a number whose order no answer changes, not even by which items were asked. */
import { derive } from '../../maths/index.ts';
import { fixedOrder } from '../strategies/fixedOrder.ts';
import type { NumericStrategyDefinition } from './numericStrategy.ts';

/** MaxGap's counterpart. */
export const steepest: NumericStrategyDefinition = {
  name: 'steepest',
  label: 'Steepest',
  summary: 'items whose rating changes most with the number first',
  create: ({ model }) => fixedOrder('steepest', model.slopes.map(Math.abs)),
};

export const numericEntropy: NumericStrategyDefinition = {
  name: 'entropy',
  label: 'Entropy',
  summary: 'items with the most divided ratings first',
  create: ({ model }) => fixedOrder('entropy', model.itemStatistics.entropies),
};

export const numericRandom: NumericStrategyDefinition = {
  name: 'random',
  label: 'Random',
  summary: 'items in random order',
  create: ({ model, seed, interview = 0 }) => {
    const stream = derive(seed, 'random-strategy', interview);
    return fixedOrder('random', Float64Array.from({ length: model.items.size }, stream.uniform));
  },
};
