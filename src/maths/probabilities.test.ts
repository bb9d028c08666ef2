import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logOddsAgainstRest, logSigmoid, softmax } from './probabilities.ts';

describe('log sigmoid', () => {
  it('is the logarithm of the sigmoid where that is a number, and finite where it is not', () => {
    for (const logit of [-30, -2, 0, 0.5, 7])
      expect(logSigmoid(logit)).toBeCloseTo(-Math.log(1 + Math.exp(-logit)), 12);
    expect([logSigmoid(-5000), logSigmoid(5000)]).toEqual([-5000, 0]);
    expect(logSigmoid(40)).toBeCloseTo(-Math.exp(-40), 25);
  });
});

describe('log odds against the rest', () => {
  it('are those of the softmax, and do not change with a constant', () => {
    const weights = fc.array(fc.double({ min: -15, max: 15, noNaN: true }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(weights, fc.double({ min: -100, max: 100, noNaN: true }), (logWeights, constant) => {
        for (const [t, p] of softmax(logWeights).entries()) {
          const odds = logOddsAgainstRest(logWeights, t);
          expect(1 / (1 + Math.exp(-odds))).toBeCloseTo(p, 10);
          const moved = logWeights.map((weight) => weight + constant);
          expect(logOddsAgainstRest(moved, t)).toBeCloseTo(odds, 9);
        }
      }),
    );
  });

  it('stay finite beyond what a probability can tell', () => {
    expect(logOddsAgainstRest([0, -4000], 0)).toBe(4000);
    expect(logOddsAgainstRest([0, -4000, -4000], 0)).toBeCloseTo(4000 - Math.LN2, 9);
    expect(logOddsAgainstRest([0, -4000, -9000], 2)).toBe(-9000);
  });

  it('are infinite for a type of probability 0, and finite for the others', () => {
    const absent = [1, Number.NEGATIVE_INFINITY, 3];
    expect(absent.map((_, t) => logOddsAgainstRest(absent, t))).toEqual([-2, Number.NEGATIVE_INFINITY, 2]);
    expect(logOddsAgainstRest([Number.NEGATIVE_INFINITY, 5], 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
