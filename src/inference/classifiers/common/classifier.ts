/**
 * What every classifier of rating histories can do: weigh K types. It gives logarithms, up to a constant that all types
 * of a person share, because probabilities round to 0 and 1 where much is known and then rank nobody any more. The log
 * weight of a type is finite, however much points against it; a type that did not occur in training has -Infinity.
 *
 * Item ids are column numbers. An item occurs at most once in a history and is answered at most once along a chain of
 * states; the caller sees to that.
 */

import { type Probabilities, softmax } from '../../../maths/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import type { SparseVector } from './sparseRows.ts';

/** Gives every history a log weight and a probability for each group. */
export interface TypeClassifier {
  readonly name: string;
  readonly types: number;
  logWeights(history: SparseVector): Float64Array;
  /** The softmax of the log weights. */
  probabilities(history: SparseVector): Probabilities;
}

/** The classifier after some answers. States are values: `after` gives a new one and leaves the old one alone. */
export interface ClassifierState {
  logWeights(): Float64Array;
  /** The log weights if this answer were added; does not change the state. */
  logWeightsWith(item: number, rating: number): Float64Array;
  /** The softmax of the log weights. */
  probabilities(): Probabilities;
  /** A skip is an answer too; to a classifier of ratings it says nothing. */
  after(item: number, answer: Answer): ClassifierState;
}

/** A classifier whose state advances answer by answer. */
export interface IncrementalClassifier extends TypeClassifier {
  begin(): ClassifierState;
}

/** Adds the probabilities to a classifier, or to a state of one: what they are follows from the log weights. */
export function withProbabilities<Given extends readonly unknown[], Rules extends object>(
  rules: Rules & { logWeights(...given: Given): Float64Array },
) {
  return { ...rules, probabilities: (...given: Given): Probabilities => softmax(rules.logWeights(...given)) };
}
