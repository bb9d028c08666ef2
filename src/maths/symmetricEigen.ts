/**
 * All eigenvalues and eigenvectors of a symmetric matrix A = Z diag(values) Z' of a few hundred rows, row-major and in
 * double precision: Householder reflections make it tridiagonal, then implicit QL steps with Wilkinson's shift make it
 * diagonal.
 *
 *   vectors  Z' (size x size): row k is the eigenvector of values[k], so that every rotation runs over two
 *            contiguous rows
 *
 * Cost about 7 size^3 operations. The matrix is divided by its largest entry first: nothing overflows, and the QL steps,
 * which converge for every finite matrix, end.
 */
import { outOfRange } from '../errors/index.ts';

interface Eigen {
  /** Descending. */
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

/** Reads the lower triangle of `a` only and leaves it alone. */
export function symmetricEigen(a: ArrayLike<number>, size: number): Eigen {
  const work = new Float64Array(size * size);
  let largest = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const entry = a[row * size + column]!;
      if (!Number.isFinite(entry)) throw outOfRange(`matrix[${row}][${column}]`, entry, 'a finite number');
      largest = Math.max(largest, Math.abs(entry));
    }
  }
  const unit = largest === 0 ? 1 : largest;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      work[row * size + column] = a[row * size + column]! / unit;
      work[column * size + row] = work[row * size + column]!;
    }
  }
  const vectors = tridiagonalise(work, size);
  const diagonal = Float64Array.from({ length: size }, (_, k) => work[k * size + k]!);
  const beside = Float64Array.from({ length: size }, (_, k) => (k + 1 < size ? work[k * size + k + 1]! : 0));
  diagonalise(diagonal, beside, vectors, size);
  return descending(diagonal, vectors, size, unit);
}

/**
 * Overwrites `a` with the tridiagonal Q'AQ and returns Q'. Reflection k, I - factor v v', clears column k below the
 * entry beside the diagonal; v begins at k + 1.
 */
function tridiagonalise(a: Float64Array, size: number): Float64Array {
  const reflections: Float64Array[] = [];
  const product = new Float64Array(size);
  for (let k = 0; k + 2 < size; k++) {
    const first = k + 1;
    const v = new Float64Array(size);
    let square = 0;
    for (let i = first; i < size; i++) {
      v[i] = a[k * size + i]!;
      square += v[i]! * v[i]!;
    }
    const rest = square - v[first]! * v[first]!;
    if (rest === 0) {
      reflections.push(v.fill(0));
      continue;
    }
    // The sign that adds two numbers of the same sign, so that no digits cancel.
    const beside = v[first]! > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    v[first] = v[first]! - beside;
    // Of length sqrt 2, so that the reflection is I - v v'.
    const length = Math.sqrt((rest + v[first]! * v[first]!) / 2);
    for (let i = first; i < size; i++) v[i] = v[i]! / length;
    reflections.push(v);

    let half = 0;
    for (let i = first; i < size; i++) {
      let sum = 0;
      for (let j = first; j < size; j++) sum += a[i * size + j]! * v[j]!;
      product[i] = sum;
      half += (sum * v[i]!) / 2;
    }
    for (let i = first; i < size; i++) product[i] = product[i]! - half * v[i]!;
    for (let i = first; i < size; i++) {
      const vi = v[i]!;
      const wi = product[i]!;
      for (let j = first; j < size; j++) a[i * size + j] = a[i * size + j]! - vi * product[j]! - wi * v[j]!;
    }
    a[k * size + first] = beside;
  }
  const transposed = new Float64Array(size * size);
  for (let k = 0; k < size; k++) transposed[k * size + k] = 1;
  for (let k = reflections.length - 1; k >= 0; k--) {
    const v = reflections[k]!;
    for (let row = k + 1; row < size; row++) {
      let sum = 0;
      for (let j = k + 1; j < size; j++) sum += transposed[row * size + j]! * v[j]!;
      if (sum === 0) continue;
      for (let j = k + 1; j < size; j++) transposed[row * size + j] = transposed[row * size + j]! - sum * v[j]!;
    }
  }
  return transposed;
}

/** Overwrites the tridiagonal matrix (diagonal, and beside it) with its eigenvalues, turning the rows of `vectors`. */
function diagonalise(diagonal: Float64Array, beside: Float64Array, vectors: Float64Array, size: number): void {
  for (let low = 0; low < size; low++) {
    for (;;) {
      let high = low;
      while (high + 1 < size && !negligible(diagonal, beside, high)) high++;
      if (high === low) break;
      // Wilkinson's shift: the eigenvalue of the upper two by two corner that is nearer to its first entry.
      const b = beside[low]!;
      const slope = (diagonal[low + 1]! - diagonal[low]!) / (2 * b);
      const shift = diagonal[low]! - b / (slope + (slope < 0 ? -1 : 1) * Math.hypot(slope, 1));
      let bulge = diagonal[high]! - shift;
      let [sine, cosine, correction] = [1, 1, 0];
      let at = high - 1;
      for (; at >= low; at--) {
        const f = sine * beside[at]!;
        const g = cosine * beside[at]!;
        const radius = Math.hypot(f, bulge);
        beside[at + 1] = radius;
        if (radius === 0) {
          // The matrix fell apart in the middle of the step: take the two parts one after the other.
          diagonal[at + 1] = diagonal[at + 1]! - correction;
          beside[high] = 0;
          break;
        }
        sine = f / radius;
        cosine = bulge / radius;
        const base = diagonal[at + 1]! - correction;
        const turned = (diagonal[at]! - base) * sine + 2 * cosine * g;
        correction = sine * turned;
        diagonal[at + 1] = base + correction;
        bulge = cosine * turned - g;
        rotateRows(vectors, size, at, cosine, sine);
      }
      if (at >= low) continue;
      diagonal[low] = diagonal[low]! - correction;
      beside[low] = bulge;
      beside[high] = 0;
    }
  }
}

function negligible(diagonal: Float64Array, beside: Float64Array, at: number): boolean {
  // The largest entry was 1: the second term is far below what rounding has left of it.
  const scale = Math.abs(diagonal[at]!) + Math.abs(diagonal[at + 1]!) + Number.EPSILON;
  return Math.abs(beside[at]!) <= Number.EPSILON * scale;
}

/** Turns rows `at` and `at + 1` by the rotation (cosine, sine). */
function rotateRows(rows: Float64Array, size: number, at: number, cosine: number, sine: number): void {
  const upper = at * size;
  const lower = upper + size;
  for (let k = 0; k < size; k++) {
    const a = rows[upper + k]!;
    const b = rows[lower + k]!;
    rows[lower + k] = sine * a + cosine * b;
    rows[upper + k] = cosine * a - sine * b;
  }
}

function descending(diagonal: Float64Array, vectors: Float64Array, size: number, unit: number): Eigen {
  const order = Uint32Array.from(diagonal, (_, k) => k).sort((a, b) => diagonal[b]! - diagonal[a]! || a - b);
  const sorted = new Float64Array(size * size);
  for (const [to, from] of order.entries()) {
    sorted.set(vectors.subarray(from * size, (from + 1) * size), to * size);
  }
  return { values: Float64Array.from(order, (k) => diagonal[k]! * unit), vectors: sorted };
}
