/**
 * Two small measurements on this machine with these data, as for groups (estimate.ts): training on a few people, and a
 * few interviews. Apart from what the page makes of them, which needs no training.
 */
import { type NumericModel, numericDefaults, trained, trainNumeric } from '../../../factorization/index.ts';
import { numericRowOf, startNumericBelief } from '../../../inference/index.ts';
import { type Dataset, filterByCounts, numericAttributeOf, subsetUsers } from '../../../ratings/index.ts';
import { Candidates, createNumericStrategy } from '../../../selection/index.ts';
import { type Pace, PEOPLE, paceOf, QUESTIONS } from './pace.ts';

export async function measureNumberPace(dataset: Dataset, attribute: string, now: () => number): Promise<Pace> {
  const { values } = numericAttributeOf(dataset, attribute);
  const { dataset: data } = filterByCounts(subsetUsers(dataset, someOfAll(values)), {});
  const trainOnce = async () => trained(await trainNumeric(data, attribute, numericDefaults));
  return paceOf(data.ratings.count, trainOnce, askSome, now);
}

/** Some people from the smallest number to the largest: the first in the data may all have the same one. */
function someOfAll(values: Float64Array): Uint32Array {
  const known = Uint32Array.from(values.keys()).filter((user) => !Number.isNaN(values[user]!));
  const sorted = known.sort((a, b) => values[a]! - values[b]!);
  const count = Math.min(PEOPLE, sorted.length);
  return Uint32Array.from(
    { length: count },
    (_, at) => sorted[Math.round((at * (sorted.length - 1)) / Math.max(1, count - 1))]!,
  ).sort();
}

function askSome(model: NumericModel): void {
  const strategy = createNumericStrategy({ model, seed: 0 });
  let belief = startNumericBelief(model);
  let candidates = Candidates.all(model.items.size);
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const choice = strategy.next(belief, candidates);
    if (choice === undefined) break;
    belief = belief.after({ row: numericRowOf(model, choice.item), value: 0 });
    candidates = candidates.without(choice.item);
  }
}
