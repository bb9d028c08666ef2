/** The expected risk of an answer that is observed twice, and what it is made of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedRiskOfTwo } from '../../../test/support/expectedRiskOfTwo.ts';
import { derive, softmax } from '../../maths/index.ts';
import owens from '../fixtures/owens-t.json' with { type: 'json' };
import { squaredSeparationOfTwo } from '../scan/squaredSeparation.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { normalRule, uniformRule } from './gaussRule.ts';
import { owensT } from './owensT.ts';
import { expectedRiskAlongAxis, expectedRiskInPlane } from './planeRisk.ts';

describe('Gauss rules', () => {
  it.each([1, 2, 5, 16, 40])('with %i nodes are exact for polynomials up to twice their number', (count) => {
    const mean = ({ nodes, weights }: ReturnType<typeof normalRule>, power: number) =>
      nodes.reduce((sum, node, n) => sum + weights[n]! * node ** power, 0);
    let normalMoment = 1;
    for (let power = 0; power < Math.min(2 * count, 30); power += 2) {
      // E x^2k = (2k - 1) E x^(2k - 2) under the normal, 1 / (2k + 1) under the uniform distribution.
      if (power > 0) normalMoment *= power - 1;
      expect(mean(normalRule(count), power) / normalMoment).toBeCloseTo(1, 9);
      expect(mean(uniformRule(count), power) * (power + 1)).toBeCloseTo(1, 9);
      expect(mean(normalRule(count), power + 1) / normalMoment).toBeCloseTo(0, 9);
    }
  });
});

describe('Owen’s T', () => {
  it('is that of SciPy', () => {
    for (const { h, a, t } of owens.values) {
      expect(Math.abs(owensT(h, a) - t)).toBeLessThan(1e-15);
      // Also in proportion to the largest that it can be.
      expect(Math.abs(owensT(h, a) - t)).toBeLessThan(1e-8 * owensT(h, Number.POSITIVE_INFINITY));
    }
  });
});

interface PlaneCase {
  readonly posterior: Float64Array;
  readonly logWeights: Float64Array;
  readonly means: [Float64Array, Float64Array];
  readonly spreads: [number, number];
  readonly cross: number;
  readonly noiseVariance: number;
}

const cases = fc
  .record({ types: fc.integer({ min: 2, max: 7 }), scale: fc.constantFrom(0.2, 0.7, 1.5, 4), seed: fc.nat() })
  .map(({ types, scale, seed }): PlaneCase => {
    const stream = derive(seed, 'plane-case');
    const logWeights = Float64Array.from({ length: types }, () => stream.normal() * 1.5);
    const row = () => Float64Array.from({ length: types }, () => scale * stream.normal());
    const spreads: [number, number] = [2 * stream.uniform(), 2 * stream.uniform()];
    const cross = Math.sqrt(spreads[0] * spreads[1]) * (2 * stream.uniform() - 1);
    const noiseVariance = 0.5 + stream.uniform();
    return { posterior: softmax(logWeights), logWeights, means: [row(), row()], spreads, cross, noiseVariance };
  });

const riskOf = ({ posterior, logWeights, noiseVariance, ...prediction }: PlaneCase) =>
  expectedRiskInPlane(posterior, logWeights, prediction, noiseVariance);

describe('expected risk in the plane', () => {
  it('is that of brute force: a fine grid over the plane', () => {
    fc.assert(
      fc.property(cases, (plane) => {
        const { posterior, means, spreads, cross, noiseVariance } = plane;
        // The inverse covariance and the density of each type, summed up over the grid.
        const [a, b, c] = [1 + spreads[0], 1 + spreads[1], cross].map((entry) => entry * noiseVariance) as [
          number,
          number,
          number,
        ];
        const determinant = a * b - c * c;
        const ranges = ([0, 1] as const).map((row) => {
          const sd = Math.sqrt(row === 0 ? a : b);
          return { low: Math.min(...means[row]) - 6 * sd, high: Math.max(...means[row]) + 6 * sd };
        });
        const steps = 700;
        const [sizeX, sizeY] = ranges.map(({ low, high }) => (high - low) / steps) as [number, number];
        let right = 0;
        for (let i = 0; i < steps; i++) {
          const x = ranges[0]!.low + (i + 0.5) * sizeX;
          for (let j = 0; j < steps; j++) {
            const y = ranges[1]!.low + (j + 0.5) * sizeY;
            let largest = 0;
            for (let t = 0; t < posterior.length; t++) {
              const dx = x - means[0][t]!;
              const dy = y - means[1][t]!;
              const square = (b * dx * dx - 2 * c * dx * dy + a * dy * dy) / determinant;
              largest = Math.max(largest, posterior[t]! * Math.exp(-square / 2));
            }
            right += largest;
          }
        }
        const risk = 1 - (right * sizeX * sizeY) / (2 * Math.PI * Math.sqrt(determinant));
        // What the kinks cost on this grid.
        expect(Math.abs(riskOf(plane) - risk)).toBeLessThan(2e-5);
      }),
      { numRuns: 12 },
    );
  });

  it('is that of envelopes along one row, averaged over the other, to nine digits', () => {
    fc.assert(
      fc.property(cases, (plane) => {
        const { posterior, logWeights, means, spreads, cross, noiseVariance } = plane;
        const sd = Math.sqrt(noiseVariance * (1 + spreads[1]));
        const slope = cross / (1 + spreads[1]);
        const restSd = Math.sqrt(noiseVariance * (1 + spreads[0] - cross * slope));
        const low = Math.min(...means[1]) - 8 * sd;
        const step = (Math.max(...means[1]) + 8 * sd - low) / 4000;
        let risk = 0;
        for (let n = 0; n < 4000; n++) {
          const value = low + (n + 0.5) * step;
          const densities = posterior.map((p, t) => (p / sd) * Math.exp(-0.5 * ((value - means[1][t]!) / sd) ** 2));
          const weights = logWeights.map((weight, t) => weight - 0.5 * ((value - means[1][t]!) / sd) ** 2);
          const given = means[0].map((mean, t) => mean + slope * (value - means[1][t]!));
          risk += step * expectedRiskByEnvelope(densities, weights, given, restSd);
        }
        expect(Math.abs(riskOf(plane) - risk / Math.sqrt(2 * Math.PI))).toBeLessThan(2e-9);
      }),
      { numRuns: 25 },
    );
  });

  it('of two types is the closed form', () => {
    fc.assert(
      fc.property(cases, (plane) => {
        const [first, second] = plane.means.map((row) => row[1]! - row[0]!) as [number, number];
        const squared = squaredSeparationOfTwo(first, second, ...plane.spreads, plane.cross) / plane.noiseVariance;
        const logWeights = plane.logWeights.slice(0, 2);
        const two = {
          ...plane,
          logWeights,
          posterior: softmax(logWeights),
          means: plane.means.map((row) => row.slice(0, 2)) as [Float64Array, Float64Array],
        };
        const closed = expectedRiskOfTwo(two.posterior, logWeights, Math.sqrt(squared));
        expect(Math.abs(riskOf(two) - closed)).toBeLessThan(1e-12 * Math.max(closed, 1e-3));
      }),
    );
  });

  it('is that of the first row where the second shows nothing of the type', () => {
    fc.assert(
      fc.property(cases, (plane) => {
        const { posterior, logWeights, means, spreads, noiseVariance } = plane;
        const flat = { ...plane, means: [means[0], means[1].map(() => 2)] as [Float64Array, Float64Array], cross: 0 };
        const line = expectedRiskByEnvelope(
          posterior,
          logWeights,
          means[0],
          Math.sqrt(noiseVariance * (1 + spreads[0])),
        );
        expect(Math.abs(riskOf(flat) - line)).toBeLessThan(1e-11);
      }),
    );
  });

  it('is never above that of one number of the answer, which is never above the present risk', () => {
    let close = 0;
    fc.assert(
      fc.property(cases, (plane) => {
        const { posterior, logWeights, noiseVariance, ...prediction } = plane;
        const present = 1 - Math.max(...posterior);
        const axis = expectedRiskAlongAxis(posterior, logWeights, prediction, noiseVariance);
        expect(riskOf(plane)).toBeLessThanOrEqual(axis + 1e-11);
        expect(axis).toBeLessThanOrEqual(present + 1e-12);
        if (axis - riskOf(plane) <= 0.2 * (present - riskOf(plane))) close++;
      }),
      { numRuns: 100 },
    );
    // The axis is worth choosing: along it lies most of what the answer tells.
    expect(close).toBeGreaterThan(50);
  });

  it('is that along the axis where the types lie on a line', () => {
    fc.assert(
      fc.property(cases, fc.double({ min: -2, max: 2, noNaN: true }), (plane, slope) => {
        const { posterior, logWeights, means, noiseVariance, ...rest } = plane;
        const line = {
          ...rest,
          means: [means[0], means[0].map((mean) => slope * mean)] as [Float64Array, Float64Array],
        };
        const axis = expectedRiskAlongAxis(posterior, logWeights, line, noiseVariance);
        const risk = expectedRiskInPlane(posterior, logWeights, line, noiseVariance);
        expect(Math.abs(risk - axis)).toBeLessThan(1e-10);
      }),
    );
  });

  it('is never above the present risk', () => {
    fc.assert(
      fc.property(cases, (plane) => {
        const risk = riskOf(plane);
        expect(risk).toBeGreaterThanOrEqual(0);
        expect(risk).toBeLessThanOrEqual(1 - Math.max(...plane.posterior) + 1e-12);
      }),
    );
  });

  const risk = (means: [number[], number[]], posterior: number[]) =>
    expectedRiskInPlane(posterior, posterior.map(Math.log), { means, spreads: [0, 0], cross: 0 }, 1);

  it.each([
    ['all means equal: the present risk', [3, 3, 3], [1, 1, 1], [0.2, 0.5, 0.3], 0.5],
    ['two types alike, one apart and unlikely', [3, 3, 30], [1, 1, 30], [0.6, 0.3, 0.1], 0.3],
    ['far apart: no risk', [0, 100, 0], [0, 0, 100], [0.3, 0.3, 0.4], 0],
    // Quarters of the plane: each is right with probability Phi(1)^2.
    ['the corners of a square', [-1, -1, 1, 1], [-1, 1, -1, 1], [0.25, 0.25, 0.25, 0.25], 1 - 0.8413447460685429 ** 2],
    // A type whose line only touches the envelope of the others: -1, 0, 1 with weights that meet in one point.
    [
      'three lines through one point',
      [-1, 0, 1],
      [0, 0, 0],
      [1, Math.exp(-0.5), 1].map((weight) => weight / (2 + Math.exp(-0.5))),
      (2 * 0.15865525393145707 + Math.exp(-0.5)) / (2 + Math.exp(-0.5)),
    ],
  ])('%s', (_, x, y, posterior, expected) => {
    expect(risk([x, y], posterior)).toBeCloseTo(expected, 12);
  });

  it('stays exact when it is tiny', () => {
    const logWeights = [0, -60];
    const posterior = [1, Math.exp(-60)];
    const tiny = expectedRiskInPlane(
      posterior,
      logWeights,
      {
        means: [
          [1, 2],
          [0, Math.sqrt(3)],
        ],
        spreads: [0, 0],
        cross: 0,
      },
      1,
    );
    expect(tiny / expectedRiskOfTwo(posterior, logWeights, 2)).toBeCloseTo(1, 9);
  });
});
