/**
 * What the design leaves of the observations, each column with variance 1:
 *
 *     R = (X - C M) S          users x rows of the model
 *
 *   X  observations       C  design (users x p)       M  coefficients (p x rows), by least squares
 *   S  weights (diagonal): 1 / deviation, the root mean square of the column of X - C M
 *
 * X is sparse and C M has rank p: R is never written out.
 *
 *     R Q = X (S Q) - C (M S Q)          R'Y = S (X'Y - M'(C'Y))                                     [eq:residuals]
 *
 * A factor in front of a channel would cancel in R. A column that hardly varies (an item that everybody rated, ratings
 * that are all the same) cannot be standardised: its variance is raised to a quarter of what one person would cause who
 * differs as ratings of the channel do, and its weight is 0, so that it takes no part in the decomposition. Within types
 * a presence that varies at all has twice that variance: one of two people of a type is the least there is.
 */
import type { LinearOperator, Reals } from '../../maths/index.ts';
import { type Design, leastSquares } from './design.ts';
import type { Observations } from './observations.ts';

interface Residuals extends LinearOperator {
  /** M, transposed (rows x p). */
  readonly coefficients: Float64Array;
  readonly deviations: Float64Array;
  readonly weights: Float64Array;
}

export function standardisedResiduals(observations: Observations, design: Design): Residuals {
  const { rows: users, columns: rows } = observations;
  const p = design.columns;
  const moments = momentsOf(observations, design);
  const coefficients = leastSquares(design, moments);
  const deviations = new Float64Array(rows);
  const weights = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let left = observations.squares[row]!;
    for (let k = 0; k < p; k++) left -= coefficients[row * p + k]! * moments[row * p + k]!;
    const variance = left / users;
    const least = observations.units[row]! / (4 * users);
    deviations[row] = Math.sqrt(Math.max(variance, least));
    weights[row] = variance < least ? 0 : 1 / deviations[row]!;
  }

  return {
    rows: users,
    columns: rows,
    coefficients,
    deviations,
    weights,
    times: (block, width) => {
      const weighted = weigh(block, weights, width);
      const result = observations.times(weighted, width);
      subtractProduct(result, design.values, innerProduct(coefficients, weighted, p, width), p, width);
      return result;
    },
    transposedTimes: (block, width) => {
      const result = observations.transposedTimes(block, width);
      subtractProduct(result, coefficients, innerProduct(design.values, block, p, width), p, width);
      return weigh(result, weights, width);
    },
  };
}

/** C'X, transposed (rows x p), by one product with the columns of C padded to a width that products take. */
function momentsOf(observations: Observations, { columns: p, values }: Design): Float64Array {
  const width = 4 * Math.ceil(p / 4);
  const block = new Float64Array(observations.rows * width);
  for (let at = 0; at < values.length; at++) block[Math.floor(at / p) * width + (at % p)] = values[at]!;
  const padded = observations.transposedTimes(block, width);
  return Float64Array.from(
    { length: observations.columns * p },
    (_, at) => padded[Math.floor(at / p) * width + (at % p)]!,
  );
}

function weigh(block: Float64Array, weights: Float64Array, width: number): Float64Array {
  const result = new Float64Array(block.length);
  for (let row = 0; row < weights.length; row++) {
    const weight = weights[row]!;
    for (let k = row * width; k < (row + 1) * width; k++) result[k] = weight * block[k]!;
  }
  return result;
}

/** a'b (p x width) of a (m x p) and b (m x width). */
function innerProduct(a: Reals, b: Float64Array, p: number, width: number): Float64Array {
  const result = new Float64Array(p * width);
  for (let row = 0; row * width < b.length; row++) {
    for (let k = 0; k < p; k++) {
      const entry = a[row * p + k]!;
      if (entry === 0) continue;
      for (let w = 0; w < width; w++) result[k * width + w] = result[k * width + w]! + entry * b[row * width + w]!;
    }
  }
  return result;
}

/** result (m x width) less a (m x p) times b (p x width). */
function subtractProduct(result: Float64Array, a: Reals, b: Float64Array, p: number, width: number): void {
  for (let row = 0; row * width < result.length; row++) {
    for (let k = 0; k < p; k++) {
      const entry = a[row * p + k]!;
      if (entry === 0) continue;
      for (let w = 0; w < width; w++) {
        result[row * width + w] = result[row * width + w]! - entry * b[k * width + w]!;
      }
    }
  }
}
