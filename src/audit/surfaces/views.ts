/**
 * What is measured of each surface: all of it once, of lists their first N items for several N. A list is read as a 0/1
 * row, which items are in it; the order within the first N is not read, but shows in the curve over N.
 */
import { type SparseRows, selectRows } from '../../inference/index.ts';
import { type Dataset, listOf, type RecommendationLists, type UserIndex, type Vectors } from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { type DenseTable, readDense, readSparse } from '../attackers/readable.ts';
import type { Seen } from '../attackers/seen.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { Exposure } from '../exposures/exposure.ts';
import { exposureNamed, readExposure } from '../exposures/exposureRegistry.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import type { DefendedRatings } from './defendedRatings.ts';
import { foldedInPeople } from './foldedIn.ts';
import type { ModelAuditSpec } from './modelAuditSpec.ts';
import { type OwnRecommenders, rowsOfLists, tableFor } from './ownSurface.ts';
import { type MatchedSurface, matchSurface, type SelectedPeople } from './selectPeople.ts';
import { type AuditedPeople, isExposure, type OwnSurface, type Surface, surfaceName } from './surface.ts';

/** A part of a surface that attackers read. */
export interface View extends Pick<Exposure, 'id' | 'seen' | 'worth'> {
  /** What records call it. */
  readonly surface: string;
  /** Whether ratings of items are seen: attackers with a factor model read nothing else. */
  readonly rated?: boolean;
  /** Of lists: how many items of each. */
  readonly top?: number;
  /** Whom attackers learn from, where that is not everybody outside the fold. */
  readonly learnersOf?: (members: FoldMembers) => Uint32Array;
}

/** Everything that views are made of. */
export interface ViewSource {
  readonly people: AuditedPeople;
  readonly selected: SelectedPeople;
  readonly spec: ModelAuditSpec;
  readonly own: OwnRecommenders;
}

/**
 * In the order of the surfaces; lists by ascending length. With `defended`, as the recommender makes them of what people
 * send in each fold.
 */
export function viewsOf(source: ViewSource, folds: Uint16Array, defended?: DefendedRatings): View[] {
  return source.selected.matched.flatMap((matched) => {
    const { surface } = matched;
    // Lists of every length come from one asking.
    const answers = memoizeAsync<Dataset, RecommendationLists>();
    return partsOf(surface, source).map((top): View => {
      const kept = memoizeAsync<object, Seen>();
      const ofAll = {};
      return {
        ...named(surface, top, defended === undefined ? '' : 'after-'),
        seen: (members, tools) =>
          kept(defended === undefined ? ofAll : members.people, async () => {
            const sent = await defended?.(members, tools);
            const again =
              surface.kind === 'lists' && 'again' in surface && sent !== undefined ? surface.again : undefined;
            if (again === undefined) return read(matched, sent, top, source, tools);
            const word = `fold-${folds[members.people[0]!]}`;
            const lists = await answers(sent!, () => again(sent!, word, tools.signal));
            return readSparse(listedRows(lists, rowsIn(lists, source), top!), source.spec.seed);
          }),
      };
    });
  });
}

/** The lengths at which lists are read; of other surfaces all there is. */
export function partsOf(surface: Surface, { people, spec }: ViewSource): (number | undefined)[] {
  if (surface.kind !== 'lists') return [undefined];
  return 'recommender' in surface ? topsUpTo(people.dataset!.items.size, spec) : topsOf(surface.lists, spec);
}

export function named(surface: Surface, top: number | undefined, before: string): Omit<View, 'seen'> {
  const name = surfaceName(surface);
  const rated = isExposure(surface) && exposureNamed(name).shows === 'ratings';
  return top === undefined
    ? { id: `${before}${wordOf(name)}`, surface: name, rated }
    : { id: `${before}lists-top-${top}`, surface: name, top };
}

/** What the caller gave, or what the ratings are: those that were sent, if people defend themselves. */
async function read(
  matched: MatchedSurface,
  sent: Dataset | undefined,
  top: number | undefined,
  source: ViewSource,
  tools: WorkTools,
): Promise<Seen> {
  const { surface } = matched;
  const { people, selected, spec } = source;
  const dataset = sent ?? people.dataset;
  if (isExposure(surface)) {
    return readExposure(exposureNamed(surfaceName(surface)), dataset!, selected.users, spec.seed);
  }
  const rematched = sent === undefined ? matched : matchSurface({ ...people, dataset: sent }, surface);
  const table = await numbersOf({ ...rematched, surface }, dataset, source, tools);
  if (table !== undefined) return readDense(table, spec.seed);
  if ('recommender' in surface) return readOwnLists(surface, dataset!, top, source, tools);
  const rows = Int32Array.from(selected.users, (user) => rematched.places[user]!);
  if (surface.kind === 'lists') return readSparse(listedRows(surface.lists, rows, top!), spec.seed);
  return readSparse(scoredRows((surface as { scores: RecommendationLists }).scores, rows), spec.seed);
}

/** A row of numbers for each of the people, where the surface has one. */
export async function numbersOf(
  { surface, places, narrowed }: MatchedSurface,
  dataset: Dataset | undefined,
  { selected: { users }, own }: ViewSource,
  tools: WorkTools,
): Promise<DenseTable | undefined> {
  if (isExposure(surface)) return undefined;
  if ('recommender' in surface) {
    if (surface.kind === 'lists') return undefined;
    const recommender = await own.trained(surface.recommender, dataset!, tools);
    return tableFor(dataset!, users, surface.kind === 'scores' ? recommender.scores : recommender.vector);
  }
  const rows = Int32Array.from(users, (user) => places[user]!);
  switch (surface.kind) {
    case 'itemVectors': {
      const { dataset: rated, profiles } = narrowed!;
      const table = await foldedInPeople(rated, profiles, profiles.length / rated.items.size, tools);
      return pickVectors({ ids: [], dimension: table.width, values: table.values }, rows);
    }
    case 'userVectors':
      return pickVectors(surface.vectors, rows);
    case 'scores':
      return 'ids' in surface.scores ? pickVectors(surface.scores, rows) : undefined;
    case 'lists':
      return undefined;
  }
}

async function readOwnLists(
  { recommender: name }: OwnSurface,
  dataset: Dataset,
  top: number | undefined,
  { selected: { users }, spec, own }: ViewSource,
  tools: WorkTools,
): Promise<Seen> {
  const longest = topsUpTo(dataset.items.size, spec).at(-1)!;
  const lists = await own.lists(name, dataset, users, longest, tools);
  return readSparse(rowsOfLists(lists, dataset.items.size, top!), spec.seed);
}

const wordOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Those that the lists have, and their full length where that is shorter than the longest wanted. */
export function topsOf({ starts }: RecommendationLists, spec: Pick<ModelAuditSpec, 'tops'>): number[] {
  let longest = 0;
  for (let user = 0; user + 1 < starts.length; user++) longest = Math.max(longest, starts[user + 1]! - starts[user]!);
  return topsUpTo(longest, spec);
}

/** The same where lists are as long as wanted, up to `longest`. */
function topsUpTo(longest: number, { tops }: Pick<ModelAuditSpec, 'tops'>): number[] {
  const shorter = tops.filter((top) => top < longest);
  return shorter.length === tops.length ? shorter : [...shorter, longest];
}

/** The length that the headline is about. */
export function headlineTopOf(tops: readonly number[], { headlineTop }: Pick<ModelAuditSpec, 'headlineTop'>): number {
  return tops.filter((top) => top <= headlineTop).at(-1) ?? tops[0]!;
}

/** Somebody without a row has zeros. */
function pickVectors({ dimension, values }: Vectors, rows: Int32Array): DenseTable {
  const picked = new Float64Array(rows.length * dimension);
  for (const [n, row] of rows.entries()) {
    if (row < 0) continue;
    picked.set(values.subarray(row * dimension, (row + 1) * dimension), n * dimension);
  }
  return { people: rows.length, width: dimension, values: picked };
}

/** Where the people who are measured are in lists; -1 for nowhere. */
function rowsIn({ users }: RecommendationLists, { people, selected }: ViewSource): Int32Array {
  const rowOf = new Map(users.map((id, row) => [id, row]));
  return Int32Array.from(selected.users, (user) => rowOf.get(people.users.id(user as UserIndex)) ?? -1);
}

/** Somebody without a row has an empty list. */
function listedRows(lists: RecommendationLists, rows: Int32Array, top: number): SparseRows {
  const shown = Array.from(rows, (row) => (row < 0 ? [] : Array.from(listOf(lists, row).subarray(0, top))));
  return rowsOfLists(shown, lists.items.length, top);
}

/** A long table of scores: which items were scored, and how high. */
function scoredRows(lists: RecommendationLists, rows: Int32Array): SparseRows {
  const { starts, entries, scores } = lists;
  const values = scores === undefined ? new Float32Array(entries.length).fill(1) : Float32Array.from(scores);
  return selectRows(sparse({ starts, indices: entries, values }, lists.items.length), rows);
}
