/**
 * What must not be withheld, because it would come straight back: a withheld item that the rest of the history predicts
 * well is recommended at once and takes the place of something new. Most of what withholding costs is of this kind, and
 * sparing these items need not hide less: whatever the rest predicts, an attacker infers anyway.
 *
 *     score_j = sum over rated i of B_ij,     guarded: score_j >= the `places`-th largest score of an unrated item   [eq:guard]
 *
 *   B   item by item, from EASE on the public model's own people; for each j the entries that are largest in size
 *
 * A rated item's own score does not count itself, as B_jj = 0. B says of items, and of nobody, how they go together.
 */
import { type DenseTools, trainEase } from '../../factorization/index.ts';
import { historyAt, packRows, type SparseRows } from '../../inference/index.ts';

/** B without small entries, by the item that was rated. */
export interface RecommendationGuard {
  /** items + 1 positions: where the entries of each item begin. */
  readonly starts: Uint32Array;
  /** The item whose score each entry adds to. */
  readonly items: Uint32Array;
  readonly weights: Float32Array;
}

/** How the guard is fitted. */
interface GuardOptions {
  /** Entries that are kept for each item. Default 200. */
  readonly neighbours?: number;
  /** Of EASE. Default 300. */
  readonly ridge?: number;
}

/** Places of a list of recommendations that are kept free of what was withheld, where nothing else is said. */
export const GUARDED_PLACES = 25;
/** EASE factors a matrix of items x items. Of a larger catalogue the items with most ratings have a guard, the rest none. */
const MOST_ITEMS = 6000;

/** Fits the guard to the histories that the public model is fitted to. */
export async function fitGuard(
  histories: SparseRows,
  tools: DenseTools,
  { neighbours = 200, ridge = 300 }: GuardOptions = {},
): Promise<RecommendationGuard> {
  const often = mostRated(histories);
  const recommender = await trainEase(onlyItems(histories, often), { ridge }, tools);
  const count = often.length;
  const all = new Float32Array(count * count);
  for (let item = 0; item < count; item++) all.set(recommender.scores([item]), item * count);
  const limits = smallestKept(all, count, neighbours);
  const starts = new Uint32Array(histories.columns + 1);
  const items: number[] = [];
  const weights: number[] = [];
  let next = 0;
  for (let item = 0; item < histories.columns; item++) {
    if (often[next] === item) {
      const line = next++ * count;
      for (let other = 0; other < count; other++) {
        const weight = all[line + other]!;
        if (weight === 0 || Math.abs(weight) < limits[other]!) continue;
        items.push(often[other]!);
        weights.push(weight);
      }
    }
    starts[item + 1] = items.length;
  }
  return { starts, items: Uint32Array.from(items), weights: Float32Array.from(weights) };
}

/** Items ascending. */
function mostRated({ columns, indices }: SparseRows): Uint32Array {
  const counts = new Uint32Array(columns);
  for (const item of indices) counts[item]!++;
  const order = Uint32Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  return order.subarray(0, MOST_ITEMS).sort();
}

function onlyItems(rows: SparseRows, items: Uint32Array): SparseRows {
  if (items.length === rows.columns) return rows;
  const places = new Map(Array.from(items, (item, place) => [item, place]));
  return packRows(
    items.length,
    Array.from({ length: rows.rows }, (_, row) => {
      const { indices } = historyAt(rows, row);
      const known = Array.from(indices).flatMap((item) => places.get(item) ?? []);
      return { indices: known, values: known.map(() => 1) };
    }),
  );
}

/** By column: the size that the `kept`-th largest entry has. */
function smallestKept(all: Float32Array, count: number, kept: number): Float32Array {
  const column = new Float32Array(count);
  return Float32Array.from({ length: count }, (_, item) => {
    for (let other = 0; other < count; other++) column[other] = Math.abs(all[other * count + item]!);
    return kept >= count ? 0 : column.sort()[count - kept]!;
  });
}

/** 1 for items that are neither withheld nor made up. O(entries of the rated items + items). */
export function guardedItems(guard: RecommendationGuard, history: ArrayLike<number>, places: number): Uint8Array {
  const { starts, items, weights } = guard;
  const count = starts.length - 1;
  const scores = new Float64Array(count);
  const rated = new Uint8Array(count);
  for (let n = 0; n < history.length; n++) {
    const item = history[n]!;
    rated[item] = 1;
    const end = starts[item + 1]!;
    for (let entry = starts[item]!; entry < end; entry++) {
      const other = items[entry]!;
      scores[other] = scores[other]! + weights[entry]!;
    }
  }
  const threshold = scoreAtPlace(scores, rated, places);
  const marks = new Uint8Array(count);
  // A score of 0 says nothing: items without entries are never guarded.
  for (let item = 0; item < count; item++) if (scores[item]! >= threshold && scores[item]! > 0) marks[item] = 1;
  return marks;
}

/**
 * The `wanted`-th largest score of an unrated item; the smallest where there are fewer of them, 0 where there is none. The
 * best so far are kept in order: nearly all scores fail at the first comparison, and nothing else is sorted.
 */
export function scoreAtPlace(scores: Float64Array, rated: Uint8Array, wanted: number): number {
  const place = Math.min(wanted, scores.length);
  const best = new Float64Array(place);
  let filled = 0;
  for (let item = 0; item < scores.length; item++) {
    if (rated[item] !== 0) continue;
    const score = scores[item]!;
    if (filled === place && score <= best[place - 1]!) continue;
    let at = filled < place ? filled++ : place - 1;
    for (; at > 0 && best[at - 1]! < score; at--) best[at] = best[at - 1]!;
    best[at] = score;
  }
  return filled === 0 ? 0 : best[filled - 1]!;
}
