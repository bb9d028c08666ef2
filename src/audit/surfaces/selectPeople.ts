/**
 * Who is measured: people whose attribute is known and who are in every surface that was given, so that surfaces and
 * attackers are compared on the same people. Whoever is left out is counted, by surface.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type NarrowedData, withItemVectors } from '../../factorization/imported/index.ts';
import {
  type CategoricalAttribute,
  type Dataset,
  type GroupRule,
  listOf,
  type RecommendationLists,
  type SmallGroup,
  type Together,
  togetherOf,
  type UserIndex,
  usableLabels,
  type Vectors,
  type Vocabulary,
} from '../../ratings/index.ts';
import { matchIds, type NamedIds } from '../../tables/index.ts';
import { type AuditedPeople, isExposure, type OwnSurface, type Surface, surfaceName } from './surface.ts';

/** A surface, and where in it each of the people is found. */
export interface MatchedSurface {
  readonly surface: Surface;
  /** For each user: the row of the vector, the list or the history; -1 for none. */
  readonly places: Int32Array;
  /** Users of the surface who are not among the people: their attribute is not known, or a filter left them out. */
  readonly unknown: NamedIds;
  /** People who are not in the surface. */
  readonly missing: NamedIds;
  /** Of item vectors: the items that have one, and their ratings. */
  readonly narrowed?: NarrowedData;
}

export interface SelectedPeople {
  /** Indexes of those who are measured, ascending. */
  readonly users: Uint32Array;
  /** Of each of them. */
  readonly types: Uint8Array;
  readonly labels: readonly string[];
  readonly small: readonly SmallGroup[];
  readonly matched: readonly MatchedSurface[];
  /** Who of them belongs together. */
  readonly together: Together | undefined;
}

const NOBODY: NamedIds = { count: 0, examples: [] };

export function selectPeople(people: AuditedPeople, surfaces: readonly Surface[], rule: GroupRule): SelectedPeople {
  const matched = surfaces.map((surface) => matchSurface(people, surface));
  const { values } = people.attribute;
  const isMeasured = (user: number) => values[user]! >= 0 && matched.every(({ places }) => places[user]! >= 0);
  const present = values.map((code, user) => (isMeasured(user) ? code : -1));
  if (present.every((code) => code < 0)) throw nobodyLeft(people, matched);
  const { attribute, small } = usableLabels({ ...people.attribute, values: present }, rule);
  const users = Uint32Array.from(present.keys()).filter((user) => attribute.values[user]! >= 0);
  return {
    users,
    types: Uint8Array.from(users, (user) => attribute.values[user]!),
    labels: attribute.labels,
    small,
    matched,
    together: togetherOf(people.together, users),
  };
}

/** The attribute of the people who are measured. */
export function attributeOfSelected(
  { users, types, labels }: Pick<SelectedPeople, 'users' | 'types' | 'labels'>,
  name: string,
): CategoricalAttribute {
  return { kind: 'categorical', name, labels, values: Int16Array.from(users, (_, n) => types[n]!) };
}

export function matchSurface(people: AuditedPeople, surface: Surface): MatchedSurface {
  if (isMadeHere(surface)) {
    const { users } = requireRatings(people, surfaceName(surface));
    const places = Int32Array.from({ length: users.size }, (_, user) => user);
    return { surface, places, unknown: NOBODY, missing: NOBODY };
  }
  if (surface.kind === 'itemVectors') return matchItemVectors(requireRatings(people, surface.kind), surface);
  const source = sourceOf(surface);
  const ids = 'ids' in source ? source.ids : source.users;
  const match = { file: surface.file, kind: 'user', unknown: 'tell' } as const;
  const { places, unknown, missing } = matchIds(ids, people.users, match);
  if ('ids' in source) return { surface, places, unknown, missing };
  // An empty list shows nothing.
  return {
    surface,
    places: places.map((at) => (at < 0 || listOf(source, at).length === 0 ? -1 : at)),
    unknown,
    missing,
  };
}

function matchItemVectors(dataset: Dataset, surface: Extract<Surface, { kind: 'itemVectors' }>): MatchedSurface {
  const narrowed = withItemVectors(dataset, surface.vectors, surface.file);
  const rows = new Map(idsOf(narrowed.dataset.users).map((id, row) => [id, row]));
  const all = idsOf(dataset.users);
  const places = Int32Array.from(all, (id) => rows.get(id) ?? -1);
  const without = all.filter((_, user) => places[user]! < 0);
  return {
    surface,
    places,
    unknown: NOBODY,
    missing: { count: without.length, examples: without.slice(0, 3) },
    narrowed,
  };
}

type MadeHere = Extract<Surface, { kind: 'ratings' | 'exposure' } | OwnSurface>;
const isMadeHere = (surface: Surface): surface is MadeHere => isExposure(surface) || 'recommender' in surface;

/** What a surface holds about users. */
function sourceOf(surface: Exclude<Surface, MadeHere | { kind: 'itemVectors' }>): Vectors | RecommendationLists {
  if (surface.kind === 'userVectors') return surface.vectors;
  return surface.kind === 'lists' ? surface.lists : surface.scores;
}

const idsOf = (users: Vocabulary<UserIndex>) =>
  Array.from({ length: users.size }, (_, user) => users.id(user as UserIndex));

export function requireRatings({ dataset }: AuditedPeople, kind: string): Dataset {
  if (dataset !== undefined) return dataset;
  throw new UlteriorError(
    'DATASET_EMPTY',
    `"${kind}" needs the ratings of the people, and there are none`,
    'name data with ratings, or measure user vectors, lists or scores instead',
    { kind },
  );
}

function nobodyLeft({ attribute }: AuditedPeople, matched: readonly MatchedSurface[]): UlteriorError {
  const files = matched.flatMap(({ surface }) => ('file' in surface ? [`"${surface.file}"`] : []));
  return new UlteriorError(
    'ATTRIBUTE_WITHOUT_USERS',
    `no one whose "${attribute.name}" is known is in ${files.length > 1 ? `all of ${files.join(', ')}` : (files[0] ?? 'the data')}`,
    'check that the ids are those of the people whose attribute is known',
    { attribute: attribute.name },
  );
}
