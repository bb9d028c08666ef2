/**
 * A classifier of all declared types from the logits of those that occurred in training. Of the others nothing is
 * known: their log weight is -Infinity, their probability 0, and whoever ranks people by them is refused.
 */
import { type TypeClassifier, withProbabilities } from './classifier.ts';
import type { SparseVector } from './sparseRows.ts';

export function ofPresentTypes(
  name: string,
  types: number,
  present: Uint8Array,
  logits: (history: SparseVector) => Float64Array,
): TypeClassifier {
  return withProbabilities({
    name,
    types,
    logWeights: (history: SparseVector) => {
      const known = logits(history);
      if (present.length === types) return known;
      const all = new Float64Array(types).fill(Number.NEGATIVE_INFINITY);
      for (const [position, type] of present.entries()) all[type] = known[position]!;
      return all;
    },
  });
}
