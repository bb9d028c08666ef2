/** Random: a random order of the items, drawn once per interview. */
import { derive } from '../../maths/index.ts';
import { fixedOrder } from './fixedOrder.ts';
import type { StrategyDefinition } from './strategy.ts';

export const random: StrategyDefinition = {
  name: 'random',
  label: 'Random',
  summary: 'items in random order',
  types: 'any',
  channels: 'any',
  looksAt: 'items',
  create: ({ model, seed, interview = 0 }) => {
    const stream = derive(seed, 'random-strategy', interview);
    return fixedOrder('random', Float64Array.from({ length: model.items.size }, stream.uniform));
  },
};
