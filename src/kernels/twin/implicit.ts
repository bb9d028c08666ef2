/** Plain twin of assembly/implicit.ts. It needs no scratch space in the memory. */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { Kernels } from '../contract/kernels.ts';
import type { Views } from './views.ts';

const { fround } = Math;

export function implicitTwin({ f32, f64, u32 }: Views): Pick<Kernels, 'implicitStep'> {
  return {
    implicitStep(first, last, starts, others, ownProfiles, otherProfiles, dimension, stride, base, alpha) {
      const outer = new Float32Array(dimension * dimension);
      const sums = new Float32Array(dimension);
      const system = new Float64Array(dimension * dimension);
      const right = new Float64Array(dimension);
      for (let own = first; own < last; own++) {
        outer.fill(0);
        sums.fill(0);
        for (let n = u32[starts / 4 + own]!; n < u32[starts / 4 + own + 1]!; n++) {
          const y = otherProfiles / 4 + u32[others / 4 + n]! * stride;
          for (let a = 0; a < dimension; a++) {
            const factor = f32[y + a]!;
            sums[a] = sums[a]! + factor;
            for (let b = a; b < dimension; b++) {
              outer[a * dimension + b] = outer[a * dimension + b]! + fround(factor * f32[y + b]!);
            }
          }
        }
        // The library's Cholesky reads the lower triangle.
        for (let a = 0; a < dimension; a++) {
          for (let b = a; b < dimension; b++) {
            const at = a * dimension + b;
            system[b * dimension + a] = f64[base / 8 + at]! + alpha * outer[at]!;
          }
          right[a] = (1 + alpha) * sums[a]!;
        }
        if (!choleskyFactor(system, dimension).ok) return own;
        choleskySolve(system, dimension, right);
        for (let a = 0; a < dimension; a++) f32[ownProfiles / 4 + own * stride + a] = right[a]!;
      }
      return -1;
    },
  };
}
