/**
 * People are asked a list in the open protocol: they answer with the rating they gave, or "haven't seen it". What a
 * recommender learns from it shows in how well it then predicts ratings that were not asked for.
 */
import type { FactorModel } from '../../../factorization/index.ts';
import { historyAt, observe, packRows, rowOf, type SparseRows, startBelief } from '../../../inference/index.ts';
import { type CompressedRows, type ItemIndex, itemIndex } from '../../../ratings/index.ts';

/** The answers of some people, whose histories are rows of `histories`: one column per question, nothing for a skip. */
export function answerRows(
  items: readonly ItemIndex[],
  { starts, indices, values }: CompressedRows,
  people: ArrayLike<number>,
): SparseRows {
  const places = new Map<number, number>(items.map((item, at) => [item, at]));
  const answers = Array.from({ length: people.length }, (_, n) => {
    const own: (readonly [number, number])[] = [];
    for (let at = starts[people[n]!]!; at < starts[people[n]! + 1]!; at++) {
      const place = places.get(indices[at]!);
      if (place !== undefined) own.push([place, values[at]!]);
    }
    own.sort(([a], [b]) => a - b);
    return { indices: own.map(([place]) => place), values: own.map(([, value]) => value) };
  });
  return packRows(items.length, answers);
}

/** Ratings to predict, a row for each person. */
interface Targets {
  readonly items: readonly (readonly ItemIndex[])[];
  readonly ratings: readonly (readonly number[])[];
}

/** Held-out ratings of some people, without the items that any list asks about: all lists are judged by the same. */
export function targetsOf(heldOut: CompressedRows, people: ArrayLike<number>, asked: ReadonlySet<number>): Targets {
  const { starts, indices, values } = heldOut;
  const rows = Array.from({ length: people.length }, (_, n) => {
    const entries: (readonly [ItemIndex, number])[] = [];
    for (let at = starts[people[n]!]!; at < starts[people[n]! + 1]!; at++) {
      if (!asked.has(indices[at]!)) entries.push([itemIndex(indices[at]!), values[at]!]);
    }
    return entries;
  });
  return {
    items: rows.map((entries) => entries.map(([item]) => item)),
    ratings: rows.map((entries) => entries.map(([, rating]) => rating)),
  };
}

/**
 * Summed squared error of each person's held-out ratings, predicted from the answers by a model of ratings, which a skip
 * tells nothing. The recommender does not look at the attribute: it predicts with the mean over the types, by their shares
 * among the training users.
 */
export function squaredErrors(
  model: FactorModel,
  items: readonly ItemIndex[],
  answers: SparseRows,
  targets: Targets,
  ridge: number | undefined,
): Float64Array {
  const start = startBelief(model, { ridge });
  return Float64Array.from({ length: answers.rows }, (_, person) => {
    const { indices, values } = historyAt(answers, person);
    let belief = start;
    for (let n = 0; n < indices.length; n++) {
      belief = belief.afterAll(observe(model, items[indices[n]!]!, values[n]!));
    }
    let sum = 0;
    for (const [n, item] of targets.items[person]!.entries()) {
      const { means } = belief.predict(rowOf(model, item));
      const predicted = means.reduce((total, mean, t) => total + model.typePriors[t]! * mean, 0);
      sum += (targets.ratings[person]![n]! - predicted) ** 2;
    }
    return sum;
  });
}
