/** Broken lines: they find a belief that is too sure in the middle, never fall, and ask for two groups. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomModel } from '../../../test/support/models.ts';
import { createModel, lineRises } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import { type Calibration, calibrated, fitCalibration } from './calibration.ts';

const prior = [0.7, 0.3];
const logPrior = prior.map(Math.log);
const oddsOf = (calibration: Calibration, evidence: number, questions = 5) => {
  const [low, high] = calibrated(calibration, [logPrior[0]!, logPrior[1]! + evidence], prior, questions);
  return high! - low!;
};

/** People whose group is drawn from log odds that are some function of what the belief says. */
function people(count: number, truth: (evidence: number) => number, seed = 1) {
  const stream = derive(seed, 'bends');
  const said = Array.from({ length: count }, () => 1.5 * stream.normal());
  return {
    questions: 5,
    logWeights: said.flatMap((evidence) => [logPrior[0]!, logPrior[1]! + evidence]),
    types: said.map((evidence) => (stream.uniform() < 1 / (1 + Math.exp(-truth(evidence))) ? 1 : 0)),
  };
}

describe('a calibration that bends', () => {
  /** Nothing is known in the middle: evidence counts only where there is much of it. */
  const truth = (evidence: number) => Math.log(3 / 7) + Math.sign(evidence) * Math.max(0, Math.abs(evidence) - 1);
  const furthest = (calibration: Calibration) =>
    Math.max(...[-2.5, -1.5, -0.75, 0, 0.75, 1.5, 2.5].map((e) => Math.abs(oddsOf(calibration, e) - truth(e))));

  it('is right where a straight line cannot be', () => {
    const sample = people(40_000, truth);
    expect(furthest(fitCalibration([sample], prior))).toBeGreaterThan(0.3);
    expect(furthest(fitCalibration([sample], prior, { bends: 5 }))).toBeLessThan(0.15);
  });

  it('is nearly straight where the truth is straight', () => {
    const straight = (evidence: number) => Math.log(3 / 7) + 0.5 * evidence;
    const { points } = fitCalibration([people(40_000, straight)], prior, { bends: 5 });
    expect(points[0]!.bends).toHaveLength(5);
    for (const { by } of points[0]!.bends!) expect(Math.abs(by)).toBeLessThan(0.12);
  });

  it('never falls, whatever the people are like', () => {
    const group = fc.record({ evidence: fc.double({ min: -4, max: 4, noNaN: true }), type: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(fc.array(group, { minLength: 3, maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (all, bends) => {
        const sample = {
          questions: 5,
          logWeights: all.flatMap(({ evidence }) => [logPrior[0]!, logPrior[1]! + evidence]),
          types: all.map(({ type }) => type),
        };
        const fitted = fitCalibration([sample], prior, { bends });
        const [{ slope, bends: found = [] }] = fitted.points as [Calibration['points'][number]];
        expect(lineRises(slope, found)).toBe(true);
        const odds = [-5, -3, -1, 0, 1, 3, 5].map((evidence) => oddsOf(fitted, evidence));
        for (const [at, value] of odds.entries()) expect(value).toBeGreaterThanOrEqual((odds[at - 1] ?? value) - 1e-9);
      }),
      { numRuns: 100 },
    );
  });

  it('between two numbers of questions states what lies between', () => {
    const calibration: Calibration = {
      points: [
        { questions: 4, slope: 0.5, offsets: [0.2, -0.2], bends: [{ at: 1, by: 0.4 }] },
        { questions: 8, slope: 0.3, offsets: [0.6, -0.6], bends: [{ at: -1, by: 0.2 }] },
      ],
    };
    const base = logPrior[1]! - logPrior[0]!;
    expect(oddsOf(calibration, 3, 4)).toBeCloseTo(base - 0.4 + 0.5 * 3 + 0.4 * 2, 12);
    expect(oddsOf(calibration, 3, 8)).toBeCloseTo(base - 1.2 + 0.3 * 3 + 0.2 * 4, 12);
    expect(oddsOf(calibration, 3, 5)).toBeCloseTo(
      0.75 * oddsOf(calibration, 3, 4) + 0.25 * oddsOf(calibration, 3, 8),
      12,
    );
    expect(oddsOf(calibration, 0.5, 4)).toBeCloseTo(base - 0.4 + 0.25, 12);
    expect(oddsOf(calibration, 3, 9)).toBeCloseTo(oddsOf(calibration, 3, 8), 12);
  });

  it('is of two groups, and rises', () => {
    const sample = { questions: 3, logWeights: [0, -1, -1, -1, 0, -1], types: [0, 1] };
    expect(failure(() => fitCalibration([sample], [0.4, 0.3, 0.3], { bends: 2 }))).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    const three = randomModel({ items: 4, dimension: 2, types: 3, seed: 1 });
    const two = randomModel({ items: 4, dimension: 2, types: 2, seed: 1 });
    const bent = (offsets: number[], at: unknown, by = 1) =>
      ({ points: [{ questions: 1, slope: 1, offsets, bends: [{ at, by }] }] }) as unknown as Calibration;
    expect(createModel({ ...two, calibration: bent([0, 0], 1) }).calibration).toEqual(bent([0, 0], 1));
    for (const bad of [
      () => createModel({ ...three, calibration: bent([0, 0, 0], 1) }),
      () => createModel({ ...two, calibration: bent([0, 0], 'here') }),
      () => createModel({ ...two, calibration: bent([0, 0], Number.NaN) }),
      // More evidence would make the group less likely.
      () => createModel({ ...two, calibration: bent([0, 0], 1, -1.5) }),
    ])
      expect(failure(bad)).toMatch(/its calibration does not fit/);
  });
});
