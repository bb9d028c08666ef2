import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typeLabels } from '../common/typeLabels.ts';
import { packRows, type SparseVector, trainLogistic } from '../index.ts';
import { curvatureAtZero, penalisedLosses } from './logisticLoss.ts';

const histories: SparseVector[] = [
  { indices: [0, 1], values: [5, 3] },
  { indices: [0], values: [4] },
  { indices: [1, 2], values: [2, 5] },
  { indices: [2], values: [1] },
  { indices: [], values: [] },
  { indices: [0, 2], values: [1, 4] },
];
const rows = packRows(3, histories);

describe.each([
  { types: 2, labels: [0, 0, 1, 1, 0, 1], outputs: 1 },
  { types: 3, labels: [0, 0, 1, 1, 2, 2], outputs: 3 },
])('the loss for $types types', ({ types, labels, outputs }) => {
  const loss = penalisedLosses(rows, typeLabels(labels, rows.rows, types), outputs)(0.7);
  const size = 4 * outputs;
  const scratch = new Float64Array(size);

  it('has the gradient that differences of its value show', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: size, maxLength: size }),
        (coordinates) => {
          const gradient = new Float64Array(size);
          loss(Float64Array.from(coordinates), gradient);
          for (let i = 0; i < size; i++) {
            const moved = (by: number) =>
              loss(
                Float64Array.from(coordinates, (x, j) => (i === j ? x + by : x)),
                scratch,
              );
            expect(gradient[i]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 4);
          }
        },
      ),
    );
  });

  it('has at 0 the curvature that differences of its gradient show', () => {
    const curvature = curvatureAtZero(rows, outputs, 0.7);
    for (let i = 0; i < size; i++) {
      const moved = (by: number) => {
        const gradient = new Float64Array(size);
        loss(new Float64Array(size).fill(by, i, i + 1), gradient);
        return gradient[i]!;
      };
      expect(curvature[i]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 5);
    }
  });

  it('stays finite for weights that overflow the exponential', () => {
    const gradient = new Float64Array(size);
    for (const far of [1e4, -1e4]) {
      const point = new Float64Array(size).fill(far, 0, 2);
      expect(Number.isFinite(loss(point, gradient))).toBe(true);
      expect(gradient.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('trainLogistic', () => {
  const labels = [0, 0, 1, 1, 0, 1];

  it('says so when it does not converge', () => {
    expect(() => trainLogistic(rows, labels, 2, { ridge: 1e-3, maxIterations: 1 })).toThrow(
      expect.objectContaining({ code: 'CLASSIFIER_DID_NOT_CONVERGE' }),
    );
  });

  it.each([
    { ridge: 0 },
    { ridge: -1 },
    { ridge: Number.NaN },
    { ridge: Number.POSITIVE_INFINITY },
    { tolerance: 0 },
    { maxIterations: 0 },
    { maxIterations: 1.5 },
  ])('refuses %o', (options) => {
    expect(() => trainLogistic(rows, labels, 2, options)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });

  it('falls back on the shares of the types when the penalty is overwhelming or nobody rated anything', () => {
    const strong = trainLogistic(rows, [0, 0, 0, 0, 1, 1], 2, { ridge: 1e9 });
    expect(strong.probabilities(histories[0]!)[1]).toBeCloseTo(1 / 3, 5);
    const silent = trainLogistic(
      packRows(
        3,
        labels.map(() => ({ indices: [], values: [] })),
      ),
      [0, 0, 1, 2, 2, 2],
      3,
    );
    const shares = silent.probabilities(histories[0]!);
    for (const [type, share] of [2 / 6, 1 / 6, 3 / 6].entries()) expect(shares[type]).toBeCloseTo(share, 5);
  });

  it('converges on separable types, which only the penalty holds back', () => {
    const classifier = trainLogistic(rows, [0, 0, 1, 1, 0, 1], 2, { ridge: 1e-4, tolerance: 1e-8 });
    expect(classifier.probabilities(histories[0]!)[0]).toBeGreaterThan(0.99);
  });
});
