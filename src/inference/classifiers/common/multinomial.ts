/**
 * Multinomial naive Bayes: a history is a bag of items, each drawn as often as its rating says, with item
 * probabilities that depend on the type.
 *
 *   N_ti = sum of the ratings of item i by users of type t      totals   types x columns
 *   W_ti = log((N_ti + a) / (sum_i N_ti + a * columns))         weights; a is `smoothing`
 *   b_t  = log(users of type t / users)                         intercepts
 *
 * Ratings act as counts, which cannot be negative. Where a training rating is, as on a scale from -10 to 10, all ratings
 * are shifted so that the lowest of these counts 1: the worst rating still says that the item was rated. Scales without
 * negative ratings stay as they are. Cost O(entries + types * columns).
 */

import { requirePositive } from '../../../errors/index.ts';
import { type LinearClassifier, linearClassifier } from './linearClassifier.ts';
import { checkRows, type SparseRows } from './sparseRows.ts';
import { typeLabels } from './typeLabels.ts';

/** How naive Bayes is smoothed. */
interface MultinomialOptions {
  /** Added to every count, so that an item a type never rated stays possible. Default 1 (Laplace). */
  readonly smoothing?: number;
}

/** Trains multinomial naive Bayes on histories. */
export function trainMultinomial(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  options: MultinomialOptions = {},
): LinearClassifier {
  const smoothing = options.smoothing ?? 1;
  requirePositive('smoothing', smoothing);
  checkRows(rows);
  const { present, counts } = typeLabels(labels, rows.rows, typeCount);
  const { columns } = rows;

  const lowest = rows.values.reduce((least, rating) => Math.min(least, rating), 0);
  const shift = lowest < 0 ? 1 - lowest : 0;
  const weights = new Float64Array(typeCount * columns).fill(smoothing);
  for (let row = 0; row < rows.rows; row++) {
    const base = labels[row]! * columns;
    for (let entry = rows.starts[row]!; entry < rows.starts[row + 1]!; entry++) {
      weights[base + rows.indices[entry]!]! += rows.values[entry]! + shift;
    }
  }
  for (let type = 0; type < typeCount; type++) {
    const totals = weights.subarray(type * columns, (type + 1) * columns);
    const logTotal = Math.log(totals.reduce((sum, total) => sum + total, 0));
    for (let item = 0; item < columns; item++) totals[item] = Math.log(totals[item]!) - logTotal;
  }

  const intercepts = new Float64Array(typeCount).fill(Number.NEGATIVE_INFINITY);
  for (const [position, type] of present.entries()) intercepts[type] = Math.log(counts[position]! / rows.rows);
  const model = { name: 'multinomial', types: typeCount, columns, weights, intercepts };
  return linearClassifier(shift === 0 ? model : { ...model, shift });
}
