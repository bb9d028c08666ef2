import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typeLabels } from '../common/typeLabels.ts';
import { type BoostingLoss, typeLoss } from './boostingLoss.ts';

const PEOPLE = 6;
const everyone = Uint32Array.from({ length: PEOPLE }, (_, person) => person);
const score = fc.double({ min: -3, max: 3, noNaN: true });
const scoresOf = (outputs: number) =>
  fc.array(fc.array(score, { minLength: PEOPLE, maxLength: PEOPLE }), { minLength: outputs, maxLength: outputs });

const binary = typeLoss(typeLabels([0, 1, 1, 0, 1, 1], PEOPLE, 2));
const three = typeLoss(typeLabels([0, 1, 2, 0, 1, 1], PEOPLE, 3));

describe('losses that trees are boosted for', () => {
  it.each([
    ['two types', binary],
    ['three types', three],
  ] as [string, BoostingLoss][])('%s: slopes are the derivatives of the loss', (_, loss) => {
    fc.assert(
      fc.property(scoresOf(loss.outputs), fc.nat(PEOPLE - 1), fc.nat(loss.outputs - 1), (given, person, output) => {
        const into = given.map(() => ({
          gradients: new Float64Array(PEOPLE),
          curvatures: new Float64Array(PEOPLE),
        }));
        const scores = given.map((values) => Float64Array.from(values));
        loss.slopes(scores, everyone, into);
        const at = (step: number) => {
          const moved = scores.map((values) => values.slice());
          moved[output]![person]! += step;
          return loss.loss(moved, everyone);
        };
        const h = 1e-3;
        expect(into[output]!.gradients[person]).toBeCloseTo((at(h) - at(-h)) / (2 * h), 5);
        expect(into[output]!.curvatures[person]).toBeCloseTo((at(h) - 2 * at(0) + at(-h)) / h ** 2, 4);
      }),
    );
  });

  it.each([
    ['two types', binary],
    ['three types', three],
  ] as [string, BoostingLoss][])('%s: it starts where no constant is better', (_, loss) => {
    const constant = (start: ArrayLike<number>) =>
      loss.loss(
        Array.from(start, (value) => new Float64Array(PEOPLE).fill(value)),
        everyone,
      );
    const start = loss.start(everyone);
    for (const output of start.keys()) {
      for (const step of [-0.01, 0.01]) {
        expect(constant(start.map((value, k) => value + (k === output ? step : 0)))).toBeGreaterThan(constant(start));
      }
    }
  });

  it('have these values for one person', () => {
    const one = (loss: BoostingLoss, ...scores: number[]) =>
      loss.loss(
        scores.map((value) => new Float64Array(PEOPLE).fill(value)),
        Uint32Array.of(1),
      );
    expect(one(binary, Math.log(3))).toBeCloseTo(-Math.log(3 / 4), 12);
    expect(one(three, 0, Math.log(2), 0)).toBeCloseTo(Math.log(2), 12);
    // No overflow, however sure a wrong score is.
    expect(one(binary, -800)).toBe(800);
    expect(one(three, 800, 0, 0)).toBe(800);
  });

  it('a type that is missing among the people counts as half a person', () => {
    expect(binary.start(Uint32Array.of(1, 2, 4))[0]).toBeCloseTo(Math.log(3.5 / 0.5), 12);
    expect([...three.start(Uint32Array.of(0, 1, 4))].map(Math.exp)).toEqual([
      expect.closeTo(1.5 / 4.5, 12),
      expect.closeTo(2.5 / 4.5, 12),
      expect.closeTo(0.5 / 4.5, 12),
    ]);
  });
});
