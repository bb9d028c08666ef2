/**
 * Recommenders of our own, trained on the same ratings: what they show, and how good it is. A figure about lists says
 * more beside them: every recommender that knows people's taste shows some of it.
 *
 * What leaks is measured on lists made from all ratings of a person. How good lists are is measured on ratings that the
 * recommender did not see: those that the caller set aside for the audited recommender too, or else some of each person's,
 * for which a second recommender is trained without them.
 */
import type { DenseTools } from '../../factorization/index.ts';
import type { SparseRows } from '../../inference/index.ts';
import { type Dataset, holdOutRatings, type RatingMatrix } from '../../ratings/index.ts';
import type { ModelAuditSpec } from './modelAuditSpec.ts';
import { listsFor, rowsOfLists, trainRecommender } from './ownSurface.ts';
import { type UsefulLists, usefulness, type WantedItems, wantedFrom } from './usefulness.ts';

interface AnchorData {
  readonly dataset: Dataset;
  /** Who is measured. */
  readonly users: Uint32Array;
  /** What each user of the dataset should be shown, where the caller set it aside; positions among the items. */
  readonly wanted?: WantedItems | undefined;
  /** Length of the lists. */
  readonly top: number;
  readonly spec: Pick<ModelAuditSpec, 'heldOut' | 'heldOutShare' | 'seed'>;
}

export interface AnchorFound extends UsefulLists {
  /** 1 where an item is among the first of the person's list. */
  readonly rows: SparseRows;
}

export async function anchorLists(name: string, data: AnchorData, tools: DenseTools): Promise<AnchorFound> {
  const { dataset, users, top, spec } = data;
  const listsOf = async (ratings: RatingMatrix) =>
    listsFor(await trainRecommender(name, ratings, spec.seed, tools), ratings, users, top, tools.signal);
  const shown = await listsOf(dataset.ratings);
  const rows = rowsOfLists(shown, dataset.items.size, top);
  if (data.wanted !== undefined) return { rows, ...usefulness(shown, data.wanted, dataset.items.size) };
  const rule = { most: spec.heldOut, share: spec.heldOutShare };
  const { kept, heldOut } = holdOutRatings(dataset, rule, spec.seed);
  const judged = await listsOf(kept.ratings);
  return { rows, ...usefulness(judged, wantedFrom(heldOut, users), dataset.items.size) };
}
