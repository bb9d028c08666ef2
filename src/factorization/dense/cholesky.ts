/**
 * A = L L' for a symmetric positive definite matrix of some thousand rows, in blocks of 64 (left-looking): single
 * precision, but each diagonal block is factored and inverted in double.
 *
 *   lower blocks of `matrix`   L, below the diagonal blocks
 *   `inverses`                 D_J, the inverses of the diagonal blocks of L
 *   upper blocks of `matrix`   after `invert`: the upper triangle U = L'^-1, so that A^-1 = U U'
 *
 * The two triangles share one matrix, since the diagonal blocks of L are needed only inverted.
 * Cost size^3 / 3 operations for each of the two. The size is a multiple of four: whoever pads puts 1 on the diagonal.
 */
import { choleskyFactor } from '../../maths/index.ts';
import { BLOCK, blocksOf, type DenseMemory, type DenseRows, floatsOf } from './blocks.ts';
import { runSubstitution, type Triangle } from './substitution.ts';

/** Arrays that a factorization of this size needs: put them into the layout under any names. */
export function choleskyLengths(size: number, otherRows = 0) {
  return {
    matrix: { type: 'f32', length: size * size },
    inverses: { type: 'f32', length: size * BLOCK },
    /** One block for each 64 rows that are worked on at once. */
    scratch: { type: 'f32', length: Math.ceil(Math.max(size, otherRows, 1) / BLOCK) * BLOCK * BLOCK },
  } as const;
}

interface Factorization {
  readonly triangle: Triangle;
  readonly scratchAt: number;
}

type FactorizationResult =
  | { readonly ok: true; readonly factor: Factorization }
  | { readonly ok: false; readonly pivot: number };

/** Overwrites the lower triangle of `matrix` (size x size). */
export async function factorise(
  dense: DenseMemory,
  arrays: { readonly matrix: Float32Array; readonly inverses: Float32Array; readonly scratch: Float32Array },
  size: number,
): Promise<FactorizationResult> {
  const matrix: DenseRows = { at: arrays.matrix.byteOffset, rows: size, stride: size };
  const inverses: DenseRows = { at: arrays.inverses.byteOffset, rows: size, stride: BLOCK };
  const triangle = { size, matrix, inverses };
  const scratchAt = arrays.scratch.byteOffset;
  const blocks = blocksOf(size);
  for (const [block, { first, last }] of blocks.entries()) {
    const width = last - first;
    const diagonal = matrix.at + 4 * (first * size + first);
    const row = matrix.at + 4 * first * size;
    dense.memory.kernels.dotTiles(width, width, first, row, size, row, size, diagonal, size, -1);
    const failed = invertDiagonal(arrays, size, first, width);
    if (failed >= 0) return { ok: false, pivot: first + failed };
    const below = blocks.slice(block + 1).map((range, n) => ({
      ...range,
      zeroBefore: 0,
      firstBlock: block,
      lastBlock: block + 1,
      scratch: n,
    }));
    if (below.length > 0) await runSubstitution(dense, triangle, matrix, scratchAt, below);
  }
  return { ok: true, factor: { triangle, scratchAt } };
}

/** Solves X L' = Y in place for rows of at least `size` floats. */
export async function substituteRows(dense: DenseMemory, factor: Factorization, rows: DenseRows): Promise<void> {
  const lastBlock = Math.ceil(factor.triangle.size / BLOCK);
  const parts = blocksOf(rows.rows).map((range, scratch) => ({
    ...range,
    zeroBefore: 0,
    firstBlock: 0,
    lastBlock,
    scratch,
  }));
  await runSubstitution(dense, factor.triangle, rows, factor.scratchAt, parts);
}

/**
 * Fills the diagonal and upper blocks of the matrix with U = L'^-1, or of that the rows from block `from` on: they need
 * nothing of the rows before them, and of the last third of the rows cost a 27th of the whole.
 */
export async function invert(dense: DenseMemory, { triangle, scratchAt }: Factorization, from = 0): Promise<void> {
  const { size, matrix } = triangle;
  const floats = floatsOf(dense.memory);
  for (let row = from * BLOCK; row < size; row++) {
    const start = matrix.at / 4 + row * size;
    floats.fill(0, start + row - (row % BLOCK), start + size);
    floats[start + row] = 1;
  }
  const blocks = blocksOf(size);
  // Early blocks have long rows, late ones short: an early one beside a late one makes bundles alike.
  const count = blocks.length - from;
  const order = Array.from({ length: count }, (_, n) => from + (n % 2 === 0 ? n / 2 : count - (n + 1) / 2));
  const parts = order.map((block) => ({
    ...blocks[block]!,
    zeroBefore: block,
    firstBlock: block,
    lastBlock: blocks.length,
    scratch: block,
  }));
  await runSubstitution(dense, triangle, matrix, scratchAt, parts);
}

/**
 * Solves L' x = z for one right-hand side, in double precision and from the last block to the first: rows of L are taken
 * off what is left of z. It reads L below its diagonal blocks, which `invert` leaves alone.
 */
export function solveTransposed(
  { memory }: DenseMemory,
  { triangle }: Factorization,
  z: ArrayLike<number>,
): Float64Array {
  const { size, matrix, inverses } = triangle;
  const floats = floatsOf(memory);
  const x = Float64Array.from({ length: size }, (_, n) => z[n]!);
  for (const { first, last } of blocksOf(size).toReversed()) {
    const left = x.slice(first, last);
    for (let column = first; column < last; column++) {
      let sum = 0;
      for (let row = column; row < last; row++) {
        sum += floats[inverses.at / 4 + row * BLOCK + column - first]! * left[row - first]!;
      }
      x[column] = sum;
    }
    for (let row = first; row < last; row++) {
      const [value, start] = [x[row]!, matrix.at / 4 + row * size];
      for (let column = 0; column < first; column++) x[column]! -= value * floats[start + column]!;
    }
  }
  return x;
}

/** Factors a diagonal block in double precision and keeps the inverse of its triangle; the failed pivot, or -1. */
function invertDiagonal(
  { matrix, inverses }: { readonly matrix: Float32Array; readonly inverses: Float32Array },
  size: number,
  first: number,
  width: number,
): number {
  const block = new Float64Array(width * width);
  for (let row = 0; row < width; row++) {
    for (let column = 0; column <= row; column++) {
      block[row * width + column] = matrix[(first + row) * size + first + column]!;
    }
  }
  const result = choleskyFactor(block, width);
  if (!result.ok) return result.pivot;
  // Column by column: the forward solution of L x = e_column.
  const column = new Float64Array(width);
  for (let unit = 0; unit < width; unit++) {
    for (let row = unit; row < width; row++) {
      let sum = row === unit ? 1 : 0;
      for (let k = unit; k < row; k++) sum -= block[row * width + k]! * column[k]!;
      column[row] = sum / block[row * width + row]!;
      inverses[(first + row) * BLOCK + unit] = column[row]!;
    }
  }
  return -1;
}
