/**
 * Recommenders of our own, trained on the same ratings: what they show, and how good it is. A figure about lists says
 * more beside them: every recommender that knows people's taste shows some of it.
 *
 * What leaks is measured on lists made from all ratings of a person. How good lists are is measured on ratings that the
 * recommender did not see: those that the caller set aside for the audited recommender too, or else some of each person's,
 * for which a second recommender is trained without them.
 */
import {
  type DenseTools,
  type ItemRecommender,
  type SeenRows,
  topN,
  trainEase,
  trainImplicitRecommender,
  trainItemNeighbours,
  trainPopularity,
} from '../../factorization/index.ts';
import type { SparseRows } from '../../inference/index.ts';
import { type Dataset, holdOutRatings, type RatingMatrix } from '../../ratings/index.ts';
import type { AnchorName, ModelAuditSpec } from './modelAuditSpec.ts';
import { type UsefulLists, usefulness, type WantedItems } from './usefulness.ts';

export interface AnchorData {
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

export async function anchorLists(name: AnchorName, data: AnchorData, tools: DenseTools): Promise<AnchorFound> {
  const { dataset, users, top, spec } = data;
  const shown = await listsFrom(name, dataset.ratings, users, top, spec.seed, tools);
  const rows = rowsOfLists(shown, dataset.items.size);
  if (data.wanted !== undefined) return { rows, ...usefulness(shown, data.wanted, dataset.items.size) };
  const rule = { most: spec.heldOut, share: spec.heldOutShare };
  const { kept, heldOut } = holdOutRatings(dataset, rule, spec.seed);
  const judged = await listsFrom(name, kept.ratings, users, top, spec.seed, tools);
  return { rows, ...usefulness(judged, wantedFrom(heldOut, users), dataset.items.size) };
}

/** For each of the users the first `top` items that they have not rated. */
async function listsFrom(
  name: AnchorName,
  { byUser, users: people, items }: RatingMatrix,
  users: Uint32Array,
  top: number,
  seed: number,
  tools: DenseTools,
): Promise<number[][]> {
  const seen: SeenRows = { rows: people, columns: items, starts: byUser.starts, indices: byUser.indices };
  const recommender = await trainAnchor(name, seen, seed, tools);
  return Array.from(users, (user) => {
    tools.signal?.throwIfAborted();
    return topN(recommender, byUser.indices.subarray(byUser.starts[user]!, byUser.starts[user + 1]!), top);
  });
}

async function trainAnchor(
  name: AnchorName,
  seen: SeenRows,
  seed: number,
  tools: DenseTools,
): Promise<ItemRecommender> {
  switch (name) {
    case 'popularity':
      return trainPopularity(seen);
    case 'itemNeighbours':
      return trainItemNeighbours(seen);
    case 'ease':
      return trainEase(seen, {}, tools);
    case 'implicitFactors':
      // No more factors than there are people or items.
      return trainImplicitRecommender(seen, { seed, dimension: Math.min(64, seen.rows, seen.columns) }, tools);
  }
}

function wantedFrom({ byUser }: RatingMatrix, users: Uint32Array): WantedItems {
  return Array.from(users, (user) => new Set(byUser.indices.subarray(byUser.starts[user]!, byUser.starts[user + 1]!)));
}

function rowsOfLists(lists: readonly (readonly number[])[], columns: number): SparseRows {
  const starts = new Uint32Array(lists.length + 1);
  for (const [n, list] of lists.entries()) starts[n + 1] = starts[n]! + list.length;
  const indices = Uint32Array.from(lists.flat());
  return { rows: lists.length, columns, starts, indices, values: new Float32Array(indices.length).fill(1) };
}
