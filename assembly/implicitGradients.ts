/**
 * Weighted implicit least squares by conjugate gradients: a few steps from the row as it is, without the row's system. All
 * in single precision. Profiles of the seen are read four at a time: four dot products, then four multiples added.
 *
 * Scratch, from its start: residual r, direction p and A p, in f32 (stride each).
 */
import { addMultiple } from './als';
import { dotLanes, sumLanes, sumLanesOfFour } from './vectors';

/** Squared length of a residual that counts as none; the same constant as in the package implicit. */
const SOLVED: f32 = 1e-20;

export function implicitGradients(
  first: i32,
  last: i32,
  starts: usize,
  others: usize,
  ownProfiles: usize,
  otherProfiles: usize,
  stride: i32,
  base: usize,
  alpha: f32,
  steps: i32,
  scratch: usize,
): void {
  const bytes = (<usize>stride) << 2;
  const r = scratch;
  const p = r + bytes;
  const ap = p + bytes;
  for (let own = first; own < last; own++) {
    const x = ownProfiles + (<usize>own) * bytes;
    const from = others + ((<usize>load<u32>(starts + ((<usize>own) << 2))) << 2);
    const end = others + ((<usize>load<u32>(starts + ((<usize>own) << 2), 4)) << 2);
    if (from == end) {
      memory.fill(x, 0, bytes);
      continue;
    }
    // r = right side - A x: the weight of a seen y is 1 + alpha - alpha (y . x).
    times(base, x, r, bytes, -1);
    addSeen(from, end, otherProfiles, x, r, bytes, 1 + alpha, -alpha);
    memory.copy(p, r, bytes);
    let before: f32 = sumLanes(dotLanes(r, r, bytes));
    for (let step: i32 = 0; step < steps && before >= SOLVED; step++) {
      times(base, p, ap, bytes, 1);
      addSeen(from, end, otherProfiles, p, ap, bytes, 0, alpha);
      const size: f32 = before / sumLanes(dotLanes(p, ap, bytes));
      addMultiple(x, p, size, bytes);
      addMultiple(r, ap, -size, bytes);
      const after: f32 = sumLanes(dotLanes(r, r, bytes));
      turn(p, r, after / before, bytes);
      before = after;
    }
  }
}

/** out = sign x matrix x, row by row of the symmetric matrix; four rows at a time, added in their order. */
@inline
function times(matrix: usize, x: usize, out: usize, bytes: usize, sign: f32): void {
  memory.fill(out, 0, bytes);
  const signs = f32x4.splat(sign);
  for (let b: usize = 0; b < bytes; b += 16) {
    const factors = f32x4.mul(signs, v128.load(x + b));
    const row = matrix + (b >> 2) * bytes;
    addFour(out, row, row + bytes, row + 2 * bytes, row + 3 * bytes, factors, bytes);
  }
}

/** out += sum over the seen of (constant + factor (y . x)) y, in their order. */
@inline
function addSeen(
  from: usize,
  end: usize,
  profiles: usize,
  x: usize,
  out: usize,
  bytes: usize,
  constant: f32,
  factor: f32,
): void {
  const constants = f32x4.splat(constant);
  const factors = f32x4.splat(factor);
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const y0 = profiles + <usize>load<u32>(at) * bytes;
    const y1 = profiles + <usize>load<u32>(at, 4) * bytes;
    const y2 = profiles + <usize>load<u32>(at, 8) * bytes;
    const y3 = profiles + <usize>load<u32>(at, 12) * bytes;
    const first = v128.load(x);
    let d0 = f32x4.mul(v128.load(y0), first);
    let d1 = f32x4.mul(v128.load(y1), first);
    let d2 = f32x4.mul(v128.load(y2), first);
    let d3 = f32x4.mul(v128.load(y3), first);
    for (let k: usize = 16; k < bytes; k += 16) {
      const part = v128.load(x + k);
      d0 = f32x4.add(d0, f32x4.mul(v128.load(y0 + k), part));
      d1 = f32x4.add(d1, f32x4.mul(v128.load(y1 + k), part));
      d2 = f32x4.add(d2, f32x4.mul(v128.load(y2 + k), part));
      d3 = f32x4.add(d3, f32x4.mul(v128.load(y3 + k), part));
    }
    const weights = f32x4.add(constants, f32x4.mul(factors, sumLanesOfFour(d0, d1, d2, d3)));
    addFour(out, y0, y1, y2, y3, weights, bytes);
  }
  for (; at < end; at += 4) {
    const y = profiles + <usize>load<u32>(at) * bytes;
    addMultiple(out, y, constant + factor * sumLanes(dotLanes(y, x, bytes)), bytes);
  }
}

/** out += w0 y0, then w1 y1, w2 y2 and w3 y3. */
@inline
function addFour(out: usize, y0: usize, y1: usize, y2: usize, y3: usize, weights: v128, bytes: usize): void {
  const w0 = v128.shuffle<f32>(weights, weights, 0, 0, 0, 0);
  const w1 = v128.shuffle<f32>(weights, weights, 1, 1, 1, 1);
  const w2 = v128.shuffle<f32>(weights, weights, 2, 2, 2, 2);
  const w3 = v128.shuffle<f32>(weights, weights, 3, 3, 3, 3);
  for (let k: usize = 0; k < bytes; k += 16) {
    let sum = f32x4.add(v128.load(out + k), f32x4.mul(w0, v128.load(y0 + k)));
    sum = f32x4.add(sum, f32x4.mul(w1, v128.load(y1 + k)));
    sum = f32x4.add(sum, f32x4.mul(w2, v128.load(y2 + k)));
    v128.store(out + k, f32x4.add(sum, f32x4.mul(w3, v128.load(y3 + k))));
  }
}

/** p = r + factor p. */
@inline
function turn(p: usize, r: usize, factor: f32, bytes: usize): void {
  const factors = f32x4.splat(factor);
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(p + k, f32x4.add(v128.load(r + k), f32x4.mul(factors, v128.load(p + k))));
  }
}
