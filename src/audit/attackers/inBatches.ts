/**
 * Questions shown several at once: those of a batch are chosen by the strategy before any of them is answered.
 *
 * Where the choice does not depend on the answers, the batch is what would have been asked live: a fixed order, and the
 * separation of two types. The separation pair by pair goes by the posterior as it is when the batch is chosen
 * (chooseBatch). Every other strategy chooses one question after the other, as if each were answered with the item's
 * mean rating.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, observe } from '../../inference/index.ts';
import type { Answered, ItemIndex } from '../../ratings/index.ts';
import { type Candidates, chooseBatch, type Strategy } from '../../selection/index.ts';

/** Strategies whose batch needs no imagined answers. */
const WITHOUT_ANSWERS = ['separation', 'pairwise'];

/** For one interview from its start to its end. */
export function inBatches(strategy: Strategy, model: FactorModel, size: number): Strategy {
  let batch: readonly ItemIndex[] = [];
  let before: number | undefined;
  return {
    name: `${strategy.name} in batches of ${size}`,
    next: (belief, candidates, answers) => {
      // What was known before the first question is no part of a batch.
      before ??= answers.length;
      const place = (answers.length - before) % size;
      if (place === 0) {
        batch = WITHOUT_ANSWERS.includes(strategy.name)
          ? chooseBatch(model, belief, candidates, size)
          : imaginedBatch(strategy, model, size, belief, candidates, answers);
      }
      const item = batch[place];
      return item === undefined ? undefined : { item };
    },
  };
}

function imaginedBatch(
  strategy: Strategy,
  model: FactorModel,
  size: number,
  belief: Belief,
  candidates: Candidates,
  answers: readonly Answered[],
): ItemIndex[] {
  const chosen: ItemIndex[] = [];
  let [at, left, given] = [belief, candidates, answers];
  while (chosen.length < size) {
    const choice = strategy.next(at, left, given);
    if (choice === undefined) break;
    const { item } = choice;
    const answer = model.itemStatistics.means[item]!;
    chosen.push(item);
    at = at.afterAll(observe(model, item, answer));
    left = left.without(item);
    given = [...given, { item, answer }];
  }
  return chosen;
}
