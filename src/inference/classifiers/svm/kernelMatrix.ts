/**
 * The matrix of the Gaussian (RBF) kernel between all pairs of rows, k(x, y) = exp(-gamma * |x - y|^2), computed once
 * and shared by all trainings on subsets of the rows.
 *
 *   values  size x size, row-major, single precision: 145 MB for 6,022 rows
 *
 * |x - y|^2 = |x|^2 + |y|^2 - 2 x.y, and x.y comes from an index by item: row after row, each rating meets only the
 * earlier ratings of the same item. Cost O(sum over items of ratings^2 / 2 + size^2 / 2 exponentials).
 */

import { requirePositive, UlteriorError } from '../../../errors/index.ts';
import { checkRows, type SparseRows } from '../common/sparseRows.ts';

export interface KernelMatrix {
  readonly size: number;
  readonly gamma: number;
  readonly values: Float32Array;
}

/** 4 GiB of single-precision numbers. */
const MOST_ROWS = 32_768;

export function rbfKernelMatrix(rows: SparseRows, gamma: number): KernelMatrix {
  requirePositive('gamma', gamma);
  const size = rows.rows;
  if (size > MOST_ROWS) {
    throw new UlteriorError(
      'TRAINING_TOO_LARGE',
      `a kernel matrix of ${size} rows is larger than 4 GiB`,
      `train on at most ${MOST_ROWS} rows`,
      { rows: size, most: MOST_ROWS },
    );
  }
  checkRows(rows);
  const { starts, indices, values: ratings } = rows;
  const values = new Float32Array(size * size);
  const norms = squaredNorms(rows);
  const firsts = columnStarts(rows);
  // The ratings of each item by the rows so far: their users and values lie from firsts[item] up to ends[item].
  const ends = Uint32Array.from(firsts);
  const raters = new Uint32Array(indices.length);
  const rated = new Float32Array(indices.length);
  const products = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    products.fill(0, 0, row);
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const item = indices[entry]!;
      const rating = ratings[entry]!;
      const end = ends[item]!;
      for (let earlier = firsts[item]!; earlier < end; earlier++) {
        products[raters[earlier]!]! += rating * rated[earlier]!;
      }
      raters[end] = row;
      rated[end] = rating;
      ends[item] = end + 1;
    }
    values[row * size + row] = 1;
    for (let other = 0; other < row; other++) {
      // Rounding may leave a distance just below 0, and a kernel value above 1 would not be one.
      const distance = Math.max(0, norms[row]! + norms[other]! - 2 * products[other]!);
      const value = Math.exp(-gamma * distance);
      values[row * size + other] = value;
      values[other * size + row] = value;
    }
  }
  return { size, gamma, values };
}

/** scikit-learn's gamma = 'scale': 1 / (columns * variance of all numbers of X, the zeros included); 1 if that is 0. */
export function scaleGamma(rows: SparseRows): number {
  let sum = 0;
  let squares = 0;
  for (const value of rows.values) {
    sum += value;
    squares += value * value;
  }
  const cells = rows.rows * rows.columns;
  const variance = cells === 0 ? 0 : squares / cells - (sum / cells) ** 2;
  return variance > 0 ? 1 / (rows.columns * variance) : 1;
}

/** |x|^2 of each row. */
export function squaredNorms(rows: SparseRows): Float64Array {
  const norms = new Float64Array(rows.rows);
  for (let row = 0; row < rows.rows; row++) {
    for (let entry = rows.starts[row]!; entry < rows.starts[row + 1]!; entry++) norms[row]! += rows.values[entry]! ** 2;
  }
  return norms;
}

/** Where the ratings of each item start when all are sorted by item. */
function columnStarts(rows: SparseRows): Uint32Array {
  const starts = new Uint32Array(rows.columns + 1);
  for (const item of rows.indices) starts[item + 1]!++;
  for (let item = 0; item < rows.columns; item++) starts[item + 1]! += starts[item]!;
  return starts;
}
