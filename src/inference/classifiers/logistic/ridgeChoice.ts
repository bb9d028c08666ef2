/**
 * The ridge of a logistic regression, chosen by the log loss of people held out inside the training rows. Log loss is
 * a proper score, defined for any number of types, and smooth in the ridge; an AUC over a few held-out people is not.
 *
 *   grid  0.3, 0.95, 3, ... 3000: half a power of ten apart, walked from strong to weak
 *
 * Each fold starts from its solution for the ridge before. Weak ridges are the slow ones; the walk ends when the loss
 * has clearly turned. If an end of the grid is best, the grid goes on beyond it, to 0.003 and to 1,000,000 at most.
 * Whatever a fit has reached when its iterations run out is judged like any other: early stopping is a penalty too.
 */

import { type InnerFold, innerFolds } from '../common/innerFolds.ts';
import { type SparseRows, selectRows } from '../common/sparseRows.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import { minimise } from './lbfgs.ts';
import { curvatureAtZero, penalisedLosses } from './logisticLoss.ts';

interface RidgeChoiceOptions {
  readonly folds: number;
  /** Largest gradient component at the end of each fit, as a fraction of that at 0. */
  readonly tolerance: number;
}

/** Exponents, in half powers of ten times 0.3. */
const GRID = { weakest: 0, strongest: 8, weakestBeyond: -4, strongestBeyond: 13 };
const MOST_ITERATIONS = 100;
/** The walk ends when the loss is this much above the best. */
const TURNED = 1e-2;
/** An improvement by less does not lead beyond the grid. */
const CLEARLY = 1e-3;
/** Of large data not all folds are needed: neighbouring ridges are compared on the same people. */
const ENOUGH = 2000;
/** If no fold can be judged (a handful of people): strong enough to do no harm there. */
const FALLBACK = 30;

export function ridgeAt(exponent: number): number {
  return 0.3 * 10 ** (exponent / 2);
}

export function chooseRidge(rows: SparseRows, known: TypeLabels, options: RidgeChoiceOptions): number {
  const types = known.present.length;
  const needed = Math.ceil((ENOUGH * options.folds) / rows.rows);
  const folds = innerFolds(known.positions, types, options.folds, needed);
  const paths = folds.map((fold) => ridgePath(rows, known, fold, options));
  if (paths.length === 0) return FALLBACK;
  const lossAt = (exponent: number) => paths.reduce((sum, advance) => sum + advance(ridgeAt(exponent)), 0);

  let best = GRID.strongest;
  let least = lossAt(best);
  const improves = (exponent: number, factor: number): boolean => {
    const loss = lossAt(exponent);
    const better = loss < least * factor;
    if (better) [best, least] = [exponent, loss];
    return better || loss <= least * (1 + TURNED);
  };
  for (let exponent = best - 1; exponent >= GRID.weakest; exponent--) if (!improves(exponent, 1)) break;

  const beyond = best === GRID.strongest ? 1 : best === GRID.weakest ? -1 : 0;
  const end = beyond === 1 ? GRID.strongestBeyond : GRID.weakestBeyond;
  while (beyond !== 0 && best !== end) {
    const before = best;
    improves(best + beyond, 1 - CLEARLY);
    if (best === before) break;
  }
  return ridgeAt(best);
}

/** Fits one fold for a ridge, from where the ridge before ended; gives the log loss of the people held out. */
function ridgePath(rows: SparseRows, known: TypeLabels, fold: InnerFold, options: RidgeChoiceOptions) {
  const labelsOf = (subset: Uint32Array) => Array.from(subset, (row) => known.positions[row]!);
  const training = selectRows(rows, fold.training);
  const heldOut = selectRows(rows, fold.heldOut);
  const learnt = typeLabels(labelsOf(fold.training), training.rows, known.present.length);
  const outputs = learnt.present.length === 2 ? 1 : learnt.present.length;
  const positionOf = new Map(Array.from(learnt.present, (type, position) => [type, position]));
  const judged = { ...learnt, positions: Uint8Array.from(labelsOf(fold.heldOut), (type) => positionOf.get(type)!) };
  const judge = penalisedLosses(heldOut, judged, outputs)(0);
  const lossOf = penalisedLosses(training, learnt, outputs);
  let point: Float64Array = new Float64Array((rows.columns + 1) * outputs);
  const gradient = new Float64Array(point.length);
  lossOf(0)(point, gradient);
  const steepest = gradient.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
  return (ridge: number): number => {
    const fit = minimise(lossOf(ridge), point, {
      tolerance: options.tolerance,
      maxIterations: MOST_ITERATIONS,
      curvature: curvatureAtZero(training, outputs, ridge),
      steepest,
    });
    point = fit.point;
    return judge(point, gradient);
  };
}
