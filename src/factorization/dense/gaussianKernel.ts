/**
 * Rows of the Gaussian kernel k(x, y) = exp(-gamma |x - y|^2) between points of a kernel memory, from
 * |x - y|^2 = |x|^2 + |y|^2 - 2 x.y with the products by the kernel `dotTiles`.
 * Cost per pair: 2 x depth operations and one exponential.
 */
import { openMemoryOnce } from '../../kernels/index.ts';
import { defineTask } from '../../maths/index.ts';
import { executorFor, runInBundles } from '../training/solver.ts';
import { type AnyHandle, blocksOf, type DenseMemory, type DenseRows, floatsOf, type RowRange } from './blocks.ts';

/** Rows of coordinates, with the squared length of each in double precision at `norms` (an address in bytes). */
export interface Points extends DenseRows {
  readonly norms: number;
}

/** Less than this is 0: products of numbers that small are denormal, and those take processors ten times as long. */
const LEAST = 1e-12;

interface GaussianWork {
  readonly left: Points;
  readonly right: Points;
  readonly target: DenseRows;
  readonly gamma: number;
  /** Only the columns up to the diagonal: left and right are the same points. */
  readonly lower: boolean;
}

export const gaussianTask = defineTask<
  GaussianWork & { readonly handle: AnyHandle; readonly parts: readonly RowRange[] },
  number[]
>('dense-gaussian', ({ handle, left, right, target, gamma, lower, parts }) => {
  const memory = openMemoryOnce(handle);
  const floats = floatsOf(memory);
  const norms = new Float64Array(floats.buffer);
  return parts.map(({ first, last }) => {
    const columns = lower ? last : right.rows;
    for (let row = first; row < last; row++) {
      const start = target.at / 4 + row * target.stride;
      floats.fill(0, start, start + columns);
    }
    memory.kernels.dotTiles(
      last - first,
      columns,
      left.stride,
      left.at + 4 * first * left.stride,
      left.stride,
      right.at,
      right.stride,
      target.at + 4 * first * target.stride,
      target.stride,
      1,
    );
    for (let row = first; row < last; row++) {
      const start = target.at / 4 + row * target.stride;
      const own = norms[left.norms / 8 + row]!;
      for (let column = 0; column < columns; column++) {
        // Rounding may leave a distance just below 0, and a kernel value above 1 would not be one.
        const distance = Math.max(0, own + norms[right.norms / 8 + column]! - 2 * floats[start + column]!);
        const value = Math.exp(-gamma * distance);
        floats[start + column] = value < LEAST ? 0 : value;
      }
      if (lower) floats[start + row] = 1;
    }
    return 0;
  });
});

export async function fillGaussian({ memory, tools }: DenseMemory, work: GaussianWork): Promise<void> {
  const shared = { handle: memory.handle, ...work };
  await runInBundles(executorFor(tools), gaussianTask, shared, blocksOf(work.left.rows), tools.signal);
}
