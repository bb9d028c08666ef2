/** How good lists are, person by person, on what people rated without the recommender knowing. */
import { catalogueCoverage, ndcgOfList, recallOfList } from '../../factorization/index.ts';

/** Of each person who is measured: what the list should hold. */
export type WantedItems = readonly ReadonlySet<number>[];

export interface UsefulLists {
  /** Of each person; NaN for somebody who wants nothing that is known. */
  readonly ndcg: Float64Array;
  readonly recall: Float64Array;
  /** Share of the catalogue that is shown to anybody. */
  readonly coverage: number;
}

export function usefulness(lists: readonly (readonly number[])[], wanted: WantedItems, items: number): UsefulLists {
  const perPerson = (measure: (list: readonly number[], wanted: ReadonlySet<number>) => number) =>
    Float64Array.from(lists, (list, n) => (wanted[n]!.size === 0 ? Number.NaN : measure(list, wanted[n]!)));
  return {
    ndcg: perPerson(ndcgOfList),
    recall: perPerson(recallOfList),
    coverage: catalogueCoverage(lists, items),
  };
}
