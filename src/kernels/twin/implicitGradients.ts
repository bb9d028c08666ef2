/** Plain twin of assembly/implicitGradients.ts. */
import type { Kernels } from '../contract/kernels.ts';
import { dot, type Views } from './views.ts';

const { fround } = Math;
const SOLVED = fround(1e-20);

export function implicitGradientsTwin({ f32, u32 }: Views): Pick<Kernels, 'implicitGradients'> {
  return {
    implicitGradients(first, last, starts, others, ownProfiles, otherProfiles, stride, base, alpha, steps, scratch) {
      const weight = fround(alpha);
      const [r, p, ap] = [0, 1, 2].map((n) => scratch / 4 + n * stride) as [number, number, number];
      /** out += factor x the vector at `at`. */
      const add = (out: number, at: number, factor: number) => {
        for (let k = 0; k < stride; k++) f32[out + k] = f32[out + k]! + fround(factor * f32[at + k]!);
      };
      for (let own = first; own < last; own++) {
        const x = ownProfiles / 4 + own * stride;
        const seen = u32.subarray(others / 4 + u32[starts / 4 + own]!, others / 4 + u32[starts / 4 + own + 1]!);
        /** out = sign x base v + sum over the seen of (constant + factor (y . v)) y. */
        const apply = (v: number, out: number, sign: number, constant: number, factor: number) => {
          f32.fill(0, out, out + stride);
          for (let b = 0; b < stride; b++) add(out, base / 4 + b * stride, sign * f32[v + b]!);
          for (const other of seen) {
            const y = otherProfiles / 4 + other * stride;
            add(out, y, fround(constant + fround(factor * dot(f32, y, v, stride))));
          }
        };
        if (seen.length === 0) {
          f32.fill(0, x, x + stride);
          continue;
        }
        apply(x, r, -1, fround(1 + weight), -weight);
        f32.copyWithin(p, r, r + stride);
        let before = dot(f32, r, r, stride);
        for (let step = 0; step < steps && before >= SOLVED; step++) {
          apply(p, ap, 1, 0, weight);
          const size = fround(before / dot(f32, p, ap, stride));
          add(x, p, size);
          add(r, ap, -size);
          const after = dot(f32, r, r, stride);
          const turn = fround(after / before);
          for (let k = 0; k < stride; k++) f32[p + k] = f32[r + k]! + fround(turn * f32[p + k]!);
          before = after;
        }
      }
    },
  };
}
