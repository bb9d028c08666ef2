/**
 * The leading right singular vectors of a matrix R that is known only by its products: the eigenvectors of R'R with the
 * largest eigenvalues, by block Lanczos iteration with full reorthogonalisation.
 *
 *   V_0  a random orthonormal block (columns x BLOCK_WIDTH)
 *   W = R'R V_s;   A_s = V_s' W;   W less its part in the span of all V so far;   W = V_{s+1} B_s
 *
 * In the basis V_0 .. V_s the matrix R'R is block tridiagonal, with A_s on the diagonal and B_s below it; T's
 * eigenvectors z give the approximations V z, and |B_s z's last block| is how far each is from being an eigenvector.
 * The basis grows until that is below TOLERANCE of the largest eigenvalue for all directions asked for. Where the
 * spectrum decays slowly, as that of ratings does, this takes a fraction of the products of power iteration, which has
 * to throw its earlier blocks away.
 *
 * Cost: two products with BLOCK_WIDTH columns a step, and 4 x columns x BLOCK_WIDTH^2 operations for every earlier
 * block.
 * Memory: the basis, which ends up five to ten times as wide as the directions asked for.
 * An eigenvalue that occurs more than BLOCK_WIDTH times is found BLOCK_WIDTH times.
 */
import { columnLength, orthonormalise, projectOut } from './orthonormal.ts';
import type { RandomStream } from './random.ts';
import { symmetricEigen } from './symmetricEigen.ts';

/** A matrix by its products with blocks: row-major, `width` numbers per row, a multiple of 4. */
export interface LinearOperator {
  readonly rows: number;
  readonly columns: number;
  /** R block: columns x width in, rows x width out. */
  times(block: Float64Array, width: number): Float64Array;
  /** R' block: rows x width in, columns x width out. */
  transposedTimes(block: Float64Array, width: number): Float64Array;
}

interface SingularDirections {
  /** Squared singular values, descending; zero where the matrix has no more. */
  readonly squares: Float64Array;
  /** columns x count, row-major: column k is the direction of squares[k], zero where that is. */
  readonly directions: Float64Array;
  /** Steps that were taken. */
  readonly steps: number;
  /** Whether all directions came within TOLERANCE; if not, more steps would bring them there. */
  readonly converged: boolean;
}

export interface SingularOptions {
  readonly count: number;
  /** Most steps; each adds BLOCK_WIDTH vectors to the basis. */
  readonly steps: number;
  /** Where the random start comes from. */
  readonly stream: RandomStream;
  /** Called whenever the directions are looked at, with the sum of their squares, and whether that was the last time. */
  readonly onCheck?: ((steps: number, sumOfSquares: number, last: boolean) => void) | undefined;
}

/** Wide enough for tight loops over contiguous numbers, narrow enough for a long iteration. */
export const BLOCK_WIDTH = 8;

/** Of the largest eigenvalue. Directions are then exact to about TOLERANCE over the relative gap beside them. */
const TOLERANCE = 1e-9;
/** What is less than this, of the largest eigenvalue, is rounding: a direction is spent, an eigenvalue zero. */
const SPENT = 1e-12;
/** Less than this of a column of length 1 is rounding, too. */
const LITTLE = 1e-8;
/** Looking at the directions costs the cube of the basis: not before it has grown by this factor. */
const GROWTH = 1.2;

/** Columns x BLOCK_WIDTH; the iteration makes it orthonormal. */
export function startingBlock(columns: number, stream: RandomStream): Float64Array {
  return Float64Array.from({ length: columns * BLOCK_WIDTH }, () => stream.normal());
}

export function singularDirections(operator: LinearOperator, options: SingularOptions): SingularDirections {
  const { count, stream } = options;
  const start = startingBlock(operator.columns, stream);
  orthonormalise(start, BLOCK_WIDTH, SPENT);
  const basis: Float64Array[] = [start];
  const diagonals: Float64Array[] = [];
  const belows: Float64Array[] = [];
  let largest = 0;
  let nextCheck = 3 * count;
  for (;;) {
    const last = basis.at(-1)!;
    const block = operator.transposedTimes(operator.times(last, BLOCK_WIDTH), BLOCK_WIDTH);
    for (let k = 0; k < BLOCK_WIDTH; k++) largest = Math.max(largest, columnLength(block, BLOCK_WIDTH, k));
    diagonals.push(projectOut(last, block, BLOCK_WIDTH));
    if (basis.length > 1) projectOut(basis.at(-2)!, block, BLOCK_WIDTH);
    const below = extend(basis, block, SPENT * largest);
    belows.push(below);

    const size = basis.length * BLOCK_WIDTH;
    const exhausted = below.every((entry) => entry === 0);
    const ended = exhausted || basis.length >= options.steps;
    if (ended || size >= nextCheck) {
      nextCheck = GROWTH * size;
      const { values, vectors } = symmetricEigen(blockTridiagonal(diagonals, belows), size);
      const squares = Float64Array.from({ length: count }, (_, k) =>
        values[k]! > SPENT * values[0]! ? values[k]! : 0,
      );
      const converged = exhausted || farthest(vectors, below, size, count) <= TOLERANCE * squares[0]!;
      const sum = squares.reduce((total, square) => total + square, 0);
      options.onCheck?.(basis.length, sum, converged || ended);
      if (converged || ended) {
        const directions = combine(basis, vectors, squares);
        return { squares, directions, steps: basis.length, converged };
      }
    }
    basis.push(block);
  }
}

/**
 * Makes `block` orthonormal and orthogonal to the whole basis, and returns B (old block = new block x B). Of the earlier
 * blocks there is only rounding in it; but that grows when a column is scaled up to length 1, so it is taken off after
 * that, and again if much was.
 */
function extend(basis: readonly Float64Array[], block: Float64Array, negligible: number): Float64Array {
  let below = orthonormalise(block, BLOCK_WIDTH, negligible);
  for (;;) {
    for (const earlier of basis) projectOut(earlier, block, BLOCK_WIDTH);
    const change = orthonormalise(block, BLOCK_WIDTH, LITTLE);
    below = product(change, below);
    if (isNearlyOne(change)) return below;
  }
}

/** a b, of small square matrices. */
function product(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((_, at) => {
    const row = at - (at % BLOCK_WIDTH);
    let sum = 0;
    for (let k = 0; k < BLOCK_WIDTH; k++) sum += a[row + k]! * b[k * BLOCK_WIDTH + (at % BLOCK_WIDTH)]!;
    return sum;
  });
}

/** Whether no column lost more than half of its length; one that has none has none to lose. */
function isNearlyOne(triangle: Float64Array): boolean {
  return triangle.every((entry, at) => at % (BLOCK_WIDTH + 1) !== 0 || entry === 0 || entry > 0.5);
}

/** The lower triangle of T: A_s on the diagonal, B_s below it. */
function blockTridiagonal(diagonals: readonly Float64Array[], belows: readonly Float64Array[]): Float64Array {
  const size = diagonals.length * BLOCK_WIDTH;
  const matrix = new Float64Array(size * size);
  for (const [s, diagonal] of diagonals.entries()) {
    for (let row = 0; row < BLOCK_WIDTH; row++) {
      for (let column = 0; column < BLOCK_WIDTH; column++) {
        const [r, c] = [s * BLOCK_WIDTH + row, s * BLOCK_WIDTH + column];
        matrix[r * size + c] = (diagonal[row * BLOCK_WIDTH + column]! + diagonal[column * BLOCK_WIDTH + row]!) / 2;
        if (s + 1 < diagonals.length) matrix[(r + BLOCK_WIDTH) * size + c] = belows[s]![row * BLOCK_WIDTH + column]!;
      }
    }
  }
  return matrix;
}

/** The largest |B z| over the first `count` eigenvectors, z being the part of the vector in the last block. */
function farthest(vectors: Float64Array, below: Float64Array, size: number, count: number): number {
  let most = size < count ? Number.POSITIVE_INFINITY : 0;
  for (let k = 0; k < Math.min(count, size); k++) {
    const z = (k + 1) * size - BLOCK_WIDTH;
    let square = 0;
    for (let row = 0; row < BLOCK_WIDTH; row++) {
      let sum = 0;
      for (let c = 0; c < BLOCK_WIDTH; c++) sum += below[row * BLOCK_WIDTH + c]! * vectors[z + c]!;
      square += sum * sum;
    }
    most = Math.max(most, Math.sqrt(square));
  }
  return most;
}

/** V z for each direction. */
function combine(basis: readonly Float64Array[], vectors: Float64Array, squares: Float64Array): Float64Array {
  const size = basis.length * BLOCK_WIDTH;
  const count = squares.length;
  const columns = basis[0]!.length / BLOCK_WIDTH;
  const found = squares.filter((square) => square > 0).length;
  const directions = new Float64Array(columns * count);
  const part = new Float64Array(BLOCK_WIDTH * found);
  for (const [s, block] of basis.entries()) {
    for (let c = 0; c < BLOCK_WIDTH; c++) {
      for (let k = 0; k < found; k++) part[c * found + k] = vectors[k * size + s * BLOCK_WIDTH + c]!;
    }
    for (let row = 0; row < columns; row++) {
      const to = row * count;
      for (let c = 0; c < BLOCK_WIDTH; c++) {
        const entry = block[row * BLOCK_WIDTH + c]!;
        for (let k = 0; k < found; k++) directions[to + k] = directions[to + k]! + entry * part[c * found + k]!;
      }
    }
  }
  fixSigns(directions, columns, count);
  return directions;
}

/** A singular vector is determined up to its sign: its largest entry becomes positive, the first of equal ones. */
function fixSigns(directions: Float64Array, columns: number, count: number): void {
  for (let k = 0; k < count; k++) {
    let largest = 0;
    for (let row = 0; row < columns; row++) {
      const entry = directions[row * count + k]!;
      if (Math.abs(entry) > Math.abs(largest)) largest = entry;
    }
    if (largest >= 0) continue;
    for (let row = 0; row < columns; row++) directions[row * count + k] = -directions[row * count + k]!;
  }
}
