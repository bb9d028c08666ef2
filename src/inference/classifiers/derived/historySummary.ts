/**
 * How somebody answers, whatever they are asked: a few numbers about a whole history, made from it and from statistics of
 * the training people, and from no label.
 *
 *   answered     number of items answered (the others were skipped or never shown)
 *   mean         of the ratings
 *   generosity   mean of the ratings less their items' means
 *   spread       standard deviation of the ratings
 *   run          longest run of equal ratings, in the order of the items and over unanswered ones
 *   gap          longest run of unanswered items
 *   counts       how often each level was given, such as the number of fives
 *   shares       the same over `answered`
 *
 * A person without ratings has no mean, generosity, spread and shares (NaN). Levels are the different ratings that occur in
 * training; where there are more than MOST_LEVELS, ratings are measurements and not answers, and there are no levels.
 */
import type { SparseRows, SparseVector } from '../common/sparseRows.ts';

/** Plain data: can be stored, or sent to a worker. */
interface SummaryStatistics {
  readonly items: number;
  /** Mean rating of each item. */
  readonly means: Float64Array;
  /** Ascending; none where there are too many. */
  readonly levels: Float32Array;
}

const MOST_LEVELS = 12;
const BEFORE_LEVELS = 6;

export function ratingLevels({ values }: SparseRows): Float32Array {
  const levels = new Set<number>();
  for (const value of values) {
    levels.add(value);
    if (levels.size > MOST_LEVELS) return new Float32Array(0);
  }
  return Float32Array.from(levels).sort();
}

export function summaryWidth({ levels }: SummaryStatistics): number {
  return BEFORE_LEVELS + 2 * levels.length;
}

/** The numbers in the order of the list above; NaN for those that a person does not have. */
export function summarise(statistics: SummaryStatistics, history: SparseVector): Float64Array {
  const { items, means, levels } = statistics;
  const answered = history.indices.length;
  const order = inItemOrder(history);
  const counts = new Float64Array(levels.length);
  let total = 0;
  let generosity = 0;
  let run = 0;
  let longestRun = 0;
  let longestGap = 0;
  let before = -1;
  let last = Number.NaN;
  for (const entry of order) {
    const item = history.indices[entry]!;
    const rating = Math.fround(history.values[entry]!);
    total += rating;
    generosity += rating - means[item]!;
    run = rating === last ? run + 1 : 1;
    longestRun = Math.max(longestRun, run);
    longestGap = Math.max(longestGap, item - before - 1);
    const level = levels.indexOf(rating);
    if (level >= 0) counts[level]!++;
    [before, last] = [item, rating];
  }
  longestGap = Math.max(longestGap, items - before - 1);
  // 0 / 0 is NaN: nothing is known.
  const mean = total / answered;
  let squares = 0;
  for (const entry of order) squares += (history.values[entry]! - mean) ** 2;
  const spread = Math.sqrt(squares / answered);
  return Float64Array.of(
    answered,
    mean,
    generosity / answered,
    spread,
    longestRun,
    longestGap,
    ...counts,
    ...counts.map((count) => count / answered),
  );
}

function inItemOrder({ indices }: SparseVector): Uint32Array {
  const order = Uint32Array.from({ length: indices.length }, (_, entry) => entry);
  const ascending = order.every((entry) => entry === 0 || indices[entry - 1]! < indices[entry]!);
  return ascending ? order : order.sort((a, b) => indices[a]! - indices[b]!);
}
