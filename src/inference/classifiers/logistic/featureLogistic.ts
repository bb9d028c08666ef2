/**
 * Logistic regression on what was rated and how (see historyFeatures), with a ridge chosen inside the training rows:
 * the strongest cheap linear attacker on whole histories. `trainLogistic` on raw ratings is the one of the paper.
 *
 * The final fit starts from 0 whatever the choice passed through, so that a ridge given by hand and the same ridge
 * chosen give the same numbers.
 * Cost: (folds + 1) fits for some ridges, each some tens of evaluations of O(entries * types).
 */

import { requirePositive, requireWithin } from '../../../errors/index.ts';
import { type AffineClassifier, affineClassifier } from '../common/affineClassifier.ts';
import { checkRows, type SparseRows } from '../common/sparseRows.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { fitHistoryFeatures, type HistoryFeatures, historyFeatureRows } from './historyFeatures.ts';
import { fitLogistic, type LogisticFit } from './logistic.ts';
import { chooseRidge } from './ridgeChoice.ts';

interface FeatureLogisticOptions {
  /** Strength of the penalty; chosen by inner folds if left out. */
  readonly ridge?: number;
  /** Inner folds to choose the ridge by. Default 5. */
  readonly folds?: number;
  /** Largest gradient component at the end of the final fit, as a fraction of that at the start. Default 1e-5. */
  readonly tolerance?: number;
}

/** The same for the fits that only choose the ridge. */
const INNER_TOLERANCE = 3e-3;
const MOST_ITERATIONS = 2000;

export function trainFeatureLogistic(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  options: FeatureLogisticOptions = {},
): AffineClassifier {
  const { folds = 5, tolerance = 1e-5 } = options;
  if (options.ridge !== undefined) requirePositive('ridge', options.ridge);
  requirePositive('tolerance', tolerance);
  requireWithin('folds', folds, { min: 2, max: 1000, whole: true });
  checkRows(rows);
  const known = typeLabels(labels, rows.rows, typeCount);
  const features = fitHistoryFeatures(rows);
  const columns = historyFeatureRows(features, rows);
  const ridge = options.ridge ?? chooseRidge(columns, known, { folds, tolerance: INNER_TOLERANCE });
  const fit = fitLogistic(columns, known, { ridge, tolerance, maxIterations: MOST_ITERATIONS });
  return affineClassifier({
    name: 'logistic',
    types: typeCount,
    present: known.present,
    ridge,
    ...inRatings(fit, features, known.present.length),
    ...ratingRange(rows),
  });
}

/** seen * w + (r - mean) / scale * v  =  (w - mean * v / scale) + r * (v / scale). */
function inRatings(fit: LogisticFit, features: HistoryFeatures, types: number) {
  const { items, means, scale } = features;
  const bases = new Float64Array(items * types);
  const slopes = new Float64Array(items * types);
  for (let item = 0; item < items; item++) {
    for (let type = 0; type < types; type++) {
      const at = type * 2 * items + 2 * item;
      const slope = scale > 0 ? fit.weights[at + 1]! / scale : 0;
      slopes[item * types + type] = slope;
      bases[item * types + type] = fit.weights[at]! - means[item]! * slope;
    }
  }
  return { items, bases, slopes, intercepts: fit.intercepts };
}

function ratingRange({ values }: SparseRows): { lowest: number; highest: number } {
  let lowest = values[0] ?? 0;
  let highest = lowest;
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return { lowest, highest };
}
