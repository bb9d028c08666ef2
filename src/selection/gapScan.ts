/**
 * The catalogue scan for two types in single precision, on the kernels: absorbs an answer and lists every candidate
 * whose separation may be the largest, in one pass that is bound by memory. The list is then scored in double precision
 * from the belief itself, so that rounding in the scan cannot change the choice.
 *
 * Only the gap between the two means is kept. Its change, -c_j gap / q, does not contain the rating.
 */
import type { FactorModel } from '../factorization/index.ts';
import { type Belief, rowOf } from '../inference/index.ts';
import { type KernelMemory, type KernelRuntime, type Layout, strideOf } from '../kernels/index.ts';
import { itemIndex } from '../ratings/index.ts';
import { effectOf, pathTo } from './beliefPath.ts';
import type { Candidates } from './candidates.ts';
import { squaredSeparation } from './squaredSeparation.ts';

/**
 * Everything within this factor of the best score is scored again. Each answer adds a rounding error of about 1e-7 to a
 * gap and a spread; over some hundred answers that stays below 1e-4 of the largest, so 1e-3 is on the safe side.
 */
export const SINGLE_PRECISION_SLACK = 0.999;

const SHORTLIST = 1024;

type GapLayout = ReturnType<typeof layoutFor>;

export class GapScan {
  readonly #memory: KernelMemory<GapLayout>;
  readonly #model: FactorModel;
  readonly #items: Uint32Array;
  readonly #padded: number;
  #belief: Belief | undefined;

  constructor(model: FactorModel, items: Uint32Array, kernels: KernelRuntime) {
    this.#model = model;
    this.#items = items;
    this.#padded = Math.ceil(items.length / 4) * 4;
    const stride = strideOf(model.dimension);
    this.#memory = kernels.allocate(layoutFor(this.#padded, stride));
    for (let position = 0; position < items.length; position++) {
      const { profile } = rowOf(model, itemIndex(items[position]!));
      this.#memory.arrays.profiles.set(profile, position * stride);
    }
  }

  /** Positions of the open candidates that may separate the types best; undefined when too many are that close. */
  shortlist(belief: Belief, candidates: Candidates): Uint32Array | undefined {
    const { arrays } = this.#memory;
    const { restart, steps } = pathTo(belief, this.#belief);
    if (restart) this.#begin(belief.parameters.ridge);
    arrays.marks.set(candidates.marks);
    // All but the last answer only move the arrays; without any, a step of zero lists what is there.
    let listed = steps.length === 0 ? this.#scan(undefined) : 0;
    for (const step of steps) listed = this.#scan(step);
    this.#belief = belief;
    return listed > SHORTLIST ? undefined : arrays.shortlist.slice(0, listed);
  }

  /** D_j^2 times the noise variance, as the scan has it. */
  squaredSeparationAt(position: number): number {
    const { gaps, spreads } = this.#memory.arrays;
    return squaredSeparation(gaps[position]!, spreads[position]!);
  }

  #begin(ridge: number): void {
    const { profiles, spreads, gaps } = this.#memory.arrays;
    const stride = strideOf(this.#model.dimension);
    for (let position = 0; position < this.#items.length; position++) {
      let square = 0;
      for (let k = 0; k < stride; k++) square += profiles[position * stride + k]! ** 2;
      spreads[position] = square / ridge;
      const { biases } = rowOf(this.#model, itemIndex(this.#items[position]!));
      gaps[position] = biases[1]! - biases[0]!;
    }
  }

  #scan(step: Belief | undefined): number {
    const { arrays, kernels } = this.#memory;
    arrays.w.fill(0);
    let inverseQ = 0;
    let gapStep = 0;
    if (step !== undefined) {
      const { w, q, errors } = effectOf(step);
      arrays.w.set(w);
      inverseQ = 1 / q;
      gapStep = (errors[1]! - errors[0]!) / q;
    }
    return kernels.advanceGaps(
      this.#padded,
      strideOf(this.#model.dimension),
      arrays.profiles.byteOffset,
      arrays.spreads.byteOffset,
      arrays.gaps.byteOffset,
      arrays.marks.byteOffset,
      arrays.w.byteOffset,
      inverseQ,
      gapStep,
      SINGLE_PRECISION_SLACK,
      arrays.shortlist.byteOffset,
      SHORTLIST,
    );
  }
}

function layoutFor(padded: number, stride: number) {
  return {
    profiles: { type: 'f32', length: padded * stride },
    spreads: { type: 'f32', length: padded },
    gaps: { type: 'f32', length: padded },
    marks: { type: 'u8', length: padded },
    w: { type: 'f32', length: stride },
    shortlist: { type: 'u32', length: SHORTLIST + 4 },
  } as const satisfies Layout;
}
