/**
 * X L' = Y for rows Y and a lower triangle L in blocks of 64 columns, from left to right, in place:
 *
 *   X_J = (Y_J - sum over earlier blocks K of X_K L_JK') D_J',     D_J = inverse of the diagonal block L_JJ
 *
 * Both products are rows with rows. It is the one step of everything here: rows below the diagonal block become rows of
 * L (a left-looking Cholesky factorization), other rows are solved, rows of the identity become the inverse.
 */
import { type KernelMemory, type Layout, openMemoryOnce } from '../../kernels/index.ts';
import { defineTask } from '../../maths/index.ts';
import { executorFor, runInBundles } from '../training/solver.ts';
import { type AnyHandle, BLOCK, type DenseMemory, type DenseRows, floatsOf, type RowRange } from './blocks.ts';

/** A lower triangle: its blocks below the diagonal in `matrix`, the inverses of its diagonal blocks below each other. */
export interface Triangle {
  /** Unknowns, a multiple of four. */
  readonly size: number;
  readonly matrix: DenseRows;
  /** size rows of BLOCK floats. */
  readonly inverses: DenseRows;
}

/** Rows to solve, and for which blocks of columns. */
interface SubstitutionPart extends RowRange {
  /** Before this block the rows are zero. */
  readonly zeroBefore: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Number of the scratch block. */
  readonly scratch: number;
}

interface SubstitutionWork {
  readonly handle: AnyHandle;
  readonly triangle: Triangle;
  readonly target: DenseRows;
  readonly scratchAt: number;
}

export const substitutionTask = defineTask<
  SubstitutionWork & { readonly parts: readonly SubstitutionPart[] },
  number[]
>('dense-substitution', ({ handle, parts, ...work }) => {
  const memory = openMemoryOnce(handle);
  const floats = floatsOf(memory);
  return parts.map((part) => substitute(memory, floats, work, part));
});

function substitute(
  { kernels }: KernelMemory<Layout>,
  floats: Float32Array,
  { triangle, target, scratchAt }: Omit<SubstitutionWork, 'handle'>,
  { first, last, zeroBefore, firstBlock, lastBlock, scratch }: SubstitutionPart,
): number {
  const { size, matrix, inverses } = triangle;
  const panel = scratchAt + 4 * scratch * BLOCK * BLOCK;
  const start = target.at + 4 * (first * target.stride + zeroBefore * BLOCK);
  for (let block = firstBlock; block < lastBlock; block++) {
    const column = block * BLOCK;
    const width = Math.min(BLOCK, size - column);
    const known = column - zeroBefore * BLOCK;
    for (let row = first; row < last; row++) {
      const from = target.at / 4 + row * target.stride + column;
      floats.copyWithin(panel / 4 + (row - first) * BLOCK, from, from + width);
      floats.fill(0, from, from + width);
    }
    const rowsOfBlock = matrix.at + 4 * (column * matrix.stride + zeroBefore * BLOCK);
    kernels.dotTiles(last - first, width, known, start, target.stride, rowsOfBlock, matrix.stride, panel, BLOCK, -1);
    kernels.dotTiles(
      last - first,
      width,
      width,
      panel,
      BLOCK,
      inverses.at + 4 * column * BLOCK,
      BLOCK,
      start + 4 * known,
      target.stride,
      1,
    );
  }
  return 0;
}

export async function runSubstitution(
  { memory, tools }: DenseMemory,
  triangle: Triangle,
  target: DenseRows,
  scratchAt: number,
  parts: readonly SubstitutionPart[],
): Promise<void> {
  const work = { handle: memory.handle, triangle, target, scratchAt };
  await runInBundles(executorFor(tools), substitutionTask, work, parts, tools.signal);
}
