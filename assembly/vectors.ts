/** Vectors of single precision, four lanes at a time; lengths are multiples of four, the padding is zero. */

/** Adds up the four lanes as (0 + 1) + (2 + 3). */
@inline
export function sumLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** a . b over `bytes` bytes, before the lanes are added up. */
@inline
export function dotLanes(a: usize, b: usize, bytes: usize): v128 {
  let sum = f32x4.mul(v128.load(a), v128.load(b));
  for (let k: usize = 16; k < bytes; k += 16) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(a + k), v128.load(b + k)));
  }
  return sum;
}
