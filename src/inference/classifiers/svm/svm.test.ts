import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { historyAt, packRows, rbfKernelMatrix, type SparseRows, scaleGamma, trainSvm } from '../index.ts';
import { trainMachine } from './supportMachine.ts';

function randomRows(count: number, columns: number, seed: number): SparseRows {
  const stream = derive(seed, 'rows');
  return packRows(
    columns,
    Array.from({ length: count }, () => {
      const indices = Array.from({ length: columns }, (_, item) => item).filter(() => stream.uniform() < 0.4);
      return { indices, values: indices.map(() => 1 + stream.below(5)) };
    }),
  );
}

function dense(rows: SparseRows, row: number): Float64Array {
  const vector = new Float64Array(rows.columns);
  const { indices, values } = historyAt(rows, row);
  for (let entry = 0; entry < indices.length; entry++) vector[indices[entry]!] = values[entry]!;
  return vector;
}

describe('the kernel matrix', () => {
  it('holds exp(-gamma * squared distance) of every pair, symmetric, 1 on the diagonal', () => {
    const rows = randomRows(12, 6, 1);
    const { values, size } = rbfKernelMatrix(rows, 0.03);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        const distance = dense(rows, a).reduce((sum, x, item) => sum + (x - dense(rows, b)[item]!) ** 2, 0);
        expect(values[a * size + b]).toBe(Math.fround(Math.exp(-0.03 * distance)));
      }
    }
  });

  it.each([0, -1, Number.NaN])('refuses gamma %d', (gamma) => {
    expect(() => rbfKernelMatrix(randomRows(2, 2, 1), gamma)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });

  it('refuses rows whose matrix no memory holds', () => {
    const many = { rows: 40_000, columns: 1, starts: new Uint32Array(40_001), indices: new Uint32Array(0) };
    expect(() => rbfKernelMatrix({ ...many, values: new Float32Array(0) }, 1)).toThrow(
      expect.objectContaining({ code: 'TRAINING_TOO_LARGE' }),
    );
  });

  it('takes gamma 1 when all numbers are equal', () => {
    expect(scaleGamma(packRows(2, [{ indices: [], values: [] }]))).toBe(1);
    expect(scaleGamma(packRows(2, []))).toBe(1);
  });
});

describe('a support machine', () => {
  it('satisfies the optimality conditions within its tolerance', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0.01, 1, 100), (seed, cost) => {
        const rows = randomRows(30, 8, seed);
        const kernel = rbfKernelMatrix(rows, 0.02);
        const stream = derive(seed, 'subset');
        // Drawn with replacement, so that rows repeat.
        const subset = Uint32Array.from({ length: 25 }, () => stream.below(30));
        const signs = Int8Array.from(subset, (_, i) => (i === 0 || (i > 1 && stream.uniform() < 0.4) ? 1 : -1));
        const { coefficients, offset } = trainMachine(kernel, subset, signs, { cost, tolerance: 1e-6, maxSteps: 1e6 });
        expect(Math.abs(coefficients.reduce((sum, beta) => sum + beta, 0))).toBeLessThan(1e-9 * cost * 25);
        for (let t = 0; t < subset.length; t++) {
          let decision = offset;
          for (let s = 0; s < subset.length; s++) {
            decision += coefficients[s]! * kernel.values[subset[t]! * kernel.size + subset[s]!]!;
          }
          const margin = signs[t]! * decision;
          const dual = signs[t]! * coefficients[t]!;
          expect(dual >= 0 && dual <= cost).toBe(true);
          if (dual < cost) expect(margin).toBeGreaterThan(1 - 2e-6);
          if (dual > 0) expect(margin).toBeLessThan(1 + 2e-6);
        }
      }),
    );
  });

  it('is halfway between two rows', () => {
    const rows = packRows(1, [
      { indices: [0], values: [1] },
      { indices: [0], values: [3] },
    ]);
    const machine = trainSvm(rows, [0, 1], 2, { gamma: 0.1, cost: 100 });
    expect(machine.decision({ indices: [0], values: [2] })[0]).toBeCloseTo(0, 6);
    expect(machine.decision({ indices: [0], values: [3] })[0]).toBeCloseTo(1, 3);
    expect(machine.decision({ indices: [0], values: [1] })[0]).toBeCloseTo(-1, 3);
  });
});

describe('trainSvm', () => {
  const rows = randomRows(40, 8, 3);
  const labels = Uint8Array.from({ length: 40 }, (_, row) => (historyAt(rows, row).indices.length > 2 ? 1 : 0));
  labels.set([0, 1]);
  const history = { indices: [1, 4], values: [5, 2] };

  it('bears a type with a single row, which some fold holds out', () => {
    const rare = Uint8Array.from(labels, (_, row) => (row === 5 ? 2 : row % 2));
    for (const [types, given] of [
      [3, rare],
      [2, rare.map((type) => (type === 2 ? 1 : 0))],
    ] as const) {
      const total = trainSvm(rows, given, types)
        .probabilities(history)
        .reduce((sum, p) => sum + p, 0);
      expect(total).toBeCloseTo(1, 12);
    }
  });

  it('bears rows that are all equal', () => {
    const equal = packRows(2, Array(6).fill({ indices: [0], values: [3] }));
    expect(trainSvm(equal, [0, 1, 0, 1, 0, 1], 2).probabilities(historyAt(equal, 0))[0]).toBeCloseTo(0.5, 6);
  });

  it('says so when it does not converge', () => {
    expect(() => trainSvm(rows, labels, 2, { maxSteps: 1 })).toThrow(
      expect.objectContaining({ code: 'CLASSIFIER_DID_NOT_CONVERGE' }),
    );
  });

  it.each([
    ['cost 0', { cost: 0 }],
    ['infinite cost', { cost: Number.POSITIVE_INFINITY }],
    ['gamma 0', { gamma: 0 }],
    ['tolerance 0', { tolerance: 0 }],
    ['a single fold', { folds: 1 }],
    ['no steps', { maxSteps: 0 }],
  ])('refuses %s', (_, options) => {
    expect(() => trainSvm(rows, labels, 2, options)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });

  it('refuses people of one type', () => {
    expect(() => trainSvm(rows, new Uint8Array(40), 2)).toThrow(
      expect.objectContaining({ code: 'ATTRIBUTE_SINGLE_VALUED' }),
    );
  });
});
