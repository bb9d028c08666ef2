/**
 * What is measured of each surface: all of it once, of lists their first N items for several N. A list is read as a 0/1
 * row, which items are in it; the order within the first N is not read, but shows in the curve over N.
 */
import type { SparseRows } from '../../inference/index.ts';
import {
  type Dataset,
  listOf,
  type RecommendationLists,
  subsetUsers,
  type UserIndex,
  type Vectors,
} from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { type DenseTable, once, readDense, readRatings, readSparse } from '../attackers/readable.ts';
import type { Seen } from '../attackers/seen.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import { auditDefaults } from '../spec/spec.ts';
import type { DefendedRatings } from './defendedRatings.ts';
import { foldedInPeople } from './foldedIn.ts';
import type { ModelAuditSpec } from './modelAuditSpec.ts';
import { type OwnRecommenders, rowsOfLists, tableFor } from './ownSurface.ts';
import { type MatchedSurface, matchSurface, type SelectedPeople } from './selectPeople.ts';
import type { AskAgain, AuditedPeople, OwnSurface, SurfaceKind } from './surface.ts';

/** A part of a surface that attackers read. */
export interface View {
  /** Fit for the name of a file. */
  readonly id: string;
  readonly surface: SurfaceKind | 'anchor';
  /** Of anchors: which. */
  readonly anchor?: string;
  /** Of lists: how many items of each. */
  readonly top?: number;
  /** Made when it is first needed; after a defence, once for each fold. */
  readonly seen: (tools: WorkTools, members: FoldMembers) => Promise<Seen>;
}

/** Everything that views are made of. */
export interface ViewSource {
  readonly people: AuditedPeople;
  readonly selected: SelectedPeople;
  readonly spec: ModelAuditSpec;
  readonly own: OwnRecommenders;
}

/** In the order of the surfaces; lists by ascending length. */
export function viewsOf(source: ViewSource): View[] {
  return source.selected.matched.flatMap((matched) => {
    const { surface } = matched;
    return partsOf(matched, source).map((top): View => {
      const seen = once((tools: WorkTools) =>
        'recommender' in surface
          ? readOwn(surface, source.people.dataset!, top, source, tools)
          : readGiven(matched, top, source, tools),
      );
      return { ...named(surface.kind, top), seen };
    });
  });
}

/** The same views of what people send who defend themselves, fold by fold. */
export function viewsAfter(source: ViewSource, defended: DefendedRatings, folds: Uint16Array): View[] {
  return source.selected.matched.flatMap((matched) => {
    // Lists of every length come from one asking.
    const answers = memoizeAsync<Dataset, RecommendationLists>();
    return partsOf(matched, source).map((top): View => {
      const inFold = memoizeAsync<Uint32Array, Seen>();
      const { id, ...name } = named(matched.surface.kind, top);
      return {
        ...name,
        id: `after-${id}`,
        seen: (tools, members) =>
          inFold(members.people, async () => {
            const sent = await defended(members, tools);
            const ask = (again: AskAgain) =>
              answers(sent, () => again(sent, `fold-${folds[members.people[0]!]}`, tools.signal));
            return readSent(matched, sent, ask, top, source, tools);
          }),
      };
    });
  });
}

/** The lengths at which lists are read; of other surfaces all there is. */
function partsOf({ surface }: MatchedSurface, { people, spec }: ViewSource): (number | undefined)[] {
  if (surface.kind !== 'lists') return [undefined];
  return 'recommender' in surface ? topsUpTo(people.dataset!.items.size, spec) : topsOf(surface.lists, spec);
}

function named(kind: SurfaceKind, top: number | undefined): Omit<View, 'seen'> {
  return top === undefined ? { id: wordOf(kind), surface: kind } : { id: `lists-top-${top}`, surface: kind, top };
}

/** What the caller gave, or what the ratings are. */
async function readGiven(
  matched: MatchedSurface,
  top: number | undefined,
  { people, selected, spec: { seed } }: ViewSource,
  tools: WorkTools,
): Promise<Seen> {
  const { surface } = matched;
  const rows = Int32Array.from(selected.users, (user) => matched.places[user]!);
  if (surface.kind === 'itemVectors') return readDense(await vectorsOfPeople(matched, rows, tools), seed);
  if (surface.kind === 'ratings') return readHistories(people.dataset!, selected.users, seed);
  if ('recommender' in surface) throw new TypeError('it is trained here');
  if (surface.kind === 'lists') return readSparse(listedRows(surface.lists, rows, top!), seed);
  if (surface.kind === 'userVectors') return readDense(pickVectors(surface.vectors, rows), seed);
  const { scores } = surface;
  return 'ids' in scores ? readDense(pickVectors(scores, rows), seed) : readSparse(scoredRows(scores, rows), seed);
}

/** What a recommender makes of the ratings that people send; `ask` asks a live one. */
async function readSent(
  matched: MatchedSurface,
  sent: Dataset,
  ask: (again: AskAgain) => Promise<RecommendationLists>,
  top: number | undefined,
  source: ViewSource,
  tools: WorkTools,
): Promise<Seen> {
  const { surface } = matched;
  const { people, selected, spec } = source;
  if ('recommender' in surface) return readOwn(surface, sent, top, source, tools);
  if (surface.kind === 'ratings') return readHistories(sent, selected.users, spec.seed);
  if (surface.kind === 'lists') {
    const lists = await ask(surface.again!);
    const rowOf = new Map(lists.users.map((id, row) => [id, row]));
    const rows = Int32Array.from(selected.users, (user) => rowOf.get(people.users.id(user as UserIndex)) ?? -1);
    return readSparse(listedRows(lists, rows, top!), spec.seed);
  }
  return readGiven(matchSurface({ ...people, dataset: sent }, surface), top, source, tools);
}

async function readOwn(
  { kind, recommender: name }: OwnSurface,
  dataset: Dataset,
  top: number | undefined,
  { selected: { users }, spec, own }: ViewSource,
  tools: WorkTools,
): Promise<Seen> {
  if (kind === 'lists') {
    const longest = topsUpTo(dataset.items.size, spec).at(-1)!;
    const lists = await own.lists(name, dataset, users, longest, tools);
    return readSparse(rowsOfLists(lists, dataset.items.size, top!), spec.seed);
  }
  const recommender = await own.trained(name, dataset, tools);
  const measure = kind === 'scores' ? recommender.scores : recommender.vector;
  return readDense(tableFor(dataset, users, measure), spec.seed);
}

const readHistories = (dataset: Dataset, users: Uint32Array, seed: number) =>
  readRatings(subsetUsers(dataset, users), auditDefaults, seed);

const wordOf = (kind: SurfaceKind) => kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

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

async function vectorsOfPeople({ narrowed }: MatchedSurface, rows: Int32Array, tools: WorkTools): Promise<DenseTable> {
  const { dataset, profiles } = narrowed!;
  const { width, values } = await foldedInPeople(dataset, profiles, profiles.length / dataset.items.size, tools);
  return pickVectors({ ids: [], dimension: width, values }, rows);
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
  return sparse(pickRows({ starts, indices: entries, values }, Uint32Array.from(rows)), lists.items.length);
}
