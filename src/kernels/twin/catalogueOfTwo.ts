/** Plain twin of assembly/catalogueOfTwo.ts. */
import type { Kernels } from '../contract/kernels.ts';
import type { Views } from './views.ts';

const { fround } = Math;

export function catalogueOfTwoTwin({ f32, u32, u8 }: Views): Pick<Kernels, 'advanceGapsOfTwo'> {
  return {
    advanceGapsOfTwo(count, dimension, profiles, state, open, steps, gapStep1, gapStep2, slack, shortlist, capacity) {
      const t1 = fround(gapStep1);
      const t2 = fround(gapStep2);
      const kept = fround(slack);
      const w1 = steps / 4;
      const w2 = w1 + dimension;
      let best = 0;
      let threshold = 0;
      let listed = 0;
      for (let j = 0; j < count; j++) {
        const block = (j - (j % 4)) / 4;
        const lane = j % 4;
        let a1 = 0;
        let a2 = 0;
        let b1 = 0;
        let b2 = 0;
        for (let k = 0, at = profiles / 4 + block * 8 * dimension + lane; k < dimension; k++, at += 8) {
          a1 = fround(a1 + fround(f32[at]! * f32[w1 + k]!));
          a2 = fround(a2 + fround(f32[at]! * f32[w2 + k]!));
          b1 = fround(b1 + fround(f32[at + 4]! * f32[w1 + k]!));
          b2 = fround(b2 + fround(f32[at + 4]! * f32[w2 + k]!));
        }
        const at = state / 4 + block * 20 + lane;
        const sa = fround(f32[at]! - sumOfProducts(a1, a1, a2, a2));
        const sb = fround(f32[at + 4]! - sumOfProducts(b1, b1, b2, b2));
        const sab = fround(f32[at + 8]! - sumOfProducts(a1, b1, a2, b2));
        const ga = fround(f32[at + 12]! + sumOfProducts(a1, t1, a2, t2));
        const gb = fround(f32[at + 16]! + sumOfProducts(b1, t1, b2, t2));
        f32[at] = sa;
        f32[at + 4] = sb;
        f32[at + 8] = sab;
        f32[at + 12] = ga;
        f32[at + 16] = gb;
        if (u8[open + j] === 0) continue;
        const inverse = fround(1 / fround(1 + sa));
        const slope = fround(sab * inverse);
        const rest = fround(gb - fround(ga * slope));
        const spread = fround(fround(1 + sb) - fround(sab * slope));
        const score = fround(fround(fround(ga * ga) * inverse) + fround(fround(rest * rest) / spread));
        // Not "score < threshold": a score that is not a number is not listed, as in the vector kernel.
        if (!(score >= threshold)) continue;
        if (listed < capacity) u32[shortlist / 4 + listed] = j;
        listed++;
        if (score > best) {
          best = score;
          threshold = fround(best * kept);
        }
      }
      return listed;
    },
  };
}

function sumOfProducts(a: number, b: number, c: number, d: number): number {
  return fround(fround(a * b) + fround(c * d));
}
