/**
 * The scan over items with two rows, on the kernel `advanceGapsOfTwo`: both observations of an answer in one pass.
 * Arrays and letters as in src/kernels/contract/kernels.ts.
 */
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief } from '../../inference/belief/index.ts';
import type { KernelRuntime, Layout } from '../../kernels/index.ts';
import { effectOf } from './beliefPath.ts';
import { LISTED_AT_MOST, paddedCount, type Scanner, SINGLE_PRECISION_SLACK } from './scanner.ts';
import { squaredSeparationOfTwo } from './squaredSeparation.ts';

/** sa, sb, sab, ga, gb: where each stands in the state of a block of four items. */
const [SA, SB, SAB, GA, GB] = [0, 4, 8, 12, 16];
const BLOCK = 20;

export function pairScanner(model: FactorModel, items: Uint32Array, kernels: KernelRuntime, slots: number): Scanner {
  const { dimension: d, rows } = model;
  const padded = paddedCount(items.length);
  const slotLength = (padded / 4) * BLOCK;
  const memory = kernels.allocate(layoutFor(padded, d, slotLength, slots));
  const { profiles, state, marks, steps, shortlist } = memory.arrays;
  const stateAt = (position: number) => Math.floor(position / 4) * BLOCK + (position % 4);
  // Where every interview begins: the products of the rows, to be divided by its ridge, and the gaps between the biases.
  const start = new Float32Array(slotLength);
  for (let position = 0; position < items.length; position++) {
    const row = 2 * items[position]!;
    const block = Math.floor(position / 4) * 8 * d + (position % 4);
    let [aa, bb, ab] = [0, 0, 0];
    for (let k = 0; k < d; k++) {
      const va = Math.fround(rows.profiles[row * d + k]!);
      const vb = Math.fround(rows.profiles[(row + 1) * d + k]!);
      profiles[block + 8 * k] = va;
      profiles[block + 8 * k + 4] = vb;
      aa += va * va;
      bb += vb * vb;
      ab += va * vb;
    }
    const at = stateAt(position);
    start[at + SA] = aa;
    start[at + SB] = bb;
    start[at + SAB] = ab;
    start[at + GA] = rows.biases[row * 2 + 1]! - rows.biases[row * 2]!;
    start[at + GB] = rows.biases[row * 2 + 3]! - rows.biases[row * 2 + 2]!;
  }
  /** Writes a step into the first or second place; none leaves nothing to absorb. Returns its effect on the gaps. */
  const place = (step: Belief | undefined, from: number): number => {
    steps.fill(0, from, from + d);
    if (step === undefined) return 0;
    const { w, q, errors } = effectOf(step);
    const root = Math.sqrt(q);
    for (let k = 0; k < d; k++) steps[from + k] = w[k]! / root;
    return (errors[1]! - errors[0]!) / root;
  };
  return {
    stepsAtOnce: 2,
    marks,
    shortlist,
    begin: (slot, ridge) => {
      const own = state.subarray(slot * slotLength, (slot + 1) * slotLength);
      for (let block = 0; block < slotLength; block += BLOCK) {
        for (let at = block; at < block + GA; at++) own[at] = start[at]! / ridge;
        for (let at = block + GA; at < block + BLOCK; at++) own[at] = start[at]!;
      }
    },
    absorb: (slot, [first, second]) => {
      const gapStep1 = place(first, 0);
      const gapStep2 = place(second, d);
      return memory.kernels.advanceGapsOfTwo(
        padded,
        d,
        profiles.byteOffset,
        state.byteOffset + 4 * slot * slotLength,
        marks.byteOffset,
        steps.byteOffset,
        gapStep1,
        gapStep2,
        SINGLE_PRECISION_SLACK,
        shortlist.byteOffset,
        LISTED_AT_MOST,
      );
    },
    squaredSeparationAt: (slot, position) => {
      const at = slot * slotLength + stateAt(position);
      return squaredSeparationOfTwo(
        state[at + GA]!,
        state[at + GB]!,
        state[at + SA]!,
        state[at + SB]!,
        state[at + SAB]!,
      );
    },
  };
}

function layoutFor(padded: number, dimension: number, slotLength: number, slots: number) {
  return {
    profiles: { type: 'f32', length: 2 * padded * dimension },
    state: { type: 'f32', length: slots * slotLength },
    marks: { type: 'u8', length: padded },
    steps: { type: 'f32', length: 2 * dimension },
    shortlist: { type: 'u32', length: LISTED_AT_MOST + 4 },
  } as const satisfies Layout;
}
