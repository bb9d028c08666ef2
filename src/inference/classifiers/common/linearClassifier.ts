/**
 * A classifier that is linear in the rating vector: its log weights are z = b + W (x + c), where the shift c is added to
 * the ratings that are there, and is 0 unless the scale has negative ones. Logistic regression and multinomial naive
 * Bayes differ only in how they find W and b.
 *
 *   W  weights     types x columns, row-major
 *   b  intercepts  types; -Infinity for a type of probability 0
 *   z  log weights types; the whole state after some answers, so a candidate answer costs O(types)
 */

import { outOfRange } from '../../../errors/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import { type ClassifierState, type IncrementalClassifier, withProbabilities } from './classifier.ts';
import { checkAnswer, type SparseVector } from './sparseRows.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface LinearModel {
  readonly name: string;
  readonly types: number;
  readonly columns: number;
  readonly weights: Float64Array;
  readonly intercepts: Float64Array;
  /** Added to every rating; 0 where it is not given. */
  readonly shift?: number;
}

/** A classifier that adds up weights, answer by answer. */
export interface LinearClassifier extends IncrementalClassifier {
  readonly model: LinearModel;
}

/** A classifier from its weights. */
export function linearClassifier(model: LinearModel): LinearClassifier {
  const { types, columns, weights, intercepts, shift = 0 } = model;
  if (weights.length !== types * columns || intercepts.length !== types) {
    throw outOfRange('weights', `${weights.length} numbers`, `${types} groups x ${columns} columns`);
  }

  const added = (to: Float64Array, item: number, rating: number): Float64Array => {
    checkAnswer(columns, item, rating);
    const next = new Float64Array(types);
    for (let type = 0; type < types; type++)
      next[type] = to[type]! + (rating + shift) * weights[type * columns + item]!;
    return next;
  };

  const state = (logWeights: Float64Array): ClassifierState =>
    withProbabilities({
      logWeights: () => logWeights,
      logWeightsWith: (item: number, rating: number) => added(logWeights, item, rating),
      after: (item: number, answer: Answer) =>
        answer === 'skip' ? state(logWeights) : state(added(logWeights, item, answer)),
    });

  const logWeights = (history: SparseVector): Float64Array => {
    const sums = Float64Array.from(intercepts);
    for (let entry = 0; entry < history.indices.length; entry++) {
      const item = history.indices[entry]!;
      const rating = history.values[entry]!;
      checkAnswer(columns, item, rating);
      for (let type = 0; type < types; type++) sums[type]! += (rating + shift) * weights[type * columns + item]!;
    }
    return sums;
  };

  return withProbabilities({ name: model.name, types, model, logWeights, begin: () => state(intercepts) });
}
