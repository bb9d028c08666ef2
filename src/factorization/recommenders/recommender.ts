/**
 * What every recommender can do: score all items for a person by what the person has rated, whatever the ratings. A
 * recommender is trained on rows of seen items and then knows nothing about single people.
 */
import { checkHistory } from '../implicit/index.ts';

export interface ItemRecommender {
  readonly name: string;
  readonly items: number;
  /** One number per item, seen ones included; the higher, the more it is recommended. */
  scores(history: ArrayLike<number>): Float64Array;
}

/** A recommender that refuses items it does not know. */
export function itemRecommender(given: ItemRecommender): ItemRecommender {
  return {
    ...given,
    scores: (history) => {
      checkHistory(given.items, history);
      return given.scores(history);
    },
  };
}

/** The `n` items with the highest scores that are not in the history, best first; ties go to the lower item. */
export function topN(recommender: ItemRecommender, history: ArrayLike<number>, n: number): number[] {
  const scores = recommender.scores(history);
  const seen = new Set(Array.from(history));
  const open: number[] = [];
  for (let item = 0; item < recommender.items; item++) if (!seen.has(item)) open.push(item);
  // Only those that can be among the first are put in order: numbers sort much faster than items.
  const ascending = Float64Array.from(open, (item) => scores[item]!).sort();
  const least = ascending[Math.max(0, ascending.length - n)] ?? 0;
  return open
    .filter((item) => scores[item]! >= least)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, n);
}
