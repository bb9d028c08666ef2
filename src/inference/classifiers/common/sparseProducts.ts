/** A sparse matrix by its products, for singular directions: row x of it times a block is a sum over its entries. */
import type { LinearOperator } from '../../../maths/index.ts';
import type { SparseRows } from './sparseRows.ts';

/** `values` has one number for each entry: those of the matrix, or what stands in their place. */
export function sparseProducts(
  { rows, columns, starts, indices }: Pick<SparseRows, 'rows' | 'columns' | 'starts' | 'indices'>,
  values: ArrayLike<number>,
): LinearOperator {
  return {
    rows,
    columns,
    times: (block, width) => {
      const product = new Float64Array(rows * width);
      for (let row = 0; row < rows; row++) {
        for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
          const from = indices[entry]! * width;
          const value = values[entry]!;
          for (let k = 0; k < width; k++) product[row * width + k]! += value * block[from + k]!;
        }
      }
      return product;
    },
    transposedTimes: (block, width) => {
      const product = new Float64Array(columns * width);
      for (let row = 0; row < rows; row++) {
        for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
          const to = indices[entry]! * width;
          const value = values[entry]!;
          for (let k = 0; k < width; k++) product[to + k]! += value * block[row * width + k]!;
        }
      }
      return product;
    },
  };
}
