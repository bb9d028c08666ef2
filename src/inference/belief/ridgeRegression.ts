/**
 * A number from sparse rows by ridge regression: the plain baseline that knows nothing of profiles.
 *
 *     minimise  sum_i (y_i - c - (x_i - mu) . w)^2 + ridge |w|^2,     mu the columns' means, c the mean of y
 *
 * solved by conjugate gradients on (X'X + ridge I) w = X'(y - c) with X centred by column, never formed: a step costs
 * O(entries). The system is positive definite, so that many steps as columns always suffice; a few dozen do.
 */

import { requirePositive, UlteriorError } from '../../errors/index.ts';
import { dot } from '../../maths/index.ts';
import { checkRows, type SparseRows, type SparseVector } from '../classifiers/common/sparseRows.ts';

interface RidgeRegression {
  readonly weights: Float64Array;
  readonly intercept: number;
}

/** What is left of the gradient, relative to the first, when the steps end. */
const TOLERANCE = 1e-9;

export function trainRidge(rows: SparseRows, targets: ArrayLike<number>, ridge: number): RidgeRegression {
  requirePositive('ridge', ridge);
  checkRows(rows);
  checkTargets(rows, targets);
  const means = columnMeans(rows);
  const centre = Array.from(targets).reduce((sum, target) => sum + target, 0) / targets.length;
  const residual = timesTransposed(
    rows,
    means,
    Float64Array.from(targets, (target) => target - centre),
  );
  const weights = new Float64Array(rows.columns);
  const direction = residual.slice();
  let square = dot(residual, residual);
  const goal = TOLERANCE ** 2 * square;
  // Rounding can take more steps than there are columns.
  for (let step = 0; square > goal; step++) {
    if (step > 10 * rows.columns + 100) throw notConverged(step, ridge);
    const image = timesTransposed(rows, means, times(rows, means, direction));
    for (let k = 0; k < image.length; k++) image[k] = image[k]! + ridge * direction[k]!;
    const length = square / dot(direction, image);
    for (let k = 0; k < weights.length; k++) {
      weights[k] = weights[k]! + length * direction[k]!;
      residual[k] = residual[k]! - length * image[k]!;
    }
    const next = dot(residual, residual);
    const kept = next / square;
    for (let k = 0; k < direction.length; k++) direction[k] = residual[k]! + kept * direction[k]!;
    square = next;
  }
  return { weights, intercept: centre - dot(means, weights) };
}

export function ridgePrediction({ weights, intercept }: RidgeRegression, { indices, values }: SparseVector): number {
  let sum = intercept;
  for (let n = 0; n < indices.length; n++) sum += weights[indices[n]!]! * values[n]!;
  return sum;
}

function columnMeans({ rows, columns, indices, values }: SparseRows): Float64Array {
  const means = new Float64Array(columns);
  for (let at = 0; at < indices.length; at++) means[indices[at]!] = means[indices[at]!]! + values[at]! / rows;
  return means;
}

/** (X - 1 mu') w. */
function times({ rows, starts, indices, values }: SparseRows, means: Float64Array, w: Float64Array): Float64Array {
  const shift = dot(means, w);
  const image = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = -shift;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) sum += values[at]! * w[indices[at]!]!;
    image[row] = sum;
  }
  return image;
}

/** (X - 1 mu')' v. */
function timesTransposed(
  { rows, columns, starts, indices, values }: SparseRows,
  means: Float64Array,
  v: Float64Array,
): Float64Array {
  const image = new Float64Array(columns);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    total += v[row]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      image[indices[at]!] = image[indices[at]!]! + values[at]! * v[row]!;
    }
  }
  for (let k = 0; k < columns; k++) image[k] = image[k]! - means[k]! * total;
  return image;
}

function checkTargets({ rows }: SparseRows, targets: ArrayLike<number>): void {
  const finite = Array.from(targets).every(Number.isFinite);
  if (rows > 0 && targets.length === rows && finite) return;
  throw new UlteriorError(
    'ATTRIBUTE_INVALID',
    `there are ${targets.length} numbers for ${rows} people${finite ? '' : ', and not all of them are finite'}`,
    'pass one finite number for each of at least one person',
    { rows, targets: targets.length },
  );
}

function notConverged(steps: number, ridge: number): UlteriorError {
  return new UlteriorError(
    'CLASSIFIER_DID_NOT_CONVERGE',
    `ridge regression did not converge in ${steps} steps`,
    `raise the ridge (now ${ridge})`,
    { steps, ridge },
  );
}
