/**
 * Cholesky factorization A = L L' of small symmetric positive definite matrices (d is about 20), row-major, in double
 * precision. Only the lower triangle of A is read; only the lower triangle of L is written or read.
 * Failure is part of the return type: the pivot that was not positive says which unknown is not determined.
 */

type CholeskyResult = { readonly ok: true } | { readonly ok: false; readonly pivot: number };

/** Overwrites the lower triangle of `a` (size x size) with L. Cost size^3 / 6 multiplications. */
export function choleskyFactor(a: Float64Array, size: number): CholeskyResult {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = a[row * size + column]!;
      for (let k = 0; k < column; k++) sum -= a[row * size + k]! * a[column * size + k]!;
      if (row !== column) {
        a[row * size + column] = sum / a[column * size + column]!;
      } else if (sum > 0) {
        a[row * size + row] = Math.sqrt(sum);
      } else {
        return { ok: false, pivot: row };
      }
    }
  }
  return { ok: true };
}

/** Solves L L' x = b, overwriting `b` with x. */
export function choleskySolve(l: Float64Array, size: number, b: Float64Array): Float64Array {
  for (let row = 0; row < size; row++) {
    let sum = b[row]!;
    for (let k = 0; k < row; k++) sum -= l[row * size + k]! * b[k]!;
    b[row] = sum / l[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = b[row]!;
    for (let k = row + 1; k < size; k++) sum -= l[k * size + row]! * b[k]!;
    b[row] = sum / l[row * size + row]!;
  }
  return b;
}

/** The inverse of L L', exactly symmetric. */
export function choleskyInverse(l: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  const column = new Float64Array(size);
  for (let c = 0; c < size; c++) {
    column.fill(0);
    column[c] = 1;
    choleskySolve(l, size, column);
    for (let r = 0; r <= c; r++) {
      inverse[r * size + c] = column[r]!;
      inverse[c * size + r] = column[r]!;
    }
  }
  return inverse;
}

/** log det(L L'). */
export function logDeterminant(l: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.log(l[i * size + i]!);
  return 2 * sum;
}
