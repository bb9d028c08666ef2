/**
 * The function that logistic regression minimises, and its gradient: the negative log likelihood of the types plus
 * ridge / 2 * |W|^2.
 *
 *   outputs  1 for two types (the log-odds of the second), otherwise the number of types
 *   W, b     the point: outputs x columns weights, then `outputs` intercepts
 *
 * Each row is read for its logits and again for its gradient while it is still in the cache; sums run in a local
 * variable, output by output, which is several times faster than adding into an array (rowProducts.ts).
 * Cost per evaluation O((entries + columns) * outputs).
 */

import type { SparseRows } from '../common/sparseRows.ts';
import type { TypeLabels } from '../common/typeLabels.ts';
import type { SmoothFunction } from './lbfgs.ts';
import { rowProducts } from './rowProducts.ts';

/** `ridge` says which. */
export function penalisedLosses(
  rows: SparseRows,
  known: TypeLabels,
  outputs: number,
): (ridge: number) => SmoothFunction {
  const bias = rows.columns * outputs;
  const { plusProduct, addTo } = rowProducts(rows);
  const slopes = new Float64Array(outputs);
  return (ridge) => (point, gradient) => {
    let squares = 0;
    for (let i = 0; i < bias; i++) {
      squares += point[i]! * point[i]!;
      gradient[i] = ridge * point[i]!;
    }
    gradient.fill(0, bias);
    let value = (ridge / 2) * squares;
    for (let row = 0; row < rows.rows; row++) {
      for (let k = 0; k < outputs; k++) slopes[k] = plusProduct(point[bias + k]!, row, point, k * rows.columns);
      const position = known.positions[row]!;
      value += outputs === 1 ? binaryLoss(slopes, position) : softmaxLoss(slopes, position);
      for (let k = 0; k < outputs; k++) {
        gradient[bias + k]! += slopes[k]!;
        addTo(gradient, k * rows.columns, row, slopes[k]!);
      }
    }
    return value;
  };
}

/** -log p of a row; overwrites its log-odds with the derivative of that loss. */
function binaryLoss(slopes: Float64Array, position: number): number {
  const odds = position === 1 ? slopes[0]! : -slopes[0]!;
  // Of exp(odds) and exp(-odds) only the small one is taken, so nothing overflows.
  const small = Math.exp(-Math.abs(odds));
  const wrong = odds > 0 ? small / (1 + small) : 1 / (1 + small);
  slopes[0] = position === 1 ? -wrong : wrong;
  return Math.log1p(small) + Math.max(0, -odds);
}

/** The same for the logits of several types. */
export function softmaxLoss(slopes: Float64Array, position: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < slopes.length; k++) most = Math.max(most, slopes[k]!);
  const own = slopes[position]! - most;
  let total = 0;
  for (let k = 0; k < slopes.length; k++) {
    slopes[k] = Math.exp(slopes[k]! - most);
    total += slopes[k]!;
  }
  for (let k = 0; k < slopes.length; k++) slopes[k]! /= total;
  slopes[position]! -= 1;
  return Math.log(total) - own;
}

/** The diagonal of the Hessian at W = 0 and b = 0, where all types are equally probable. */
export function curvatureAtZero(rows: SparseRows, outputs: number, ridge: number): Float64Array {
  const { columns } = rows;
  const spread = outputs === 1 ? 1 / 4 : (1 - 1 / outputs) / outputs;
  const curvature = new Float64Array((columns + 1) * outputs).fill(ridge);
  for (let entry = 0; entry < rows.indices.length; entry++) {
    curvature[rows.indices[entry]!]! += spread * rows.values[entry]! ** 2;
  }
  for (let k = 1; k < outputs; k++) curvature.copyWithin(k * columns, 0, columns);
  return curvature.fill(spread * rows.rows, columns * outputs);
}
