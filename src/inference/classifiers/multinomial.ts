/**
 * Multinomial naive Bayes: a history is a bag of items, each drawn as often as its rating says, with item
 * probabilities that depend on the type.
 *
 *   N_ti = sum of the ratings of item i by users of type t      totals   types x columns
 *   W_ti = log((N_ti + a) / (sum_i N_ti + a * columns))         weights; a is `smoothing`
 *   b_t  = log(users of type t / users)                         intercepts
 *
 * Ratings act as counts, so they must not be negative. Cost O(entries + types * columns).
 */

import { requirePositive, UlteriorError } from '../../errors/index.ts';
import { type LinearClassifier, linearClassifier } from './linearClassifier.ts';
import { checkRows, type SparseRows } from './sparseRows.ts';
import { typeLabels } from './typeLabels.ts';

export interface MultinomialOptions {
  /** Added to every count, so that an item a type never rated stays possible. Default 1 (Laplace). */
  readonly smoothing?: number;
}

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

  const weights = new Float64Array(typeCount * columns).fill(smoothing);
  for (let row = 0; row < rows.rows; row++) {
    const base = labels[row]! * columns;
    for (let entry = rows.starts[row]!; entry < rows.starts[row + 1]!; entry++) {
      const rating = rows.values[entry]!;
      if (rating < 0) throw negative(row, rows.indices[entry]!, rating);
      weights[base + rows.indices[entry]!]! += rating;
    }
  }
  for (let type = 0; type < typeCount; type++) {
    const totals = weights.subarray(type * columns, (type + 1) * columns);
    const logTotal = Math.log(totals.reduce((sum, total) => sum + total, 0));
    for (let item = 0; item < columns; item++) totals[item] = Math.log(totals[item]!) - logTotal;
  }

  const intercepts = new Float64Array(typeCount).fill(Number.NEGATIVE_INFINITY);
  for (const [position, type] of present.entries()) intercepts[type] = Math.log(counts[position]! / rows.rows);
  return linearClassifier({ name: 'multinomial', types: typeCount, columns, weights, intercepts });
}

function negative(row: number, item: number, rating: number): UlteriorError {
  return new UlteriorError(
    'RATING_OFF_SCALE',
    `row ${row} rates item ${item} with ${rating}; multinomial naive Bayes counts ratings, which must not be negative`,
    'shift the rating scale to positive numbers, or use another classifier',
    { row, item, rating },
  );
}
