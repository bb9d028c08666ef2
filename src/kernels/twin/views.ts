/** Typed views over one memory, and the order in which the vector kernels add up a dot product. */

export interface Views {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly u32: Uint32Array;
  readonly u8: Uint8Array;
}

export function viewsOf(buffer: ArrayBuffer | SharedArrayBuffer): Views {
  return {
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    u32: new Uint32Array(buffer),
    u8: new Uint8Array(buffer),
  };
}

const { fround } = Math;

/** a . b over `length` floats (a multiple of four): four running sums, then (0 + 1) + (2 + 3). */
export function dot(f32: Float32Array, a: number, b: number, length: number): number {
  let lane0 = 0;
  let lane1 = 0;
  let lane2 = 0;
  let lane3 = 0;
  for (let k = 0; k < length; k += 4) {
    lane0 = fround(lane0 + fround(f32[a + k]! * f32[b + k]!));
    lane1 = fround(lane1 + fround(f32[a + k + 1]! * f32[b + k + 1]!));
    lane2 = fround(lane2 + fround(f32[a + k + 2]! * f32[b + k + 2]!));
    lane3 = fround(lane3 + fround(f32[a + k + 3]! * f32[b + k + 3]!));
  }
  return fround(fround(lane0 + lane1) + fround(lane2 + lane3));
}
