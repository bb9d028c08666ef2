/**
 * A classifier that also gives the logarithms behind its probabilities. Probabilities saturate at 0 and 1 and then no
 * longer rank people; log weights do not.
 */

import { type Probabilities, softmax } from '../../numeric/index.ts';
import type { TypeClassifier } from './classifier.ts';
import type { SparseVector } from './sparseRows.ts';

export interface ScoredClassifier extends TypeClassifier {
  /** Logarithms of the types' probabilities up to a constant of the person; always finite. */
  logWeights(history: SparseVector): Float64Array;
  probabilities(history: SparseVector): Probabilities;
}

/** So far below the others that the probability is exactly 0, and yet a finite number. */
const IMPOSSIBLE = -1000;

export function scoredClassifier(
  name: string,
  types: number,
  present: Uint8Array,
  logits: (history: SparseVector) => Float64Array,
): ScoredClassifier {
  const logWeights = (history: SparseVector) => spread(logits(history), present, types);
  return { name, types, logWeights, probabilities: (history) => softmax(logWeights(history)) };
}

/** From the types that occurred in training to all; the same odds against the others for everybody. */
function spread(logits: Float64Array, present: Uint8Array, types: number): Float64Array {
  if (present.length === types) return logits;
  const most = Math.max(...logits);
  const together = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
  const all = new Float64Array(types).fill(together + IMPOSSIBLE);
  for (const [position, type] of present.entries()) all[type] = logits[position]!;
  return all;
}
