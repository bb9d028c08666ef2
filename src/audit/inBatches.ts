/** Questions shown several at once: those of a batch are chosen before any of them is answered. */
import type { FactorModel } from '../factorization/index.ts';
import type { ItemIndex } from '../ratings/index.ts';
import { chooseBatch, type Strategy } from '../selection/index.ts';

/** For one interview from its start to its end; `known` answers came before it. */
export function inBatches(model: FactorModel, size: number, known: number): Strategy {
  let batch: readonly ItemIndex[] = [];
  return {
    name: 'batches',
    next: (belief, candidates, answers) => {
      const place = (answers.length - known) % size;
      if (place === 0) batch = chooseBatch(model, belief, candidates, size);
      const item = batch[place];
      return item === undefined ? undefined : { item };
    },
  };
}
