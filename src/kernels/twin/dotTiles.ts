/** Plain twin of assembly/dotTiles.ts. */
import { DOT_SLICE, type Kernels } from '../contract/kernels.ts';
import { dot, type Views } from './views.ts';

const { fround } = Math;

export function dotTilesTwin({ f32 }: Views): Pick<Kernels, 'dotTiles'> {
  return {
    dotTiles(rows, columns, depth, left, leftStride, right, rightStride, target, targetStride, factor) {
      const scale = fround(factor);
      for (let from = 0; from < depth; from += DOT_SLICE) {
        const length = Math.min(DOT_SLICE, depth - from);
        for (let r = 0; r < rows; r++) {
          const a = left / 4 + r * leftStride + from;
          for (let c = 0; c < columns; c++) {
            const to = target / 4 + r * targetStride + c;
            const sum = dot(f32, a, right / 4 + c * rightStride + from, length);
            f32[to] = f32[to]! + fround(scale * sum);
          }
        }
      }
    },
  };
}
