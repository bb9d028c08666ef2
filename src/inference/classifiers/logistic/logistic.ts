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

import { requirePositive, requireWithin, UlteriorError } from '../../../errors/index.ts';
import { type LinearClassifier, linearClassifier } from '../common/linearClassifier.ts';
import { checkRows, type SparseRows } from '../common/sparseRows.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import { minimise } from './lbfgs.ts';
import { curvatureAtZero, penalisedLosses } from './logisticLoss.ts';

/** How logistic regression is fitted. */
interface LogisticOptions {
  /** Strength of the penalty, 1 / C. The default, 1000, suits some thousand users with ratings from 1 to 5. */
  readonly ridge?: number;
  /** Largest gradient component at the end, as a fraction of that at the start. Default 1e-6. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** Trains logistic regression on histories: one row per person, one column per item. */
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
  const fit = fitLogistic(rows, known, { ridge, tolerance, maxIterations });
  return linearClassifier({
    name: 'logistic',
    types: typeCount,
    columns: rows.columns,
    ...ofAllTypes(fit, rows.columns, known),
  });
}

/** Weights (present types x columns) and intercepts (present types). */
export interface LogisticFit {
  readonly weights: Float64Array;
  readonly intercepts: Float64Array;
}

export function fitLogistic(rows: SparseRows, known: TypeLabels, options: Required<LogisticOptions>): LogisticFit {
  const { ridge, tolerance, maxIterations } = options;
  const types = known.present.length;
  const outputs = types === 2 ? 1 : types;
  const minimum = minimise(
    penalisedLosses(rows, known, outputs)(ridge),
    new Float64Array((rows.columns + 1) * outputs),
    {
      tolerance,
      maxIterations,
      curvature: curvatureAtZero(rows, outputs, ridge),
    },
  );
  if (!minimum.converged) {
    throw new UlteriorError(
      'CLASSIFIER_DID_NOT_CONVERGE',
      `logistic regression stopped after ${minimum.iterations} iterations with ${minimum.remaining} of its gradient left`,
      'raise ridge, tolerance or maxIterations',
      { iterations: minimum.iterations, remaining: minimum.remaining, tolerance, ridge },
    );
  }
  // With one output the first type is the reference: its logit is 0.
  const reference = types - outputs;
  const weights = new Float64Array(types * rows.columns);
  const intercepts = new Float64Array(types);
  weights.set(minimum.point.subarray(0, outputs * rows.columns), reference * rows.columns);
  intercepts.set(minimum.point.subarray(outputs * rows.columns), reference);
  return { weights, intercepts };
}

/** One line of weights per declared type; types that do not occur become impossible. */
function ofAllTypes(fit: LogisticFit, columns: number, known: TypeLabels): LogisticFit {
  const weights = new Float64Array(known.types * columns);
  const intercepts = new Float64Array(known.types).fill(Number.NEGATIVE_INFINITY);
  for (const [position, type] of known.present.entries()) {
    weights.set(fit.weights.subarray(position * columns, (position + 1) * columns), type * columns);
    intercepts[type] = fit.intercepts[position]!;
  }
  return { weights, intercepts };
}
