import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { jacobiEigen } from '../../test/support/jacobi.ts';
import { derive } from './random.ts';
import { symmetricEigen } from './symmetricEigen.ts';

type Matrix = number[][];

const identity = (size: number): Matrix =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)));

function symmetric(size: number, seed: number): Matrix {
  const stream = derive(seed, 'symmetric');
  const a = identity(size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) a[row]![column] = a[column]![row] = stream.normal();
  return a;
}

/** B B' of a B with `rank` columns. */
function lowRank(size: number, rank: number, seed: number): Matrix {
  const stream = derive(seed, 'low-rank');
  const b = identity(size).map(() => Array.from({ length: rank }, () => stream.normal()));
  return b.map((x) => b.map((y) => x.reduce((sum, entry, k) => sum + entry * y[k]!, 0)));
}

/** Of A z - value z, of z'z - I, and from the eigenvalues that Jacobi rotations find; relative to the largest entry. */
function errorsOf(a: Matrix): { equation: number; orthogonality: number; values: number } {
  const size = a.length;
  const scale = Math.max(...a.flat().map(Math.abs)) || 1;
  const { values, vectors } = symmetricEigen(a.flat(), size);
  const z = Array.from({ length: size }, (_, k) => [...vectors.subarray(k * size, (k + 1) * size)]);
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, entry, c) => sum + entry * y[c]!, 0);
  const twin = jacobiEigen(a.map((row) => row.map((entry) => entry / scale))).values;
  const largest = (errors: number[]) => Math.max(...errors.map(Math.abs));
  return {
    equation: largest(
      z.flatMap((vector, k) => a.map((row, r) => (product(row, vector) - values[k]! * vector[r]!) / scale)),
    ),
    orthogonality: largest(z.flatMap((x, k) => z.map((y, other) => product(x, y) - (k === other ? 1 : 0)))),
    values: largest(twin.map((value, k) => value - values[k]! / scale)),
  };
}

function expectEigen(a: Matrix): void {
  const { equation, orthogonality, values } = errorsOf(a);
  expect(equation).toBeLessThan(1e-13 * a.length);
  expect(orthogonality).toBeLessThan(1e-13 * a.length);
  expect(values).toBeLessThan(1e-13 * a.length);
}

describe('symmetric eigenvalues', () => {
  it('hold A z = value z for orthonormal z, and are those that Jacobi rotations find', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.nat(), (size, seed) => expectEigen(symmetric(size, seed))),
      { numRuns: 40 },
    );
  });

  it('hold where eigenvalues repeat', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat({ max: 3 }), fc.nat(), (size, rank, seed) =>
        expectEigen(lowRank(size, rank, seed)),
      ),
      { numRuns: 40 },
    );
    expectEigen(identity(12));
    expectEigen(identity(9).map((row) => row.map(() => 1)));
  });

  it.each([
    ['nothing', [[0]]],
    ['zeros', identity(5).map((row) => row.map(() => 0))],
    ['a diagonal', identity(6).map((row, k) => row.map((entry) => entry * (k - 2)))],
    ['two parts', identity(6).map((row, k) => row.map((_, c) => (k < 3 === c < 3 ? 1 + k + c : 0)))],
    ['huge entries', symmetric(8, 3).map((row) => row.map((entry) => entry * 1e300))],
    ['tiny entries', symmetric(8, 4).map((row) => row.map((entry) => entry * 1e-300))],
    ['graded entries', symmetric(10, 5).map((row, r) => row.map((entry, c) => entry * 10 ** (-2 * (r + c))))],
  ])('hold for %s', (_, matrix) => expectEigen(matrix));

  it('are 2 - 2 cos(k pi / (n + 1)) for second differences', () => {
    const size = 50;
    const a = identity(size).map((row, r) => row.map((_, c) => (r === c ? 2 : Math.abs(r - c) === 1 ? -1 : 0)));
    const { values } = symmetricEigen(a.flat(), size);
    for (let k = 0; k < size; k++) {
      expect(values[k]).toBeCloseTo(2 - 2 * Math.cos(((size - k) * Math.PI) / (size + 1)), 13);
    }
  });

  it('read the lower triangle only, and leave the matrix alone', () => {
    const a = symmetric(7, 8);
    const lower = a.flatMap((row, r) => row.map((entry, c) => (c > r ? Number.NaN : entry)));
    const before = [...lower];
    expect(symmetricEigen(lower, 7)).toEqual(symmetricEigen(a.flat(), 7));
    expect(lower).toEqual(before);
  });

  it('do not exist for entries that are not finite', () => {
    expect(failure(() => symmetricEigen([1, 0, Number.NaN, 1], 2))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: matrix\[1\]\[0\] is NaN/,
    );
  });
});
