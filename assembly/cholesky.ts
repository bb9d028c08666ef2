/**
 * Solves A x = b for a symmetric positive definite A (size x size, row-major, upper triangle read and overwritten) in
 * double precision; b becomes x. A = U'U is built row by row from the top, so that each inner loop runs along a row and
 * two lanes work at once; per element the order of operations is that of the textbook loop.
 * Returns false when a pivot is not positive.
 */
export function solvePositiveDefinite(a: usize, size: i32, b: usize): bool {
  const row = (<usize>size) << 3;
  for (let k: i32 = 0; k < size; k++) {
    const rowK = a + (<usize>k) * row;
    const pivot = load<f64>(rowK + ((<usize>k) << 3));
    if (!(pivot > 0)) return false;
    const root = Math.sqrt(pivot);
    store<f64>(rowK + ((<usize>k) << 3), root);
    for (let j: i32 = k + 1; j < size; j++) {
      const at = rowK + ((<usize>j) << 3);
      store<f64>(at, load<f64>(at) / root);
    }
    for (let i: i32 = k + 1; i < size; i++) {
      subtractMultiple(a + (<usize>i) * row, rowK, load<f64>(rowK + ((<usize>i) << 3)), i, size);
    }
  }
  // U'y = b, then U x = y.
  for (let k: i32 = 0; k < size; k++) {
    const rowK = a + (<usize>k) * row;
    const y = load<f64>(b + ((<usize>k) << 3)) / load<f64>(rowK + ((<usize>k) << 3));
    store<f64>(b + ((<usize>k) << 3), y);
    subtractMultiple(b, rowK, y, k + 1, size);
  }
  for (let k: i32 = size - 1; k >= 0; k--) {
    const rowK = a + (<usize>k) * row;
    let sum = load<f64>(b + ((<usize>k) << 3));
    for (let j: i32 = k + 1; j < size; j++) {
      sum -= load<f64>(rowK + ((<usize>j) << 3)) * load<f64>(b + ((<usize>j) << 3));
    }
    store<f64>(b + ((<usize>k) << 3), sum / load<f64>(rowK + ((<usize>k) << 3)));
  }
  return true;
}

/** target[j] -= factor * source[j] for from <= j < size. */
@inline
function subtractMultiple(target: usize, source: usize, factor: f64, from: i32, size: i32): void {
  const factors = f64x2.splat(factor);
  let j = from;
  for (; j + 1 < size; j += 2) {
    const at = (<usize>j) << 3;
    v128.store(target + at, f64x2.sub(v128.load(target + at), f64x2.mul(factors, v128.load(source + at))));
  }
  if (j < size) {
    const at = (<usize>j) << 3;
    store<f64>(target + at, load<f64>(target + at) - factor * load<f64>(source + at));
  }
}
