/** Which items give the types away. */
import { type Dataset, itemIndex } from '../ratings/index.ts';
import { EARLY, type Outcomes } from './outcomes.ts';
import type { LeakyItem } from './records.ts';

const MOST_ITEMS = 200;

/** Gaps averaged over the folds' models, and how often the first contender asks an item early. */
export function leakyItems(
  dataset: Dataset,
  biasesByFold: readonly Float32Array[],
  typeCount: number,
  first: Outcomes,
) {
  const items = dataset.items.size;
  const biases = new Float64Array(items * typeCount);
  for (const fold of biasesByFold)
    for (let at = 0; at < biases.length; at++) biases[at] = biases[at]! + fold[at]! / biasesByFold.length;
  const asked = new Uint32Array(items);
  for (const entry of first.early) if (entry > 0) asked[entry - 1]!++;
  const counts = new Uint32Array(items);
  for (const item of dataset.ratings.byUser.indices) counts[item]!++;
  const people = first.early.length / EARLY;
  const gapOf = (item: number) => {
    const own = biases.subarray(item * typeCount, (item + 1) * typeCount);
    return (Math.max(...own) - Math.min(...own)) / 2;
  };
  const gaps = Float64Array.from({ length: items }, (_, item) => gapOf(item));
  const worst = Array.from(gaps.keys())
    .sort((a, b) => gaps[b]! - gaps[a]! || a - b)
    .slice(0, MOST_ITEMS)
    .map(
      (item): LeakyItem => ({
        id: dataset.items.id(itemIndex(item)),
        title: dataset.items.title(itemIndex(item)),
        gap: gaps[item]!,
        biases: Array.from(biases.subarray(item * typeCount, (item + 1) * typeCount)),
        ratings: counts[item]!,
        askedEarly: asked[item]! / people,
      }),
    );
  return { worst, gaps: Array.from(gaps.sort()) };
}
