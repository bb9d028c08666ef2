/** Products and powers of small matrices, row-major. */
import { symmetricEigen } from '../../maths/index.ts';

/** Of the largest eigenvalue: directions with less have no spread. */
const NOTHING = 1e-10;

/** A^power of a positive semidefinite A, on the directions in which it has any spread. */
export function symmetricPower(matrix: Float64Array, size: number, power: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, size);
  const result = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    if (values[k]! <= NOTHING * values[0]! || values[k]! <= 0) continue;
    const scale = values[k]! ** power;
    for (let a = 0; a < size; a++) {
      const own = scale * vectors[k * size + a]!;
      for (let b = 0; b < size; b++) result[a * size + b]! += own * vectors[k * size + b]!;
    }
  }
  return result;
}

/** A (size x size) times B (size x columns). */
export function multiplied(a: Float64Array, b: Float64Array, size: number, columns: number): Float64Array {
  const product = new Float64Array(size * columns);
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < size; k++) {
      const own = a[row * size + k]!;
      for (let column = 0; column < columns; column++)
        product[row * columns + column]! += own * b[k * columns + column]!;
    }
  }
  return product;
}
