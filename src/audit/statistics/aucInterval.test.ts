import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive, normalCdf, normalQuantile } from '../../maths/index.ts';
import { rank, weightedAuc } from './auc.ts';
import { aucEstimate, aucInterval, certaintyError, errorsAboveChance } from './aucInterval.ts';
import { resamplesOf } from './bootstrap.ts';

const auc = fc.double({ min: 0, max: 1, noNaN: true });
const error = fc.double({ min: 1e-4, max: 0.3, noNaN: true });

describe('the interval of an AUC', () => {
  it('holds the figure, stays between 0 and 1, and grows with the error', () => {
    fc.assert(
      fc.property(auc, error, (value, own) => {
        const reach = { low: 2, high: 2 };
        const { low, high } = aucInterval(value, own, reach);
        expect(low <= value && value <= high && low >= 0 && high <= 1).toBe(true);
        if (value > 0.35 && value < 0.65) {
          const wider = aucInterval(value, 1.2 * own, reach);
          expect(wider.low).toBeLessThan(low);
          expect(wider.high).toBeGreaterThan(high);
        }
      }),
    );
  });

  it('is close to that of a normal figure in the middle, and reaches further down than up near 1', () => {
    const { low, high } = aucInterval(0.5, 0.02, { low: 1.96, high: 1.96 });
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.02, 3);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.02, 3);
    const near = aucInterval(0.97, 0.015, { low: 1.96, high: 1.96 });
    expect(0.97 - near.low).toBeGreaterThan(1.5 * (near.high - 0.97));
    expect(near.high).toBeLessThan(1);
  });

  it('ends at 1 where the figure is less than one error away from there, and at 0 likewise', () => {
    const reach = { low: 1.96, high: 1.96 };
    expect(aucInterval(0.9995, 0.001, reach).high).toBe(1);
    expect(aucInterval(0.0005, 0.001, reach).low).toBe(0);
    const [near, far] = [aucInterval(0.998, 0.001, reach), aucInterval(0.002, 0.001, reach)];
    // logit(0.998) + 1.96 x 0.001 / (0.998 x 0.002)
    expect(near.high).toBeCloseTo(0.99925, 5);
    expect(far.low).toBeCloseTo(0.00075, 5);
    expect(aucInterval(0.6, 0.7, reach)).toEqual({ low: 0, high: 1 });
  });

  it('of 60 people who are all told apart ends where 60 of 60 do, however far it reaches', () => {
    const own = certaintyError(1, [60, 660]);
    expect(own).toBeCloseTo(1 / 120, 3);
    // One figure of about 80 that hold at once: 60 right of 60 by Clopper and Pearson, at the same level on one side.
    const far = { low: 3.24, high: 3.24 };
    const exact = (1 - normalCdf(3.24)) ** (1 / 60);
    expect(exact).toBeCloseTo(0.884, 3);
    expect(aucInterval(1, own, far).low).toBeCloseTo(exact, 2);
    expect(aucInterval(0, own, far).high).toBeCloseTo(1 - exact, 2);
    // What is known to be wrong is taken off, and an ordinary reach is that of log odds as before.
    expect(aucInterval(0.995, own, far).low).toBeCloseTo(aucInterval(1, own, far).low - 0.005, 9);
    const near = 1 / (1 + Math.exp(-(Math.log((1 - own) / own) - 1.96 / (1 - own))));
    expect(aucInterval(1, own, { low: 1.96, high: 1.96 }).low).toBeCloseTo(near, 9);
  });

  it('holds a figure near certainty as often as it says', () => {
    // Two normal groups of 50, 4.85 deviations apart: an AUC of 0.9997.
    const truth = 0.9997;
    const distance = Math.SQRT2 * normalQuantile(truth);
    const resamples = resamplesOf(100, 7, 60);
    const held = Array.from({ length: 100 }, (_, world) => {
      const stream = derive(world, 'near-certainty');
      const scores = Float64Array.from({ length: 100 }, (_, n) => stream.normal() + (n < 50 ? distance : 0));
      const ranking = rank(
        Uint32Array.from(scores.keys()),
        (n) => scores[n]!,
        (n) => n < 50,
      );
      const value = weightedAuc(ranking, new Float64Array(100).fill(1));
      const replicates = resamples.map((weights) => weightedAuc(ranking, weights));
      const { low, high } = aucEstimate(value, replicates, 0.95, certaintyError(value, [50, 50]));
      return low <= truth && truth <= high;
    });
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(93);
  });

  it('has 0.5 for its lower end where the figure is as many errors above chance as it reaches', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.51, max: 0.95, noNaN: true }),
        fc.double({ min: 0.001, max: 0.04, noNaN: true }),
        (value, own) => {
          const reach = errorsAboveChance(value, own);
          expect(aucInterval(value, own, { low: reach, high: reach }).low).toBeCloseTo(0.5, 9);
        },
      ),
    );
  });

  it('of somebody who is never wrong ends below 1, the further the fewer people there are', () => {
    const all = new Float64Array(50).fill(1);
    expect(aucEstimate(1, all, 0.95)).toEqual({ value: 1, low: 1, high: 1 });
    const few = aucEstimate(1, all, 0.95, certaintyError(1, [12, 12]));
    const many = aucEstimate(1, all, 0.95, certaintyError(1, [300, 300]));
    expect(few.low).toBeLessThan(many.low);
    expect(many.low).toBeGreaterThan(0.98);
    expect(few.low).toBeGreaterThan(0.7);
    expect(certaintyError(0.9, [300, 300])).toBe(0);
  });
});
