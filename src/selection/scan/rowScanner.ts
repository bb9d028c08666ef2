/** The scan over items with one row, on the kernel `advanceGaps`. Arrays and letters as in src/kernels/contract/kernels.ts. */
import type { FactorModel } from '../../factorization/index.ts';
import { type KernelRuntime, type Layout, strideOf } from '../../kernels/index.ts';
import { effectOf } from './beliefPath.ts';
import { LISTED_AT_MOST, paddedCount, type Scanner, SINGLE_PRECISION_SLACK } from './scanner.ts';
import { squaredSeparation } from './squaredSeparation.ts';

export function rowScanner(model: FactorModel, items: Uint32Array, kernels: KernelRuntime, slots: number): Scanner {
  const { dimension: d, rows } = model;
  const padded = paddedCount(items.length);
  const stride = strideOf(d);
  const memory = kernels.allocate(layoutFor(padded, stride, slots));
  const { profiles, spreads, gaps, marks, w, shortlist } = memory.arrays;
  // Where every interview begins: v'v, to be divided by its ridge, and the gap between the biases.
  const squares = new Float64Array(items.length);
  const firstGaps = new Float32Array(items.length);
  for (let position = 0; position < items.length; position++) {
    const row = items[position]!;
    let square = 0;
    for (let k = 0; k < d; k++) {
      profiles[position * stride + k] = rows.profiles[row * d + k]!;
      square += profiles[position * stride + k]! ** 2;
    }
    squares[position] = square;
    firstGaps[position] = rows.biases[row * 2 + 1]! - rows.biases[row * 2]!;
  }
  return {
    stepsAtOnce: 1,
    marks,
    shortlist,
    begin: (slot, ridge) => {
      for (let position = 0; position < items.length; position++) {
        spreads[slot * padded + position] = squares[position]! / ridge;
      }
      gaps.set(firstGaps, slot * padded);
    },
    absorb: (slot, [step]) => {
      w.fill(0);
      let inverseQ = 0;
      let gapStep = 0;
      if (step !== undefined) {
        const effect = effectOf(step);
        w.set(effect.w);
        inverseQ = 1 / effect.q;
        gapStep = (effect.errors[1]! - effect.errors[0]!) / effect.q;
      }
      return memory.kernels.advanceGaps(
        padded,
        stride,
        profiles.byteOffset,
        spreads.byteOffset + 4 * slot * padded,
        gaps.byteOffset + 4 * slot * padded,
        marks.byteOffset,
        w.byteOffset,
        inverseQ,
        gapStep,
        SINGLE_PRECISION_SLACK,
        shortlist.byteOffset,
        LISTED_AT_MOST,
      );
    },
    squaredSeparationAt: (slot, position) =>
      squaredSeparation(gaps[slot * padded + position]!, spreads[slot * padded + position]!),
  };
}

function layoutFor(padded: number, stride: number, slots: number) {
  return {
    profiles: { type: 'f32', length: padded * stride },
    spreads: { type: 'f32', length: slots * padded },
    gaps: { type: 'f32', length: slots * padded },
    marks: { type: 'u8', length: padded },
    w: { type: 'f32', length: stride },
    shortlist: { type: 'u32', length: LISTED_AT_MOST + 4 },
  } as const satisfies Layout;
}
