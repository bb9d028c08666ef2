/**
 * Logistic regression with an L2 penalty: minimises
 *
 *   sum over rows of -log p(type of the row)  +  ridge / 2 * |W|^2,      p = softmax(b + W x)
 *
 * The intercepts b are not penalised. With two types one weight vector suffices, for the log-odds of the second type;
 * with more each type has its own. This is scikit-learn's LogisticRegression with C = 1 / ridge.
 *
 *   x  rows x columns, sparse
 *   W  weights     types x columns
 *   b  intercepts  types
 *
 * Cost: some tens to hundreds of evaluations of O(entries * types); more for a weaker penalty.
 */

import { requirePositive, requireWithin, UlteriorError } from '../../errors/index.ts';
import { minimise } from './lbfgs.ts';
import { type LinearClassifier, linearClassifier } from './linearClassifier.ts';
import { curvatureAtZero, penalisedLoss } from './logisticLoss.ts';
import { checkRows, type SparseRows } from './sparseRows.ts';
import { type TypeLabels, typeLabels } from './typeLabels.ts';

export interface LogisticOptions {
  /** Strength of the penalty, 1 / C. The default, 1000, suits some thousand users with ratings from 1 to 5. */
  readonly ridge?: number;
  /** Largest gradient component at the end, as a fraction of that at the start. Default 1e-6. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

export function trainLogistic(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  options: LogisticOptions = {},
): LinearClassifier {
  const { ridge = 1000, tolerance = 1e-6, maxIterations = 2000 } = options;
  requirePositive('ridge', ridge);
  requirePositive('tolerance', tolerance);
  requireWithin('maxIterations', maxIterations, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  checkRows(rows);
  const known = typeLabels(labels, rows.rows, typeCount);
  const outputs = known.present.length === 2 ? 1 : known.present.length;
  const minimum = minimise(penalisedLoss(rows, known, outputs, ridge), new Float64Array((rows.columns + 1) * outputs), {
    tolerance,
    maxIterations,
    curvature: curvatureAtZero(rows, outputs, ridge),
  });
  if (!minimum.converged) {
    throw new UlteriorError(
      'CLASSIFIER_DID_NOT_CONVERGE',
      `logistic regression stopped after ${minimum.iterations} iterations with ${minimum.remaining} of its gradient left`,
      'raise ridge, tolerance or maxIterations',
      { iterations: minimum.iterations, remaining: minimum.remaining, tolerance, ridge },
    );
  }
  return linearClassifier({
    name: 'logistic',
    types: typeCount,
    columns: rows.columns,
    ...unpack(minimum.point, rows.columns, known, outputs),
  });
}

/** One line of weights per declared type; types that do not occur become impossible. */
function unpack(point: Float64Array, columns: number, known: TypeLabels, outputs: number) {
  const weights = new Float64Array(known.types * columns);
  const intercepts = new Float64Array(known.types).fill(Number.NEGATIVE_INFINITY);
  // With one output the first type is the reference: its logit is 0.
  const reference = outputs === 1 ? 1 : 0;
  for (const [position, type] of known.present.entries()) {
    const output = position - reference;
    if (output >= 0) weights.set(point.subarray(output * columns, (output + 1) * columns), type * columns);
    intercepts[type] = output >= 0 ? point[columns * outputs + output]! : 0;
  }
  return { weights, intercepts };
}
