/** Plain twin of assembly/als.ts. It needs no scratch space in the memory. */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { Kernels } from '../contract/kernels.ts';
import { dot, type Views } from './views.ts';

const { fround } = Math;

export function alsTwin({ f32, u32, u8 }: Views): Pick<Kernels, 'alsStep'> {
  return {
    alsStep(
      first,
      last,
      joint,
      starts,
      others,
      values,
      userTypes,
      ownProfiles,
      otherProfiles,
      typeBiases,
      dimension,
      stride,
      types,
      ridges,
      biasRidges,
    ) {
      const unknowns = joint ? dimension + types : dimension;
      const normal = new Float32Array(dimension * dimension);
      const gradient = new Float32Array(dimension);
      const typeSums = new Float32Array(types * dimension);
      const typeGradients = new Float64Array(types);
      const typeCounts = new Float64Array(types);
      const system = new Float64Array(unknowns * unknowns);
      const right = new Float64Array(unknowns);
      let squaredError = 0;
      for (let own = first; own < last; own++) {
        const profile = ownProfiles / 4 + own * stride;
        normal.fill(0);
        gradient.fill(0);
        typeSums.fill(0);
        typeGradients.fill(0);
        typeCounts.fill(0);
        for (let n = u32[starts / 4 + own]!; n < u32[starts / 4 + own + 1]!; n++) {
          const other = u32[others / 4 + n]!;
          const x = otherProfiles / 4 + other * stride;
          const item = joint ? own : other;
          const type = u8[userTypes + (joint ? other : own)]!;
          const z = f32[typeBiases / 4 + item * types + type]!;
          const e = fround(f32[values / 4 + n]! - fround(dot(f32, profile, x, stride) + z));
          squaredError += e * e;
          for (let a = 0; a < dimension; a++) {
            const factor = f32[x + a]!;
            gradient[a] = gradient[a]! + fround(e * factor);
            for (let b = a; b < dimension; b++) {
              normal[a * dimension + b] = normal[a * dimension + b]! + fround(factor * f32[x + b]!);
            }
            if (joint) typeSums[type * dimension + a] = typeSums[type * dimension + a]! + factor;
          }
          typeGradients[type] = typeGradients[type]! + e;
          typeCounts[type] = typeCounts[type]! + 1;
        }
        // The library's Cholesky reads the lower triangle.
        const ridge = f32[ridges / 4 + own]!;
        for (let a = 0; a < dimension; a++) {
          for (let b = a; b < dimension; b++) {
            system[b * unknowns + a] = normal[a * dimension + b]! + (a === b ? ridge : 0);
          }
          right[a] = gradient[a]! - ridge * f32[profile + a]!;
        }
        for (let k = dimension; k < unknowns; k++) {
          const t = k - dimension;
          const bias = own * types + t;
          const biasRidge = f32[biasRidges / 4 + bias]!;
          for (let a = 0; a < dimension; a++) system[k * unknowns + a] = typeSums[t * dimension + a]!;
          for (let b = dimension; b < k; b++) system[k * unknowns + b] = 0;
          system[k * unknowns + k] = typeCounts[t]! + biasRidge;
          right[k] = typeGradients[t]! - biasRidge * f32[typeBiases / 4 + bias]!;
        }
        if (!choleskyFactor(system, unknowns).ok) return -1 - own;
        choleskySolve(system, unknowns, right);
        for (let k = 0; k < unknowns; k++) {
          const at = k < dimension ? profile + k : typeBiases / 4 + own * types + k - dimension;
          f32[at] = f32[at]! + right[k]!;
        }
      }
      return squaredError;
    },
  };
}
