/** Vectors, and small symmetric matrices, row-major and stored in full. `at` lets a vector live inside a larger array. */

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** y = P x, which is returned. */
export function symmetricTimesVector(
  p: Float64Array,
  size: number,
  x: ArrayLike<number>,
  at = 0,
  y: Float64Array = new Float64Array(size),
): Float64Array {
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += p[row * size + k]! * x[at + k]!;
    y[row] = sum;
  }
  return y;
}

/** x' P x. */
export function quadraticForm(p: Float64Array, size: number, x: ArrayLike<number>, at = 0): number {
  let total = 0;
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += p[row * size + k]! * x[at + k]!;
    total += sum * x[at + row]!;
  }
  return total;
}

/**
 * The inverse after a rank-one update (Sherman-Morrison): if P = S^-1, w = P v and q = 1 + v' P v, then
 * (S + v v')^-1 = P - w w' / q. Exactly symmetric; `updated` may be P itself.
 */
export function shermanMorrison(
  p: Float64Array,
  size: number,
  w: Float64Array,
  q: number,
  updated: Float64Array = new Float64Array(size * size),
): Float64Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const value = p[row * size + column]! - (w[row]! * w[column]!) / q;
      updated[row * size + column] = value;
      updated[column * size + row] = value;
    }
  }
  return updated;
}
