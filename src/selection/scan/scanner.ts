/**
 * What the single-precision scan needs of a kernel: profiles laid out once, and for each of a few interviews ("slots")
 * arrays that follow a belief. rowScanner.ts has it for items with one row, pairScanner.ts for items with two.
 */
import type { Belief } from '../../inference/belief/index.ts';

export interface Scanner {
  /** How many observations one pass absorbs. */
  readonly stepsAtOnce: 1 | 2;
  /** OPEN or 0 by position: which items may be listed. */
  readonly marks: Uint8Array;
  /** Sets the arrays of a slot to the belief without observations. */
  begin(slot: number, ridge: number): void;
  /** Absorbs the observations that led to these beliefs, at most `stepsAtOnce`; returns how many items it lists. */
  absorb(slot: number, steps: readonly Belief[]): number;
  /** The positions that the last pass listed; room is for LISTED_AT_MOST. */
  readonly shortlist: Uint32Array;
  /** D_j^2 times the noise variance, as the arrays have it. */
  squaredSeparationAt(slot: number, position: number): number;
}

/**
 * Everything within this factor of the best score is scored again. Each answer adds a rounding error of about 1e-7 to a
 * gap and a spread; over some hundred answers that stays below 1e-4 of the largest, so 1e-3 is on the safe side.
 */
export const SINGLE_PRECISION_SLACK = 0.999;

/** When more items than this are that close, all are scored again. */
export const LISTED_AT_MOST = 1024;

/** The kernels take items by fours. */
export function paddedCount(items: number): number {
  return Math.ceil(items / 4) * 4;
}
