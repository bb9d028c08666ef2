/**
 * A trained support vector classifier with Gaussian kernel. Two types share one machine, whose positive sign is the
 * second type; of more types each has a machine of its own against the rest, and the weight of a
 * type is the probability that its machine gives it.
 *
 *   f_m(x) = offsets_m + sum_s coefficients_ms * exp(-gamma |x_s - x|^2)
 *
 *   present       the types that occurred in training; machine m belongs to present[m], or to present[1] if alone
 *   supports      supports; rows of the training matrix with a coefficient other than 0 in some machine, ascending
 *   vectors       supports x columns, sparse; those rows themselves
 *   coefficients  machines x supports
 *
 * Cost of a history O(entries of `vectors` + machines * supports).
 */

import { logSigmoid } from '../../../maths/index.ts';
import { type TypeClassifier, withProbabilities } from '../common/classifier.ts';
import { checkAnswer, type SparseRows, type SparseVector } from '../common/sparseRows.ts';
import { squaredNorms } from './kernelMatrix.ts';
import { logOdds, type Sigmoid } from './platt.ts';

/** Plain data: can be stored, or sent to a worker. */
interface SvmModel {
  readonly types: number;
  readonly gamma: number;
  readonly present: Uint8Array;
  readonly supports: Uint32Array;
  readonly vectors: SparseRows;
  readonly coefficients: Float64Array;
  readonly offsets: Float64Array;
  readonly sigmoids: readonly Sigmoid[];
}

/** A support vector machine with probabilities. */
export interface SvmClassifier extends TypeClassifier {
  readonly model: SvmModel;
  /** One decision value per machine. */
  decision(history: SparseVector): Float64Array;
}

/** A classifier from its support vectors. */
export function svmClassifier(model: SvmModel): SvmClassifier {
  const { types, gamma, present, supports, vectors, coefficients, offsets, sigmoids } = model;
  const { starts, indices, values } = vectors;
  const norms = squaredNorms(vectors);

  const decision = (history: SparseVector): Float64Array => {
    const dense = new Float64Array(vectors.columns);
    let norm = 0;
    for (let entry = 0; entry < history.indices.length; entry++) {
      checkAnswer(vectors.columns, history.indices[entry]!, history.values[entry]!);
      dense[history.indices[entry]!] = history.values[entry]!;
      norm += history.values[entry]! ** 2;
    }
    const similarities = new Float64Array(supports.length);
    for (let s = 0; s < supports.length; s++) {
      const end = starts[s + 1]!;
      let product = 0;
      for (let entry = starts[s]!; entry < end; entry++) product += values[entry]! * dense[indices[entry]!]!;
      similarities[s] = Math.exp(-gamma * Math.max(0, norms[s]! + norm - 2 * product));
    }
    return offsets.map((offset, machine) => {
      const base = machine * supports.length;
      return similarities.reduce((sum, similarity, s) => sum + coefficients[base + s]! * similarity, offset);
    });
  };

  const logWeights = (history: SparseVector): Float64Array => {
    const decisions = decision(history);
    const weights = new Float64Array(types).fill(Number.NEGATIVE_INFINITY);
    if (decisions.length === 1) {
      weights[present[0]!] = 0;
      weights[present[1]!] = logOdds(sigmoids[0]!, decisions[0]!);
    } else {
      for (const [machine, type] of present.entries()) {
        weights[type] = logSigmoid(logOdds(sigmoids[machine]!, decisions[machine]!));
      }
    }
    return weights;
  };

  return withProbabilities({
    name: 'svm',
    types,
    model,
    decision,
    logWeights,
  });
}
