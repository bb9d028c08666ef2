/**
 * A recommender by its name: it is trained on ratings, and then says what it shows to, or keeps about, somebody with a
 * history. It may be trained here, or only hand on what a finished one says.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { DenseTools } from '../dense/index.ts';
import { checkHistory, type SeenRows } from '../implicit/index.ts';

/** What everybody rated, and how. */
export interface RatedRows extends SeenRows {
  readonly values: ArrayLike<number>;
}

/** What one person rated: items ascending, and a rating for each. */
export interface RatedHistory {
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** What a recommender says about somebody with a history. It has `scores`, `list` or both. */
export interface TrainedRecommender {
  /** One number per item, seen ones included; the higher, the more it is recommended. */
  scores?(history: RatedHistory): ArrayLike<number>;
  /** The first `top` items that the person is shown, best first. Left out: those with the highest scores that are not in the history. */
  list?(history: RatedHistory, top: number): ArrayLike<number>;
  /** What it keeps about the person; always as many numbers. */
  vector?(history: RatedHistory): ArrayLike<number>;
  /** Scores for somebody of whom it keeps such a vector; only beside `vector`. */
  scoresOf?(vector: ArrayLike<number>): ArrayLike<number>;
}

/** What training may use. */
interface RecommenderContext {
  readonly seed: number;
  /** Kernels for dense algebra, and who may stop the work. */
  readonly tools: DenseTools;
}

/** A recommender by its name. */
export interface RecommenderDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** One line for people. */
  readonly summary: string;
  train(ratings: RatedRows, context: RecommenderContext): TrainedRecommender | Promise<TrainedRecommender>;
}

/** Refuses what would spoil figures: an item that is not there, a score that is no number. */
export interface OpenRecommender {
  readonly name: string;
  scores(history: RatedHistory): ArrayLike<number>;
  list(history: RatedHistory, top: number): number[];
  vector(history: RatedHistory): ArrayLike<number>;
  /** The list of somebody of whom it keeps another vector than the history gives. */
  listOf(vector: ArrayLike<number>, history: RatedHistory, top: number): number[];
}

/** Trains a recommender, and checks whatever it says. */
export async function openRecommender(
  definition: RecommenderDefinition,
  ratings: RatedRows,
  context: RecommenderContext,
): Promise<OpenRecommender> {
  const { name } = definition;
  const items = ratings.columns;
  const trained = await definition.train(ratings, context);
  if (typeof trained?.scores !== 'function' && typeof trained?.list !== 'function') {
    throw misbehaved(name, 'neither scores nor a list');
  }
  let width: number | undefined;
  const scores = (history: RatedHistory) => {
    if (trained.scores === undefined) throw lacks(name, 'scores', 'lists');
    checkHistory(items, history.indices);
    const found = trained.scores(history);
    if (found.length !== items) throw misbehaved(name, `${found.length} scores for ${items} items`);
    requireNumbers(name, found, 'score');
    return found;
  };
  return {
    name,
    scores,
    list: (history, top) => {
      if (trained.list === undefined) return topOf(scores(history), history.indices, top);
      checkHistory(items, history.indices);
      const found = Array.from(trained.list(history, top));
      const wrong = found.find((item) => !(Number.isInteger(item) && item >= 0 && item < items));
      if (wrong !== undefined) throw misbehaved(name, `item ${wrong} of ${items} items`);
      if (new Set(found).size < found.length) throw misbehaved(name, 'a list with an item twice');
      return found.slice(0, top);
    },
    vector: (history) => {
      if (trained.vector === undefined) throw lacks(name, 'vectors of people', 'lists or scores');
      checkHistory(items, history.indices);
      const found = trained.vector(history);
      width ??= found.length;
      if (found.length !== width || width === 0)
        throw misbehaved(name, `vectors of ${width} and ${found.length} numbers`);
      requireNumbers(name, found, 'number of a vector');
      return found;
    },
    listOf: (vector, history, top) => {
      if (trained.scoresOf === undefined) throw lacks(name, 'lists that follow from vectors of people', 'vectors');
      const found = trained.scoresOf(vector);
      if (found.length !== items) throw misbehaved(name, `${found.length} scores for ${items} items`);
      requireNumbers(name, found, 'score');
      return topOf(found, history.indices, top);
    },
  };
}

/** The `top` items with the highest scores that are not in the history, best first; ties go to the lower item. */
export function topOf(scores: ArrayLike<number>, history: ArrayLike<number>, top: number): number[] {
  const seen = new Set(Array.from(history));
  // Few are wanted of many: most items are not better than the last of those found so far, and cost one comparison.
  const best: number[] = [];
  for (let item = 0; item < scores.length; item++) {
    const score = scores[item]!;
    if (seen.has(item) || (best.length === top && !(score > scores[best[top - 1]!]!))) continue;
    let place = best.length;
    while (place > 0 && scores[best[place - 1]!]! < score) place--;
    best.splice(place, 0, item);
    if (best.length > top) best.pop();
  }
  return best;
}

function requireNumbers(name: string, values: ArrayLike<number>, what: string): void {
  for (let at = 0; at < values.length; at++) {
    if (!Number.isFinite(values[at])) throw misbehaved(name, `${values[at]} as a ${what}`);
  }
}

function misbehaved(name: string, wrong: string): UlteriorError {
  return new UlteriorError(
    'PLUGIN_MISBEHAVED',
    `the recommender "${name}" gave ${wrong}`,
    'run its conformance suite (ulterior/testing), and mend it',
    { recommender: name },
  );
}

function lacks(name: string, what: string, others: string): UlteriorError {
  return new UlteriorError(
    'SURFACE_NOT_OFFERED',
    `the recommender "${name}" has no ${what}`,
    `measure its ${others} instead`,
    { recommender: name },
  );
}
