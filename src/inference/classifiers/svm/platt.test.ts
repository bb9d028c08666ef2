import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitSigmoid, logOdds } from './platt.ts';

it('stays finite when the decision values separate the signs', () => {
  const sigmoid = fitSigmoid([-2, -1, 1, 2], [-1, -1, 1, 1]);
  expect(sigmoid.slope).toBeGreaterThan(0);
  // With signs and values mirrored there is no reason to lean.
  expect(sigmoid.offset).toBeCloseTo(0, 10);
  expect(Number.isFinite(logOdds(sigmoid, 1e6))).toBe(true);
});

it('gives the smoothed share of the signs when all decision values are equal', () => {
  for (const value of [0, 1, -37]) {
    const signs = [1, -1, -1, -1];
    const odds = logOdds(fitSigmoid([value, value, value, value], signs), value);
    // Mean target: (2/3 + 3 * 1/5) / 4.
    const share = (2 / 3 + 3 / 5) / 4;
    expect(odds).toBeCloseTo(Math.log(share / (1 - share)), 6);
  }
});

it('turns a machine around that is always wrong', () => {
  expect(fitSigmoid([2, 1, -1, -2, 0.5], [-1, -1, 1, 1, -1]).slope).toBeLessThan(0);
});

it('finds a point where the gradient vanishes, at any scale of the decision values', () => {
  const value = fc.record({ f: fc.double({ min: -3, max: 3, noNaN: true }), sign: fc.constantFrom(1, -1) });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 2, maxLength: 40 }),
      fc.integer({ min: -3, max: 3 }),
      (sample, exponent) => {
        const scale = 10 ** exponent;
        const decisions = sample.map(({ f }) => f * scale);
        const signs = sample.map(({ sign }) => sign);
        const sigmoid = fitSigmoid(decisions, signs);
        const positives = signs.filter((sign) => sign > 0).length;
        let slope = 0;
        let offset = 0;
        for (const [i, f] of decisions.entries()) {
          const target = signs[i]! > 0 ? (positives + 1) / (positives + 2) : 1 / (signs.length - positives + 2);
          const error = 1 / (1 + Math.exp(-logOdds(sigmoid, f))) - target;
          slope += (error * f) / scale;
          offset += error;
        }
        expect(Math.abs(slope)).toBeLessThan(1e-4);
        expect(Math.abs(offset)).toBeLessThan(1e-4);
      },
    ),
  );
});

it('says so when decision values are not numbers', () => {
  expect(() => fitSigmoid([Number.NaN, 1], [1, -1])).toThrow(
    expect.objectContaining({ code: 'CLASSIFIER_DID_NOT_CONVERGE' }),
  );
});

it('does not depend on where the decision values lie', () => {
  const decisions = [-2, -1, -0.5, 0.5, 1, 2];
  const signs = [-1, 1, -1, 1, -1, 1];
  const near = fitSigmoid(decisions, signs);
  const away = fitSigmoid(
    decisions.map((f) => f + 1e6),
    signs,
  );
  expect(near.slope).toBeGreaterThan(0.1);
  expect(away.slope).toBeCloseTo(near.slope, 6);
  expect(logOdds(away, 1e6 + 1)).toBeCloseTo(logOdds(near, 1), 6);
});
