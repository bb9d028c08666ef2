/**
 * Weighted implicit least squares: one entity's profile from what it has seen, everything else held fixed. Outer
 * products in single precision, the system in double.
 *
 * Scratch, from its start: sum of outer products in f32 (stride x stride), sum of profiles in f32 (stride), the system in
 * f64 (dimension^2), its right-hand side in f64 (dimension), a batch of gathered profiles in f32 (BATCH x stride).
 */
import { addMultiple, addOuterProducts, align16, BATCH } from './als';
import { solvePositiveDefinite } from './cholesky';

export function implicitStep(
  first: i32,
  last: i32,
  starts: usize,
  others: usize,
  ownProfiles: usize,
  otherProfiles: usize,
  dimension: i32,
  stride: i32,
  base: usize,
  alpha: f64,
  scratch: usize,
): i32 {
  const bytes = (<usize>stride) << 2;
  const outer = scratch;
  const sums = outer + (<usize>stride) * bytes;
  const system = sums + bytes;
  const right = system + align16((<usize>(dimension * dimension)) << 3);
  const batch = right + align16((<usize>dimension) << 3);
  for (let own = first; own < last; own++) {
    memory.fill(outer, 0, system - outer);
    const end = load<u32>(starts + ((<usize>own) << 2), 4);
    for (let from = load<u32>(starts + ((<usize>own) << 2)); from < end; from += BATCH) {
      const count = min<i32>(BATCH, end - from);
      for (let n: i32 = 0; n < count; n++) {
        const other = <usize>load<u32>(others + ((<usize>(from + n)) << 2));
        const y = otherProfiles + other * bytes;
        memory.copy(batch + (<usize>n) * bytes, y, bytes);
        addMultiple(sums, y, 1, bytes);
      }
      addOuterProducts(outer, batch, count, bytes);
    }
    for (let a: i32 = 0; a < dimension; a++) {
      for (let b: i32 = a; b < dimension; b++) {
        const at = (<usize>(a * dimension + b)) << 3;
        const seen = <f64>load<f32>(outer + ((<usize>(a * stride + b)) << 2));
        store<f64>(system + at, load<f64>(base + at) + alpha * seen);
      }
      store<f64>(right + ((<usize>a) << 3), (1 + alpha) * <f64>load<f32>(sums + ((<usize>a) << 2)));
    }
    if (!solvePositiveDefinite(system, dimension, right)) return own;
    const profile = ownProfiles + (<usize>own) * bytes;
    for (let a: i32 = 0; a < dimension; a++) {
      store<f32>(profile + ((<usize>a) << 2), <f32>load<f64>(right + ((<usize>a) << 3)));
    }
  }
  return -1;
}
