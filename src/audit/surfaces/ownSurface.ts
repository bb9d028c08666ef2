/** What recommenders that are trained here keep about people, and show them. */
import {
  type DenseTools,
  type OpenRecommender,
  openRecommender,
  type RatedHistory,
  recommenderNamed,
} from '../../factorization/index.ts';
import { historyAt, packRows, type SparseRows } from '../../inference/index.ts';
import type { Dataset, RatingMatrix } from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import type { DenseTable } from '../attackers/readable.ts';
import { sparse } from '../attackers/sparseData.ts';

export async function trainRecommender(
  name: string,
  { byUser, items }: RatingMatrix,
  seed: number,
  tools: DenseTools,
): Promise<OpenRecommender> {
  return openRecommender(recommenderNamed(name), sparse(byUser, items), { seed, tools });
}

/** Recommenders and their longest lists, made once for each set of ratings. */
export interface OwnRecommenders {
  trained(name: string, dataset: Dataset, tools: DenseTools): Promise<OpenRecommender>;
  /** For each of the users the first `top` items. */
  lists(name: string, dataset: Dataset, users: Uint32Array, top: number, tools: DenseTools): Promise<number[][]>;
}

export function ownRecommenders(seed: number): OwnRecommenders {
  const kept = new Map<string, ReturnType<typeof memoizeAsync<Dataset, unknown>>>();
  const keep = <Made>(dataset: Dataset, key: string, make: () => Promise<Made>): Promise<Made> => {
    const own = kept.get(key) ?? memoizeAsync<Dataset, unknown>();
    kept.set(key, own);
    return own(dataset, make) as Promise<Made>;
  };
  const trained: OwnRecommenders['trained'] = (name, dataset, tools) =>
    keep(dataset, name, () => trainRecommender(name, dataset.ratings, seed, tools));
  return {
    trained,
    lists: (name, dataset, users, top, tools) =>
      keep(dataset, `${name} ${top}`, async () =>
        listsFor(await trained(name, dataset, tools), dataset.ratings, users, top, tools.signal),
      ),
  };
}

/** For each of the users the first `top` items. */
export function listsFor(
  recommender: OpenRecommender,
  ratings: RatingMatrix,
  users: Uint32Array,
  top: number,
  signal?: AbortSignal | undefined,
): number[][] {
  return Array.from(users, (user) => {
    signal?.throwIfAborted();
    return recommender.list(historyOf(ratings, user), top);
  });
}

/** One row of `measure` per user. */
export function tableFor(
  { ratings }: Dataset,
  users: Uint32Array,
  measure: (history: RatedHistory) => ArrayLike<number>,
): DenseTable {
  const rows = Array.from(users, (user) => Float32Array.from(measure(historyOf(ratings, user))));
  const width = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * width);
  for (const [n, row] of rows.entries()) values.set(row, n * width);
  return { people: rows.length, width, values };
}

export const historyOf = ({ byUser, items }: RatingMatrix, user: number): RatedHistory =>
  historyAt(sparse(byUser, items), user);

/** 1 where an item is among the first `top` of the person's list. */
export function rowsOfLists(lists: readonly (readonly number[])[], columns: number, top: number): SparseRows {
  const first = lists.map((list) => list.slice(0, top));
  return packRows(
    columns,
    first.map((indices) => ({ indices, values: indices.map(() => 1) })),
  );
}
