/**
 * People are asked a list in the open protocol: they answer with the rating they gave, or "haven't seen it". What four
 * attackers make of it, and how well a recommender then predicts ratings that were not asked for.
 *
 *   ratings   the factor model of ratings; a skip tells it nothing
 *   channels  the factor model of what was seen and how it was rated; a skip is an observation
 *   logistic  regression on both, its ridge chosen inside the training users
 *   boosted   trees on both, which also find answers that tell only together
 *
 * The last two are fitted to the answers of the training users to this very list: whoever knows the list can do that,
 * and a list chosen to look harmless to the models above has nothing to hide behind.
 */

import type { FactorModel } from '../../../factorization/index.ts';
import {
  type BeliefOptions,
  observe,
  packRows,
  rowOf,
  type SparseRows,
  startBelief,
} from '../../../inference/index.ts';
import { logitsFromWeights } from '../../../maths/index.ts';
import { type Answer, type CompressedRows, type ItemIndex, itemIndex } from '../../../ratings/index.ts';

/** people x questions. */
interface ListAnswers {
  readonly items: readonly ItemIndex[];
  readonly answers: readonly (readonly Answer[])[];
}

/** The answers of some people, whose histories are rows of `histories`. */
export function answersTo(
  items: readonly ItemIndex[],
  histories: CompressedRows,
  people: ArrayLike<number>,
): ListAnswers {
  const places = new Map<number, number>(items.map((item, at) => [item, at]));
  const { starts, indices, values } = histories;
  const answers = Array.from({ length: people.length }, (_, n) => {
    const own: Answer[] = items.map(() => 'skip');
    for (let at = starts[people[n]!]!; at < starts[people[n]! + 1]!; at++) {
      const place = places.get(indices[at]!);
      if (place !== undefined) own[place] = values[at]!;
    }
    return own;
  });
  return { items, answers };
}

/** people x K: log odds of each type against the rest, by a factor model. */
export function factorLogits(
  model: FactorModel,
  { items, answers }: ListAnswers,
  options: BeliefOptions,
): Float64Array {
  const types = model.typeLabels.length;
  const start = startBelief(model, options);
  const logits = new Float64Array(answers.length * types);
  for (const [person, own] of answers.entries()) {
    let belief = start;
    for (const [n, item] of items.entries()) belief = belief.afterAll(observe(model, item, own[n]!));
    logits.set(logitsFromWeights(belief.logWeights), person * types);
  }
  return logits;
}

/** One column per question; a skip is an item that was not rated. */
export function answerRows({ items, answers }: ListAnswers): SparseRows {
  const histories = answers.map((own) => {
    const entries = own.flatMap((answer, n) => (answer === 'skip' ? [] : [[n, answer] as const]));
    return { indices: entries.map(([column]) => column), values: entries.map(([, value]) => value) };
  });
  return packRows(items.length, histories);
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
 * Summed squared error of each person's held-out ratings, predicted from the answers. The recommender does not look at the
 * attribute: it predicts with the mean over the types, by their shares among the training users.
 */
export function squaredErrors(
  model: FactorModel,
  { items, answers }: ListAnswers,
  targets: Targets,
  ridge: number | undefined,
): Float64Array {
  const start = startBelief(model, { ridge });
  return Float64Array.from(answers, (own, person) => {
    let belief = start;
    for (const [n, item] of items.entries()) belief = belief.afterAll(observe(model, item, own[n]!));
    let sum = 0;
    for (const [n, item] of targets.items[person]!.entries()) {
      const { means } = belief.predict(rowOf(model, item));
      const predicted = means.reduce((total, mean, t) => total + model.typePriors[t]! * mean, 0);
      sum += (targets.ratings[person]![n]! - predicted) ** 2;
    }
    return sum;
  });
}
