/** How good lists are, person by person, on what people rated without the recommender knowing. */
import { catalogueCoverage, ndcgOfList, recallOfList } from '../../factorization/index.ts';
import { listOf, type RatingMatrix, type RecommendationLists } from '../../ratings/index.ts';
import { matchIds } from '../../tables/index.ts';
import { estimated, meanOver } from '../exposures/worth.ts';
import type { Finding, With } from '../records/finding.ts';
import type { SelectedPeople } from './selectPeople.ts';
import type { AuditedPeople, ModelAuditInput } from './surface.ts';

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

/** Resamples of the people. */
export interface Drawn {
  readonly resamples: readonly ArrayLike<number>[];
  readonly level: number;
}

/** `people`: those who had something that they should be shown. */
export function listUse(
  { ndcg, recall }: Pick<UsefulLists, 'ndcg' | 'recall'>,
  { resamples, level }: Drawn,
): Pick<With<'ndcg' | 'recall'>, 'people' | 'ndcg' | 'recall'> {
  const people = Uint32Array.from(ndcg.keys());
  const estimate = (values: Float64Array) => estimated(meanOver(values, people), resamples, people.length, level);
  return { people: ndcg.filter(Number.isFinite).length, ndcg: estimate(ndcg), recall: estimate(recall) };
}

/** What each of the people should be shown; items that are nowhere in the lists count as missed. */
export function wantedItems(
  setAside: RecommendationLists,
  people: AuditedPeople,
  users: Uint32Array,
  placeOf: (item: string) => number | undefined,
): WantedItems {
  const match = { file: 'ratings set aside', kind: 'user', unknown: 'tell' } as const;
  const { places } = matchIds(setAside.users, people.users, match);
  const items = setAside.items.map((id, n) => placeOf(id) ?? -1 - n);
  return Array.from(users, (user) =>
    places[user]! < 0
      ? new Set<number>()
      : new Set(Array.from(listOf(setAside, places[user]!), (item) => items[item]!)),
  );
}

/** The same from ratings of each user of the data. */
export function wantedFrom({ byUser }: RatingMatrix, users: Uint32Array): WantedItems {
  return Array.from(users, (user) => new Set(byUser.indices.subarray(byUser.starts[user]!, byUser.starts[user + 1]!)));
}

/** How good the audited lists are, as far as that can be said. */
export function auditedLists(
  { people, surfaces, setAside }: ModelAuditInput,
  { users, matched }: SelectedPeople,
  target: string,
  top: number,
  drawn: Drawn,
): Finding[] {
  const at = surfaces.findIndex(({ kind }) => kind === 'lists');
  const surface = surfaces[at];
  if (surface?.kind !== 'lists' || 'recommender' in surface) return [];
  const { lists } = surface;
  const shown = Array.from(users, (user) => [...listOf(lists, matched[at]!.places[user]!).subarray(0, top)]);
  const catalogue = people.dataset?.items.size;
  const coverage = catalogue === undefined ? {} : { catalogue: Math.min(1, catalogueCoverage(shown, catalogue)) };
  const place = { target, exposure: 'lists', length: top, variant: 'real' } as const;
  if (setAside === undefined) return catalogue === undefined ? [] : [{ ...place, people: users.length, ...coverage }];
  const places = new Map(lists.items.map((id, item) => [id, item]));
  const wanted = wantedItems(setAside, people, users, (id) => places.get(id));
  return [{ ...place, ...listUse(usefulness(shown, wanted, catalogue ?? lists.items.length), drawn), ...coverage }];
}
