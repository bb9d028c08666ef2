import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choleskyFactor, choleskyInverse, choleskySolve, logDeterminant } from './cholesky.ts';
import { derive } from './random.ts';
import { quadraticForm, shermanMorrison, symmetricTimesVector } from './symmetric.ts';

/** B B' + 0.1 I with random B: symmetric and positive definite. */
function randomPositiveDefinite(size: number, seed: number): Float64Array {
  const stream = derive(seed, 'matrix');
  const b = Array.from({ length: size * size }, () => stream.normal());
  const a = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = i === j ? 0.1 : 0;
      for (let k = 0; k < size; k++) sum += b[i * size + k]! * b[j * size + k]!;
      a[i * size + j] = sum;
    }
  }
  return a;
}

const randomVector = (size: number, seed: number) => {
  const stream = derive(seed, 'vector');
  return Float64Array.from({ length: size }, () => stream.normal());
};

const close = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-8) => {
  const scale = Math.max(1, ...Array.from(expected, Math.abs));
  for (let n = 0; n < expected.length; n++) expect(Math.abs(actual[n]! - expected[n]!)).toBeLessThan(tolerance * scale);
};

const cases = (check: (size: number, seed: number) => void) =>
  fc.assert(fc.property(fc.integer({ min: 1, max: 24 }), fc.nat(), check), { numRuns: 60 });

describe('Cholesky', () => {
  it('solves A x = b', () => {
    cases((size, seed) => {
      const a = randomPositiveDefinite(size, seed);
      const x = randomVector(size, seed);
      const b = symmetricTimesVector(a, size, x);
      const l = a.slice();
      expect(choleskyFactor(l, size)).toEqual({ ok: true });
      close(symmetricTimesVector(a, size, choleskySolve(l, size, b.slice())), b);
    });
  });

  it('inverts: A times its inverse is the identity, and the inverse is exactly symmetric', () => {
    cases((size, seed) => {
      const a = randomPositiveDefinite(size, seed);
      const l = a.slice();
      choleskyFactor(l, size);
      const inverse = choleskyInverse(l, size);
      for (let c = 0; c < size; c++) {
        const column = Float64Array.from({ length: size }, (_, r) => inverse[r * size + c]!);
        const unit = new Float64Array(size);
        unit[c] = 1;
        close(symmetricTimesVector(a, size, column), unit, 1e-6);
        for (let r = 0; r < size; r++) expect(inverse[r * size + c]).toBe(inverse[c * size + r]);
      }
    });
  });

  it('gives the determinant: that of a 2 x 2 matrix by hand', () => {
    const l = Float64Array.of(4, 1, 1, 3);
    choleskyFactor(l, 2);
    expect(logDeterminant(l, 2)).toBeCloseTo(Math.log(11), 14);
  });

  it.each([
    ['zero', [0, 0, 0, 0], 0],
    ['singular', [1, 1, 1, 1], 1],
    ['indefinite', [1, 2, 2, 1], 1],
    ['not a number', [Number.NaN, 0, 0, 1], 0],
  ])('names the failing pivot of a matrix that is %s', (_, values, pivot) => {
    expect(choleskyFactor(Float64Array.from(values), 2)).toEqual({ ok: false, pivot });
  });
});

describe('Sherman-Morrison', () => {
  it('equals the inverse of the updated matrix', () => {
    cases((size, seed) => {
      const a = randomPositiveDefinite(size, seed);
      const x = randomVector(size, seed);
      const inverseOf = (matrix: Float64Array) => {
        const l = matrix.slice();
        choleskyFactor(l, size);
        return choleskyInverse(l, size);
      };
      const p = inverseOf(a);
      const w = symmetricTimesVector(p, size, x);
      const updated = shermanMorrison(p, size, w, 1 + quadraticForm(p, size, x));
      const expected = inverseOf(a.map((value, at) => value + x[Math.floor(at / size)]! * x[at % size]!));
      close(updated, expected, 1e-6);
    });
  });
});
