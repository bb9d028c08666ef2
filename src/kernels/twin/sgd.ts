/** Plain twin of assembly/sgd.ts. */
import type { Kernels } from '../contract/kernels.ts';
import { dot, type Views } from './views.ts';

const { fround } = Math;

export function sgdTwin({ f32, u32 }: Views): Pick<Kernels, 'sgdRuns'> {
  return {
    sgdRuns(
      runs,
      runCount,
      entries,
      userProfiles,
      itemProfiles,
      typeBiases,
      stride,
      types,
      step,
      userDecays,
      itemDecays,
      biasDecays,
    ) {
      const size = fround(step);
      let entry = entries / 4;
      let squaredError = 0;
      for (let run = runs / 4; run < runs / 4 + 3 * runCount; run += 3) {
        const user = u32[run]!;
        const type = u32[run + 1]!;
        const u = userProfiles / 4 + user * stride;
        const userDecay = f32[userDecays / 4 + user]!;
        for (let left = u32[run + 2]!; left > 0; left--, entry += 2) {
          const item = u32[entry]!;
          const v = itemProfiles / 4 + item * stride;
          const bias = item * types + type;
          const z = f32[typeBiases / 4 + bias]!;
          const e = fround(f32[entry + 1]! - fround(dot(f32, u, v, stride) + z));
          squaredError += e * e;
          const move = fround(size * e);
          f32[typeBiases / 4 + bias] = fround(fround(z * f32[biasDecays / 4 + bias]!) + move);
          const itemDecay = f32[itemDecays / 4 + item]!;
          for (let k = 0; k < stride; k++) {
            const oldU = f32[u + k]!;
            const oldV = f32[v + k]!;
            f32[u + k] = fround(fround(oldU * userDecay) + fround(move * oldV));
            f32[v + k] = fround(fround(oldV * itemDecay) + fround(move * oldU));
          }
        }
      }
      return squaredError;
    },
  };
}
