/**
 * MaxGap: descending |delta_j|, half the distance between the type biases of an item. With more than two types, half
 * the distance between the largest and the smallest: the same number for two. With several rows per item, the root of the
 * summed squares over its rows, which have the same noise: the same number for one.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { rowOf } from '../../inference/belief/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { fixedOrder } from './fixedOrder.ts';
import type { StrategyDefinition } from './strategy.ts';

export const maxGap: StrategyDefinition = {
  name: 'maxGap',
  label: 'MaxGap',
  summary: 'items with the widest gap between the groups first',
  types: 'any',
  channels: 'any',
  looksAt: 'model',
  create: ({ model }) => fixedOrder('maxGap', gapsOf(model)),
};

/** The same for every interview over a model. */
const known = new WeakMap<FactorModel, Float64Array>();

function gapsOf(model: FactorModel): Float64Array {
  const before = known.get(model);
  if (before !== undefined) return before;
  const gaps = Float64Array.from({ length: model.items.size }, (_, item) => {
    const halves = model.rows.channels.map((_, channel) => {
      const biases = Array.from(rowOf(model, itemIndex(item), channel).biases);
      return (Math.max(...biases) - Math.min(...biases)) / 2;
    });
    return halves.length === 1 ? halves[0]! : Math.hypot(...halves);
  });
  known.set(model, gaps);
  return gaps;
}
