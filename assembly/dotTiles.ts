/**
 * Products of rows with rows, in tiles of 2 x 4: eight sums of four lanes each stay in registers while two rows of the
 * left block meet four of the right one. Four right rows of a slice stay in the first cache while all left rows pass.
 */
import { dotLanes, sumLanes, sumLanesOfFour } from './vectors';

/** Bytes of a slice: DOT_SLICE floats of src/kernels/contract/kernels.ts. */
const SLICE: usize = 512 << 2;

@inline
function addTo(target: usize, sums: v128, factors: v128): void {
  v128.store(target, f32x4.add(v128.load(target), f32x4.mul(factors, sums)));
}

export function dotTiles(
  rows: i32,
  columns: i32,
  depth: i32,
  left: usize,
  leftStride: i32,
  right: usize,
  rightStride: i32,
  target: usize,
  targetStride: i32,
  factor: f32,
): void {
  const factors = f32x4.splat(factor);
  const leftBytes = (<usize>leftStride) << 2;
  const rightBytes = (<usize>rightStride) << 2;
  const targetBytes = (<usize>targetStride) << 2;
  const depthBytes = (<usize>depth) << 2;
  const tiled = columns & ~3;
  for (let from: usize = 0; from < depthBytes; from += SLICE) {
    const bytes = min<usize>(SLICE, depthBytes - from);
    for (let c: i32 = 0; c < tiled; c += 4) {
      const b0 = right + (<usize>c) * rightBytes + from;
      const b1 = b0 + rightBytes;
      const b2 = b1 + rightBytes;
      const b3 = b2 + rightBytes;
      let a0 = left + from;
      let to = target + ((<usize>c) << 2);
      let r: i32 = 0;
      for (; r + 1 < rows; r += 2) {
        const a1 = a0 + leftBytes;
        let x = v128.load(a0);
        let y = v128.load(a1);
        let z = v128.load(b0);
        let x0 = f32x4.mul(x, z);
        let y0 = f32x4.mul(y, z);
        z = v128.load(b1);
        let x1 = f32x4.mul(x, z);
        let y1 = f32x4.mul(y, z);
        z = v128.load(b2);
        let x2 = f32x4.mul(x, z);
        let y2 = f32x4.mul(y, z);
        z = v128.load(b3);
        let x3 = f32x4.mul(x, z);
        let y3 = f32x4.mul(y, z);
        for (let k: usize = 16; k < bytes; k += 16) {
          x = v128.load(a0 + k);
          y = v128.load(a1 + k);
          z = v128.load(b0 + k);
          x0 = f32x4.add(x0, f32x4.mul(x, z));
          y0 = f32x4.add(y0, f32x4.mul(y, z));
          z = v128.load(b1 + k);
          x1 = f32x4.add(x1, f32x4.mul(x, z));
          y1 = f32x4.add(y1, f32x4.mul(y, z));
          z = v128.load(b2 + k);
          x2 = f32x4.add(x2, f32x4.mul(x, z));
          y2 = f32x4.add(y2, f32x4.mul(y, z));
          z = v128.load(b3 + k);
          x3 = f32x4.add(x3, f32x4.mul(x, z));
          y3 = f32x4.add(y3, f32x4.mul(y, z));
        }
        addTo(to, sumLanesOfFour(x0, x1, x2, x3), factors);
        addTo(to + targetBytes, sumLanesOfFour(y0, y1, y2, y3), factors);
        a0 += leftBytes << 1;
        to += targetBytes << 1;
      }
      if (r < rows) {
        const sums = sumLanesOfFour(
          dotLanes(a0, b0, bytes),
          dotLanes(a0, b1, bytes),
          dotLanes(a0, b2, bytes),
          dotLanes(a0, b3, bytes),
        );
        addTo(to, sums, factors);
      }
    }
    for (let c = tiled; c < columns; c++) {
      const b = right + (<usize>c) * rightBytes + from;
      for (let r: i32 = 0; r < rows; r++) {
        const to = target + (<usize>r) * targetBytes + ((<usize>c) << 2);
        const sum = sumLanes(dotLanes(left + (<usize>r) * leftBytes + from, b, bytes));
        store<f32>(to, load<f32>(to) + factor * sum);
      }
    }
  }
}
