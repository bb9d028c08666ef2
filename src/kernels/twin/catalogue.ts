/** Plain twin of assembly/catalogue.ts. */
import type { Kernels } from '../contract/kernels.ts';
import { dot, type Views } from './views.ts';

const { fround } = Math;

export function catalogueTwin({ f32, u32, u8 }: Views): Pick<Kernels, 'advanceGaps'> {
  return {
    advanceGaps(count, stride, profiles, spreads, gaps, open, w, inverseQ, gapStep, slack, shortlist, capacity) {
      const inverse = fround(inverseQ);
      const step = fround(gapStep);
      const kept = fround(slack);
      let best = 0;
      let threshold = 0;
      let listed = 0;
      for (let j = 0; j < count; j++) {
        const c = dot(f32, profiles / 4 + j * stride, w / 4, stride);
        const s = fround(f32[spreads / 4 + j]! - fround(fround(c * c) * inverse));
        const gap = fround(f32[gaps / 4 + j]! + fround(c * step));
        f32[spreads / 4 + j] = s;
        f32[gaps / 4 + j] = gap;
        if (u8[open + j] === 0) continue;
        const score = fround(fround(gap * gap) / fround(1 + s));
        if (score < threshold) continue;
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
