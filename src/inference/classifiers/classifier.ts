/**
 * What every classifier of rating histories can do: tell how probable each of K types is. Item ids are column numbers.
 * An item occurs at most once in a history and is answered at most once along a chain of states; the caller sees to
 * that.
 */

import type { Probabilities } from '../../numeric/index.ts';
import type { Answer } from '../../ratings/index.ts';
import type { SparseVector } from './sparseRows.ts';

export interface TypeClassifier {
  readonly name: string;
  readonly types: number;
  probabilities(history: SparseVector): Probabilities;
}

/** The classifier after some answers. States are values: `after` gives a new one and leaves the old one alone. */
export interface ClassifierState {
  probabilities(): Probabilities;
  /** The probabilities if this answer were added; does not change the state. */
  probabilitiesWith(item: number, rating: number): Probabilities;
  /** A skip is an answer too; to a classifier of ratings it says nothing. */
  after(item: number, answer: Answer): ClassifierState;
}

/** A classifier whose state advances answer by answer. */
export interface IncrementalClassifier extends TypeClassifier {
  begin(): ClassifierState;
}

/** Makes any classifier incremental by classifying the whole history anew for each candidate. */
export function incremental(classifier: TypeClassifier): IncrementalClassifier {
  const state = (indices: readonly number[], values: readonly number[]): ClassifierState => ({
    probabilities: () => classifier.probabilities({ indices, values }),
    probabilitiesWith: (item, rating) =>
      classifier.probabilities({ indices: [...indices, item], values: [...values, rating] }),
    after: (item, answer) => {
      if (answer === 'skip') return state(indices, values);
      // Classified at once, so that an impossible answer is refused here and not by a later question.
      classifier.probabilities({ indices: [item], values: [answer] });
      return state([...indices, item], [...values, answer]);
    },
  });
  return {
    name: classifier.name,
    types: classifier.types,
    probabilities: (history) => classifier.probabilities(history),
    begin: () => state([], []),
  };
}
