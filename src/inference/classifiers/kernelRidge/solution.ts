/** What the exact and the Nystroem form of kernel ridge regression share: points in, predictions out. */

import { UlteriorError } from '../../../errors/index.ts';
import { type DenseRows, type DenseTools, denseRows, type Points } from '../../../factorization/index.ts';
import { strideOf } from '../../../kernels/index.ts';
import type { Coordinates } from './coordinates.ts';

export interface KernelProblem {
  readonly coordinates: Coordinates;
  readonly training: ArrayLike<number>;
  readonly tested: ArrayLike<number>;
  /** One row per target, a number for each training person. */
  readonly targets: readonly Float64Array[];
  /** How many training people, at the end of the list, are judged by what the others predict. */
  readonly judged: number;
  readonly tools: DenseTools;
}

export interface KernelSettings {
  /** k(x, y) = exp(-gamma |x - y|^2). */
  readonly gamma: number;
  readonly ridge: number;
}

export interface KernelPredictions {
  /** For each target, what is predicted for each judged training person by the others (leave one out). */
  readonly heldOut: readonly Float64Array[];
  /** For each target, what is predicted for the tested people. */
  readonly tested: readonly Float64Array[];
}

/** Tested people are taken in batches: their rows of the kernel are long. */
export const BATCH = 512;

/** People in batches, with the number of the first of each. */
export function batchesOf(people: ArrayLike<number>): { readonly from: number; readonly some: readonly number[] }[] {
  const all = Array.from(people);
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => ({
    from: n * BATCH,
    some: all.slice(n * BATCH, (n + 1) * BATCH),
  }));
}

/** Copies the coordinates of some people into rows of a kernel memory, with their squared lengths. */
export function fillPoints(
  { coordinates }: Pick<KernelProblem, 'coordinates'>,
  people: ArrayLike<number>,
  rows: Float32Array,
  norms: Float64Array,
): void {
  const { width, values } = coordinates;
  const stride = strideOf(width);
  for (let n = 0; n < people.length; n++) {
    const point = values.subarray(people[n]! * width, (people[n]! + 1) * width);
    rows.set(point, n * stride);
    let square = 0;
    for (const value of point) square += value * value;
    norms[n] = square;
  }
}

/** Points number first .. last - 1 of an array. */
export function pointsOf(rows: Float32Array, norms: Float64Array, width: number, first: number, last: number): Points {
  const stride = strideOf(width);
  return { at: rows.byteOffset + 4 * first * stride, rows: last - first, stride, norms: norms.byteOffset + 8 * first };
}

/** The first `count` rows of an array. */
export function firstRows(array: Float32Array, stride: number, count: number): DenseRows {
  return { ...denseRows(array, stride), rows: count };
}

export function notPositive(pivot: number, ridge: number): UlteriorError {
  return new UlteriorError(
    'TRAINING_SINGULAR',
    `kernel ridge regression: the matrix is not positive definite at person ${pivot} of the training`,
    'raise ridge',
    { pivot, ridge },
  );
}
