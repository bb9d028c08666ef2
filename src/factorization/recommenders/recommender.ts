/**
 * What every recommender can do: score all items for a person by what the person has rated, whatever the ratings. A
 * recommender is trained on rows of seen items and then knows nothing about single people.
 */
import { checkHistory } from '../implicit/index.ts';
import { topOf } from './recommenderDefinition.ts';

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
  return topOf(recommender.scores(history), history, n);
}
