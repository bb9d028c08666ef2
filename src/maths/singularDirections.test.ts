import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jacobiEigen } from '../../test/support/jacobi.ts';
import { columnLength, orthonormalise, projectOut } from './orthonormal.ts';
import { derive } from './random.ts';
import { BLOCK_WIDTH, type LinearOperator, type SingularOptions, singularDirections } from './singularDirections.ts';

type Matrix = number[][];

function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  const stream = derive(seed, 'matrix');
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => stream.normal()));
}

const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, column) => row.reduce((sum, entry, k) => sum + entry * b[k]![column]!, 0)));
const transposed = (a: Matrix): Matrix => a[0]!.map((_, column) => a.map((row) => row[column]!));

function operatorOf(matrix: Matrix): LinearOperator {
  const product = (a: Matrix, block: Float64Array, width: number) => {
    const rows = Array.from({ length: block.length / width }, (_, row) => [
      ...block.subarray(row * width, (row + 1) * width),
    ]);
    return Float64Array.from(times(a, rows).flat());
  };
  return {
    rows: matrix.length,
    columns: matrix[0]!.length,
    times: (block, width) => product(matrix, block, width),
    transposedTimes: (block, width) => product(transposed(matrix), block, width),
  };
}

const directionsOf = (matrix: Matrix, count: number, options: Partial<SingularOptions> = {}) =>
  singularDirections(operatorOf(matrix), { count, steps: 100, stream: derive(1, 'start'), ...options });

/** The projection onto the directions, each weighted with its square: what no rotation or sign can change. */
function weightedProjection(squares: ArrayLike<number>, vector: (k: number) => ArrayLike<number>, count: number) {
  const size = vector(0).length;
  return Array.from({ length: size * size }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += squares[k]! * vector(k)[Math.floor(at / size)]! * vector(k)[at % size]!;
    return sum;
  });
}

function expectLeading(matrix: Matrix, count: number): void {
  const columns = matrix[0]!.length;
  const { squares, directions, converged } = directionsOf(matrix, count);
  const twin = jacobiEigen(times(transposed(matrix), matrix));
  expect(converged).toBe(true);
  const scale = Math.max(twin.values[0]!, 1e-300);
  const misses = Array.from(squares, (square, k) => Math.abs(square - Math.max(0, twin.values[k] ?? 0)));
  expect(Math.max(...misses)).toBeLessThan(1e-10 * scale);
  const ours = weightedProjection(
    squares,
    (k) => Float64Array.from({ length: columns }, (_, row) => directions[row * count + k]!),
    count,
  );
  const theirs = weightedProjection(twin.values, (k) => twin.vectors[k]!, Math.min(count, columns));
  // A gap g beside the last direction turns rounding into 1 / g of it.
  const gap = count < columns ? (twin.values[count - 1]! - twin.values[count]!) / scale : 1;
  const tolerance = (1e-9 * scale) / Math.max(gap, 1e-3);
  if (gap < 1e-6) return;
  expect(Math.max(...ours.map((entry, at) => Math.abs(entry - theirs[at]!)))).toBeLessThan(tolerance);
}

describe('leading singular directions', () => {
  it('are those of the full decomposition', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        (rows, columns, count, seed) => expectLeading(randomMatrix(rows, columns, seed), count),
      ),
      { numRuns: 40 },
    );
  });

  it('are found in a spectrum that decays slowly, from any start', () => {
    const matrix = randomMatrix(110, 90, 4).map((row) => row.map((entry, c) => entry / (1 + c)));
    expectLeading(matrix, 5);
    const first = directionsOf(matrix, 5);
    expect(first.steps).toBeLessThan(90 / BLOCK_WIDTH);
    const second = directionsOf(matrix, 5, { stream: derive(2, 'start') });
    expect([...second.directions]).toEqual(Array.from(first.directions, (entry) => expect.closeTo(entry, 6)));
    expect(directionsOf(matrix, 5)).toEqual(first);
  });

  it('are orthonormal, and the largest entry of each is positive', () => {
    const { directions } = directionsOf(randomMatrix(50, 30, 9), 7);
    for (let a = 0; a < 7; a++) {
      const column = (k: number) => Array.from({ length: 30 }, (_, row) => directions[row * 7 + k]!);
      expect(Math.max(...column(a))).toBe(Math.max(...column(a).map(Math.abs)));
      for (let b = 0; b <= a; b++) {
        expect(column(a).reduce((sum, entry, row) => sum + entry * column(b)[row]!, 0)).toBeCloseTo(a === b ? 1 : 0, 9);
      }
    }
  });

  it('are zero beyond the rank', () => {
    const matrix = times(randomMatrix(30, 3, 1), randomMatrix(3, 25, 2));
    const { squares, directions, converged } = directionsOf(matrix, 6);
    expect(converged).toBe(true);
    expect(Array.from(squares, (square) => square > 0)).toEqual([true, true, true, false, false, false]);
    for (let row = 0; row < 25; row++) expect([...directions.subarray(row * 6 + 3, row * 6 + 6)]).toEqual([0, 0, 0]);
    expectLeading(matrix, 6);
    const nothing = directionsOf([[0, 0]], 3);
    expect([...nothing.squares, ...nothing.directions]).toEqual(new Array(9).fill(0));
  });

  it('are found where a singular value occurs as often as a block is wide', () => {
    const orthogonal = randomMatrix(40, BLOCK_WIDTH, 3);
    const block = Float64Array.from(orthogonal.flat());
    orthonormalise(block, BLOCK_WIDTH, 0);
    const equal = Array.from({ length: 40 }, (_, row) => [
      ...block.subarray(row * BLOCK_WIDTH, (row + 1) * BLOCK_WIDTH),
    ]);
    const { squares } = directionsOf(transposed(equal), BLOCK_WIDTH + 1);
    for (let k = 0; k < BLOCK_WIDTH; k++) expect(squares[k]).toBeCloseTo(1, 12);
    expect(squares[BLOCK_WIDTH]).toBe(0);
  });

  it('say so when the steps did not suffice', () => {
    const matrix = randomMatrix(120, 90, 4);
    const seen: number[] = [];
    const rough = directionsOf(matrix, 8, { steps: 2, onCheck: (steps) => seen.push(steps) });
    expect(rough).toMatchObject({ converged: false, steps: 2 });
    expect(seen).toEqual([2]);
    expect(directionsOf(matrix, 8).converged).toBe(true);
  });

  it('report a growing share of the whole', () => {
    const sums: number[] = [];
    directionsOf(randomMatrix(120, 90, 6), 3, { onCheck: (_, sum) => sums.push(sum) });
    expect(sums.length).toBeGreaterThan(2);
    expect(sums).toEqual(sums.toSorted((a, b) => a - b));
  });
});

describe('orthonormal blocks', () => {
  const width = 4;
  const blockOf = (rows: number, seed: number) => Float64Array.from(randomMatrix(rows, width, seed).flat());
  const products = (a: Float64Array, b: Float64Array) =>
    Array.from({ length: width * width }, (_, at) => {
      let sum = 0;
      for (let row = 0; row < a.length; row += width) sum += a[row + Math.floor(at / width)]! * b[row + (at % width)]!;
      return sum;
    });

  it('have orthonormal columns, and give the old ones back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 30 }), fc.nat(), (rows, seed) => {
        const old = blockOf(rows, seed);
        const block = old.slice();
        const triangle = orthonormalise(block, width, 1e-12);
        const identity = products(block, block).map((product, at) => product - (at % (width + 1) === 0 ? 1 : 0));
        expect(Math.max(...identity.map(Math.abs))).toBeLessThan(1e-12);
        const back = old.map((_, at) => {
          let sum = 0;
          for (let k = 0; k <= at % width; k++)
            sum += block[at - (at % width) + k]! * triangle[k * width + (at % width)]!;
          return sum;
        });
        expect(Math.max(...back.map((entry, at) => Math.abs(entry - old[at]!)))).toBeLessThan(1e-12);
      }),
    );
  });

  it('keep columns that nearly depend on each other orthogonal', () => {
    const block = blockOf(20, 1);
    for (let at = 0; at < block.length; at += width) block[at + 2] = block[at]! + 1e-9 * block[at + 2]!;
    orthonormalise(block, width, 1e-12);
    expect(products(block, block)[2]).toBeCloseTo(0, 14);
  });

  it('lose columns that depend on those before them', () => {
    const block = blockOf(20, 2);
    for (let at = 0; at < block.length; at += width) block[at + 2] = 3 * block[at]! - block[at + 1]!;
    const triangle = orthonormalise(block, width, 1e-12);
    expect(columnLength(block, width, 2)).toBe(0);
    expect([...triangle.subarray(2 * width, 3 * width)]).toEqual([0, 0, 0, 0]);
    expect(columnLength(block, width, 3)).toBeCloseTo(1, 14);
  });

  it('projectOut leaves nothing of the basis, and says what there was', () => {
    const basis = blockOf(20, 3);
    orthonormalise(basis, width, 0);
    const block = blockOf(20, 4);
    const before = products(basis, block);
    expect([...projectOut(basis, block, width)]).toEqual(before.map((product) => expect.closeTo(product, 12)));
    for (const product of products(basis, block)) expect(product).toBeCloseTo(0, 13);
  });
});
