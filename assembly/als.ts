/**
 * Alternating least squares: the exact minimiser of the ridge objective over one user's profile, or over one item's
 * profile and type biases together, with everything else held fixed.
 *
 * Both take a Newton step from the present values: normal matrix (single precision, four lanes) times change = gradient.
 * The objective is quadratic in these unknowns, so one step lands on the minimum; starting from the present values
 * keeps rounding in the matrix from limiting how small the gradient gets over the sweeps.
 *
 * Scratch, from its start: normal matrix in f32 (stride x stride), gradient in f32 (stride), sums of user profiles by
 * type in f32 (types x stride), gradient and count by type in f64 (2 x types), the dense system in f64
 * (unknowns^2), its right-hand side in f64 (unknowns), a batch of gathered profiles in f32 (BATCH x stride).
 * `alsScratchBytes` in src/kernels/contract/kernels.ts gives its size.
 */
import { solvePositiveDefinite } from './cholesky';
import { dotLanes, sumLanes } from './vectors';

/** How many rows are gathered before their outer products are added. */
export const BATCH: i32 = 64;

@inline
export function align16(bytes: usize): usize {
  return (bytes + 15) & ~(<usize>15);
}

/** Adds the batch's outer products to the normal matrix, in tiles of 4 x 8 and 4 x 4 on and above the diagonal. */
export function addOuterProducts(normal: usize, batch: usize, count: i32, bytes: usize): void {
  const end = batch + (<usize>count) * bytes;
  for (let top: usize = 0; top < bytes; top += 16) {
    let left = top;
    for (; left + 16 < bytes; left += 32) {
      const tile0 = normal + (top >> 2) * bytes + left;
      const tile1 = tile0 + bytes;
      const tile2 = tile1 + bytes;
      const tile3 = tile2 + bytes;
      let a0 = v128.load(tile0);
      let a1 = v128.load(tile1);
      let a2 = v128.load(tile2);
      let a3 = v128.load(tile3);
      let b0 = v128.load(tile0, 16);
      let b1 = v128.load(tile1, 16);
      let b2 = v128.load(tile2, 16);
      let b3 = v128.load(tile3, 16);
      for (let row = batch; row < end; row += bytes) {
        const x = v128.load(row + left);
        const y = v128.load(row + left, 16);
        let factor = v128.load32_splat(row + top);
        a0 = f32x4.add(a0, f32x4.mul(factor, x));
        b0 = f32x4.add(b0, f32x4.mul(factor, y));
        factor = v128.load32_splat(row + top, 4);
        a1 = f32x4.add(a1, f32x4.mul(factor, x));
        b1 = f32x4.add(b1, f32x4.mul(factor, y));
        factor = v128.load32_splat(row + top, 8);
        a2 = f32x4.add(a2, f32x4.mul(factor, x));
        b2 = f32x4.add(b2, f32x4.mul(factor, y));
        factor = v128.load32_splat(row + top, 12);
        a3 = f32x4.add(a3, f32x4.mul(factor, x));
        b3 = f32x4.add(b3, f32x4.mul(factor, y));
      }
      v128.store(tile0, a0);
      v128.store(tile1, a1);
      v128.store(tile2, a2);
      v128.store(tile3, a3);
      v128.store(tile0, b0, 16);
      v128.store(tile1, b1, 16);
      v128.store(tile2, b2, 16);
      v128.store(tile3, b3, 16);
    }
    if (left < bytes) {
      const tile0 = normal + (top >> 2) * bytes + left;
      const tile1 = tile0 + bytes;
      const tile2 = tile1 + bytes;
      const tile3 = tile2 + bytes;
      let a0 = v128.load(tile0);
      let a1 = v128.load(tile1);
      let a2 = v128.load(tile2);
      let a3 = v128.load(tile3);
      for (let row = batch; row < end; row += bytes) {
        const x = v128.load(row + left);
        a0 = f32x4.add(a0, f32x4.mul(v128.load32_splat(row + top), x));
        a1 = f32x4.add(a1, f32x4.mul(v128.load32_splat(row + top, 4), x));
        a2 = f32x4.add(a2, f32x4.mul(v128.load32_splat(row + top, 8), x));
        a3 = f32x4.add(a3, f32x4.mul(v128.load32_splat(row + top, 12), x));
      }
      v128.store(tile0, a0);
      v128.store(tile1, a1);
      v128.store(tile2, a2);
      v128.store(tile3, a3);
    }
  }
}

/** target += factor * source over `bytes` bytes of single precision. */
@inline
export function addMultiple(target: usize, source: usize, factor: f32, bytes: usize): void {
  const factors = f32x4.splat(factor);
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(target + k, f32x4.add(v128.load(target + k), f32x4.mul(factors, v128.load(source + k))));
  }
}

export function alsStep(
  first: i32,
  last: i32,
  joint: i32,
  starts: usize,
  others: usize,
  values: usize,
  userTypes: usize,
  ownProfiles: usize,
  otherProfiles: usize,
  typeBiases: usize,
  dimension: i32,
  stride: i32,
  types: i32,
  ridges: usize,
  biasRidges: usize,
  scratch: usize,
): f64 {
  const bytes = (<usize>stride) << 2;
  const unknowns = joint ? dimension + types : dimension;
  const normal = scratch;
  const gradient = normal + (<usize>stride) * bytes;
  const typeSums = gradient + bytes;
  const typeTotals = typeSums + (<usize>types) * bytes;
  const system = typeTotals + ((<usize>types) << 4);
  const right = system + align16((<usize>(unknowns * unknowns)) << 3);
  const batch = right + align16((<usize>unknowns) << 3);
  let squaredError: f64 = 0;
  for (let own = first; own < last; own++) {
    const profile = ownProfiles + (<usize>own) * bytes;
    memory.fill(normal, 0, system - normal);
    const end = load<u32>(starts + ((<usize>own) << 2), 4);
    for (let from = load<u32>(starts + ((<usize>own) << 2)); from < end; from += BATCH) {
      const count = min<i32>(BATCH, end - from);
      for (let n: i32 = 0; n < count; n++) {
        const at = (<usize>(from + n)) << 2;
        const other = <usize>load<u32>(others + at);
        const x = otherProfiles + other * bytes;
        const item = joint ? <usize>own : other;
        const type = <usize>load<u8>(userTypes + (joint ? other : <usize>own));
        const z = load<f32>(typeBiases + ((item * (<usize>types) + type) << 2));
        const e: f32 = load<f32>(values + at) - (sumLanes(dotLanes(profile, x, bytes)) + z);
        squaredError += <f64>e * <f64>e;
        memory.copy(batch + (<usize>n) * bytes, x, bytes);
        addMultiple(gradient, x, e, bytes);
        if (joint) {
          addMultiple(typeSums + type * bytes, x, 1, bytes);
          const totals = typeTotals + (type << 4);
          store<f64>(totals, load<f64>(totals) + <f64>e);
          store<f64>(totals, load<f64>(totals, 8) + 1, 8);
        }
      }
      addOuterProducts(normal, batch, count, bytes);
    }
    const ridge = <f64>load<f32>(ridges + ((<usize>own) << 2));
    for (let a: i32 = 0; a < dimension; a++) {
      const row = (<usize>a) * (<usize>stride);
      for (let b: i32 = a; b < dimension; b++) {
        const entry = <f64>load<f32>(normal + ((row + <usize>b) << 2));
        store<f64>(system + ((<usize>(a * unknowns + b)) << 3), a == b ? entry + ridge : entry);
      }
      for (let k: i32 = dimension; k < unknowns; k++) {
        const sum = <f64>load<f32>(typeSums + (<usize>(k - dimension)) * bytes + ((<usize>a) << 2));
        store<f64>(system + ((<usize>(a * unknowns + k)) << 3), sum);
      }
      const at = (<usize>a) << 2;
      store<f64>(right + (at << 1), <f64>load<f32>(gradient + at) - ridge * <f64>load<f32>(profile + at));
    }
    for (let k: i32 = dimension; k < unknowns; k++) {
      const t = k - dimension;
      const bias = (<usize>(own * types + t)) << 2;
      const biasRidge = <f64>load<f32>(biasRidges + bias);
      const totals = typeTotals + ((<usize>t) << 4);
      store<f64>(system + ((<usize>(k * unknowns + k)) << 3), load<f64>(totals, 8) + biasRidge);
      for (let b: i32 = k + 1; b < unknowns; b++) store<f64>(system + ((<usize>(k * unknowns + b)) << 3), 0);
      store<f64>(right + ((<usize>k) << 3), load<f64>(totals) - biasRidge * <f64>load<f32>(typeBiases + bias));
    }
    if (!solvePositiveDefinite(system, unknowns, right)) return -1.0 - <f64>own;
    for (let k: i32 = 0; k < unknowns; k++) {
      const at =
        k < dimension ? profile + ((<usize>k) << 2) : typeBiases + ((<usize>(own * types + k - dimension)) << 2);
      store<f32>(at, <f32>(<f64>load<f32>(at) + load<f64>(right + ((<usize>k) << 3))));
    }
  }
  return squaredError;
}
