/**
 * What is measured of each surface: all of it once, of lists their first N items for several N. A list is read as a 0/1
 * row, which items are in it; the order within the first N is not read, but shows in the curve over N.
 */
import type { SparseRows } from '../../inference/index.ts';
import { listOf, type RecommendationLists, type Vectors } from '../../ratings/index.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import type { WorkTools } from '../folds/index.ts';
import { foldedInPeople } from './foldedIn.ts';
import type { AnchorName, ModelAuditSpec } from './modelAuditSpec.ts';
import { type DenseTable, once, type Readable, readDense, readSparse } from './readable.ts';
import type { MatchedSurface, SelectedPeople } from './selectPeople.ts';
import type { AuditedPeople, SurfaceKind } from './surface.ts';

/** A part of a surface that attackers read. */
export interface View {
  /** Fit for the name of a file. */
  readonly id: string;
  readonly surface: SurfaceKind | 'anchor';
  /** Of anchors: which. */
  readonly anchor?: AnchorName;
  /** Of lists: how many items of each. */
  readonly top?: number;
  /** Made when it is first needed. */
  readonly readable: (tools: WorkTools) => Promise<Readable>;
}

/** In the order of the surfaces; lists by ascending length. */
export function viewsOf(people: AuditedPeople, selected: SelectedPeople, spec: ModelAuditSpec): View[] {
  return selected.matched.flatMap((matched): View[] => {
    const { surface } = matched;
    const rows = Uint32Array.from(selected.users, (user) => matched.places[user]!);
    if (surface.kind === 'lists') {
      return topsOf(surface.lists, spec).map((top) => listView(surface.lists, rows, top, spec.seed));
    }
    const readable = (tools: WorkTools) => readSurface(people, matched, rows, spec.seed, tools);
    return [{ id: wordOf(surface.kind), surface: surface.kind, readable: once(readable) }];
  });
}

async function readSurface(
  { dataset }: AuditedPeople,
  matched: MatchedSurface,
  rows: Uint32Array,
  seed: number,
  tools: WorkTools,
): Promise<Readable> {
  const { surface } = matched;
  if (surface.kind === 'itemVectors') return readDense(await vectorsOfPeople(matched, rows, tools), seed);
  if (surface.kind === 'ratings') {
    const { byUser, items } = dataset!.ratings;
    return readSparse(sparse(pickRows(byUser, rows), items), seed);
  }
  if (surface.kind === 'userVectors') return readDense(pickVectors(surface.vectors, rows), seed);
  const content = surface.kind === 'scores' ? surface.scores : surface.lists;
  return 'ids' in content ? readDense(pickVectors(content, rows), seed) : readSparse(scoredRows(content, rows), seed);
}

const wordOf = (kind: SurfaceKind) => kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function listView(lists: RecommendationLists, rows: Uint32Array, top: number, seed: number): View {
  return {
    id: `lists-top-${top}`,
    surface: 'lists',
    top,
    readable: once(async () => readSparse(listedRows(lists, rows, top), seed)),
  };
}

/** Those that the lists have, and their full length where that is shorter than the longest wanted. */
export function topsOf({ starts }: RecommendationLists, { tops }: Pick<ModelAuditSpec, 'tops'>): number[] {
  let longest = 0;
  for (let user = 0; user + 1 < starts.length; user++) longest = Math.max(longest, starts[user + 1]! - starts[user]!);
  const shorter = tops.filter((top) => top < longest);
  return shorter.length === tops.length ? shorter : [...shorter, longest];
}

/** The length that the headline is about. */
export function headlineTopOf(tops: readonly number[], { headlineTop }: Pick<ModelAuditSpec, 'headlineTop'>): number {
  return tops.filter((top) => top <= headlineTop).at(-1) ?? tops[0]!;
}

function pickVectors({ dimension, values }: Vectors, rows: Uint32Array): DenseTable {
  const picked = new Float64Array(rows.length * dimension);
  for (const [n, row] of rows.entries()) {
    picked.set(values.subarray(row * dimension, (row + 1) * dimension), n * dimension);
  }
  return { people: rows.length, width: dimension, values: picked };
}

async function vectorsOfPeople({ narrowed }: MatchedSurface, rows: Uint32Array, tools: WorkTools): Promise<DenseTable> {
  const { dataset, profiles } = narrowed!;
  const { width, values } = await foldedInPeople(dataset, profiles, profiles.length / dataset.items.size, tools);
  return pickVectors({ ids: [], dimension: width, values }, rows);
}

/** The first `top` items of each list: 1 where an item is among them. */
export function listedRows(lists: RecommendationLists, rows: Uint32Array, top: number): SparseRows {
  const parts = Array.from(rows, (row) => listOf(lists, row).subarray(0, top));
  const starts = new Uint32Array(parts.length + 1);
  for (const [n, part] of parts.entries()) starts[n + 1] = starts[n]! + part.length;
  const indices = new Uint32Array(starts.at(-1)!);
  for (const [n, part] of parts.entries()) indices.set(part, starts[n]!);
  return {
    rows: rows.length,
    columns: lists.items.length,
    starts,
    indices,
    values: new Float32Array(indices.length).fill(1),
  };
}

/** A long table of scores: which items were scored, and how high. */
function scoredRows(lists: RecommendationLists, rows: Uint32Array): SparseRows {
  const { starts, entries, scores } = lists;
  const values = scores === undefined ? new Float32Array(entries.length).fill(1) : Float32Array.from(scores);
  return sparse(pickRows({ starts, indices: entries, values }, rows), lists.items.length);
}
