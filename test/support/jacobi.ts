/** Eigenvalues by cyclic Jacobi rotations: slow, plain, and independent of the solver that the library uses. */

export interface JacobiResult {
  /** Descending. */
  readonly values: number[];
  /** vectors[k] belongs to values[k]. */
  readonly vectors: number[][];
}

export function jacobiEigen(matrix: readonly (readonly number[])[]): JacobiResult {
  const size = matrix.length;
  const a = matrix.map((row) => [...row]);
  const z = a.map((_, row) => a.map((_, column) => (row === column ? 1 : 0)));
  const total = Math.sqrt(a.flat().reduce((sum, entry) => sum + entry * entry, 0));
  for (let sweep = 0; sweep < 60; sweep++) {
    let beside = 0;
    for (let p = 0; p < size; p++) for (let q = 0; q < p; q++) beside += a[p]![q]! ** 2;
    if (Math.sqrt(beside) <= 1e-16 * total) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (a[p]![q] === 0) continue;
        const angle = Math.atan2(2 * a[p]![q]!, a[q]![q]! - a[p]![p]!) / 2;
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        for (let k = 0; k < size; k++) turn(a[p]!, k, a[q]!, k, c, s);
        for (let k = 0; k < size; k++) turn(a[k]!, p, a[k]!, q, c, s);
        for (let k = 0; k < size; k++) turn(z[p]!, k, z[q]!, k, c, s);
      }
    }
  }
  const order = a.map((_, k) => k).sort((p, q) => a[q]![q]! - a[p]![p]!);
  return { values: order.map((k) => a[k]![k]!), vectors: order.map((k) => z[k]!) };
}

/** Turns the pair (x[i], y[j]). */
function turn(x: number[], i: number, y: number[], j: number, c: number, s: number): void {
  const [first, second] = [x[i]!, y[j]!];
  x[i] = c * first - s * second;
  y[j] = s * first + c * second;
}
