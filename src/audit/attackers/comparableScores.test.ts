import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logitsFromWeights, softmax } from '../../maths/index.ts';
import { probability } from '../figures/judge.ts';
import { contender } from '../spec/contender.ts';
import {
  choosesSettings,
  classifierLearnsShares,
  contenderLearnsShares,
  setCommonPrior,
  setCommonScale,
} from './comparableScores.ts';

const sharesOf = (types: number) =>
  fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: types, maxLength: types }).map((parts) => {
    const sum = parts.reduce((total, part) => total + part, 0);
    return parts.map((part) => part / sum);
  });

describe('scores of different folds', () => {
  it.each([2, 3, 5])('are those of the shares of everybody, whatever a fold was trained on: %i groups', (types) => {
    const evidence = fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: types, maxLength: types });
    fc.assert(
      fc.property(evidence, sharesOf(types), sharesOf(types), (weights, inTraining, inAll) => {
        const learned = weights.map((weight, t) => weight + Math.log(inTraining[t]!));
        const logits = Float32Array.from(logitsFromWeights(learned));
        setCommonPrior(logits, inTraining, inAll);
        const expected = softmax(weights.map((weight, t) => weight + Math.log(inAll[t]!)));
        for (const [t, logit] of logits.entries()) expect(probability(logit)).toBeCloseTo(expected[t]!, 4);
      }),
    );
  });

  it('are equal for people of whom nothing is known, in every fold', () => {
    const [first, second] = [
      [0.52, 0.48],
      [0.47, 0.53],
    ].map((inTraining) => {
      const logits = Float32Array.from(logitsFromWeights(inTraining.map(Math.log)));
      setCommonPrior(logits, inTraining, [0.5, 0.5]);
      return logits[1]!;
    });
    expect(first).toBeCloseTo(0, 6);
    expect(second).toBeCloseTo(first!, 6);
  });

  it('stay finite where an attacker is certain, and NaN where nothing was said', () => {
    const logits = Float32Array.of(-900, 900, Number.NaN, Number.NaN);
    setCommonPrior(logits, [0.4, 0.6], [0.5, 0.5]);
    expect(logits[1]).toBeCloseTo(900 - Math.log(0.6 / 0.4), 2);
    expect([...logits.subarray(2)]).toEqual([Number.NaN, Number.NaN]);
  });

  it('are as loud in one fold as in another, around the shares; who is named and the order stay', () => {
    const inAll = [0.4, 0.6];
    const shares = Math.log(0.6 / 0.4);
    const evidence = [0.03, -0.5, 0.01, -0.02];
    const foldOf = (loudness: number) =>
      Float32Array.from(evidence.flatMap((own) => [-shares - loudness * own, shares + loudness * own]));
    const [quiet, loud] = [foldOf(1), foldOf(100)];
    const named = (logits: Float32Array) => evidence.map((_, n) => logits[2 * n + 1]! > logits[2 * n]!);
    const before = [named(quiet), named(loud)];
    setCommonScale(quiet, inAll);
    setCommonScale(loud, inAll);
    for (const [n] of evidence.entries()) expect(quiet[2 * n + 1]).toBeCloseTo(loud[2 * n + 1]!, 4);
    expect([named(quiet), named(loud)]).toEqual(before);
    expect(before).toEqual([
      [true, false, true, true],
      [true, false, true, false],
    ]);
    const nothing = Float64Array.of(-0, 0);
    setCommonScale(nothing, [0.5, 0.5]);
    expect([...nothing]).toEqual([-0, 0]);
  });

  it('of more than two groups are divided alike, so that who is named stays', () => {
    const quiet = Float32Array.of(-0.01, 0.01, 0.03, -0.03, 0.02, 0);
    const loud = quiet.map((logit) => 100 * logit);
    setCommonScale(quiet, [0.2, 0.3, 0.5]);
    setCommonScale(loud, [0.2, 0.3, 0.5]);
    for (const [at, logit] of quiet.entries()) expect(logit).toBeCloseTo(loud[at]!, 5);
    expect(quiet.map(Math.sign)).toEqual(Float32Array.of(-1, 1, 1, -1, 1, 0));
    const nothing = new Float32Array(6);
    setCommonScale(nothing, [0.2, 0.3, 0.5]);
    expect([...nothing]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are changed only where a classifier learns the shares, or chooses its settings', () => {
    const [uniform, training] = [{ prior: 'uniform' as const }, { prior: 'training' as const }];
    expect(classifierLearnsShares('factor', uniform)).toBe(false);
    expect(classifierLearnsShares('factor', training)).toBe(true);
    expect(classifierLearnsShares('multinomial', uniform)).toBe(true);
    expect(contenderLearnsShares(contender('separation'), uniform)).toBe(false);
    expect(contenderLearnsShares(contender('forwardLogistic'), uniform)).toBe(true);
    expect(contenderLearnsShares(contender('maxGap', { classifier: 'plainLogistic' }), uniform)).toBe(true);
    expect(['logistic', 'boosted', 'svm', 'factor'].map((name) => choosesSettings(name as 'svm'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
