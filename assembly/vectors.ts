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

/** The sums of the lanes of four vectors, each as (0 + 1) + (2 + 3), side by side. */
@inline
export function sumLanesOfFour(a: v128, b: v128, c: v128, d: v128): v128 {
  const lowAB = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const highAB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const lowCD = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const highCD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  const lane0 = v128.shuffle<f64>(lowAB, lowCD, 0, 2);
  const lane1 = v128.shuffle<f64>(lowAB, lowCD, 1, 3);
  const lane2 = v128.shuffle<f64>(highAB, highCD, 0, 2);
  const lane3 = v128.shuffle<f64>(highAB, highCD, 1, 3);
  return f32x4.add(f32x4.add(lane0, lane1), f32x4.add(lane2, lane3));
}
