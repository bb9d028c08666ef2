/**
 * What a list of recommendations is worth: the ten items that EASE puts first among all that were not sent, held against
 * the ratings that were never sent. This is what made-up and withheld ratings cost; errors of predicted ratings hardly
 * show it.
 */
import type { WorkTools } from '../../../audit/index.ts';
import { type ItemRecommender, ndcgOfList, topN, trainEase } from '../../../factorization/index.ts';
import { historyAt, type SparseRows } from '../../../inference/index.ts';

const LENGTH = 10;
/** EASE factors a matrix of items x items: beyond this many it is left out. */
export const MOST_ITEMS = 6000;

/** `same` where the rows have the items of an earlier one; undefined for catalogues that are too large for it. */
export async function recommenderOf(
  rows: SparseRows,
  { onTaskDone, ...tools }: WorkTools,
  same?: ItemRecommender,
): Promise<ItemRecommender | undefined> {
  if (rows.columns > MOST_ITEMS) return undefined;
  const recommender = same ?? (await trainEase(rows, {}, tools));
  onTaskDone?.();
  return recommender;
}

/** NDCG@10 of each person; NaN for those of whom nothing is held out. */
export function topTens(recommender: ItemRecommender, sent: SparseRows, heldOut: SparseRows): Float64Array {
  return Float64Array.from({ length: sent.rows }, (_, person) => {
    const wanted = new Set(Array.from(historyAt(heldOut, person).indices));
    if (wanted.size === 0) return Number.NaN;
    return ndcgOfList(topN(recommender, historyAt(sent, person).indices, LENGTH), wanted);
  });
}
