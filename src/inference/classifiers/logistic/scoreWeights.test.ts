import { describe, expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { fitScoreWeights, weighScores, withExtraScores } from '../index.ts';

/** Scores of the true type, plus noise, and of the others, all noise. */
function drawn(seed: number, people: number, types: number, strengths: readonly number[]) {
  const stream = derive(seed, 'scores');
  const positions = Array.from({ length: people }, () => stream.below(types));
  const tables = strengths.map((strength) =>
    Float64Array.from({ length: people * types }, (_, at) => {
      const own = positions[Math.floor(at / types)] === at % types;
      return 3 * ((own ? strength : 0) + stream.normal()) + 100 * Math.floor(at / types);
    }),
  );
  return { positions, tables };
}

describe('weights of scores', () => {
  it('state what is true: normal scores have a known best slope', () => {
    const { positions, tables } = drawn(1, 4000, 3, [1.5]);
    const weights = fitScoreWeights(tables, positions, 3);
    // The log likelihood ratio of unit normals 1.5 apart: 1.5 x score / 3, whatever a person's shift.
    expect(weights.slopes[0]! / weights.deviations[0]!).toBeCloseTo(0.5, 1);
    const all = weighScores(weights, tables);
    const before = tables[0]!;
    expect(all[1]! - all[0]!).toBeCloseTo(
      weights.intercepts[1]! -
        weights.intercepts[0]! +
        (weights.slopes[0]! / weights.deviations[0]!) * (before[1]! - before[0]!),
      9,
    );
  });

  it('give a strong and a useless classifier their due, and equal ones about 1:1', () => {
    const uneven = drawn(2, 2000, 2, [2, 0]);
    const { slopes } = fitScoreWeights(uneven.tables, uneven.positions, 2);
    expect(Math.abs(slopes[1]!)).toBeLessThan(0.15 * slopes[0]!);
    const even = drawn(3, 2000, 2, [1, 1]);
    const equal = fitScoreWeights(even.tables, even.positions, 2).slopes;
    expect(equal[0]! / equal[1]!).toBeGreaterThan(0.8);
    expect(equal[0]! / equal[1]!).toBeLessThan(1.25);
  });

  it('leave a useless classifier out, whichever way its scores point by chance', () => {
    const found = Array.from({ length: 12 }, (_, n) => {
      const { positions, tables } = drawn(50 + n, 240, 2, [1, 0]);
      const { slopes } = fitScoreWeights(tables, positions, 2);
      // Added 1:1, noise of the same size would take half of what the other says.
      expect(slopes[1]!).toBeLessThan(0.35 * slopes[0]!);
      return slopes[1]!;
    });
    expect(found.filter((slope) => slope === 0).length).toBeGreaterThan(2);
    expect(found.filter((slope) => slope > 0).length).toBeGreaterThan(2);
  });

  it('never turn scores round, and stay finite where scores separate the types', () => {
    const { positions, tables } = drawn(4, 300, 2, [-1]);
    expect(fitScoreWeights(tables, positions, 2).slopes[0]).toBeGreaterThan(0);
    const both = fitScoreWeights([tables[0]!, tables[0]!], positions, 2).slopes;
    expect(both.every((slope) => slope > 0)).toBe(true);
    const apart = drawn(5, 100, 2, [50]);
    for (const value of weighScores(fitScoreWeights(apart.tables, apart.positions, 2), apart.tables)) {
      expect(Number.isFinite(value)).toBe(true);
    }
    const flat = fitScoreWeights([new Float64Array(200)], apart.positions, 2);
    expect(flat.deviations).toEqual([1]);
  });
});

describe('scores of one classifier more', () => {
  const extended = (seed: number, strengths: readonly [number, number]) => {
    const { positions, tables } = drawn(seed, 800, 2, strengths);
    const before = fitScoreWeights([tables[0]!], positions, 2);
    return { tables, before, after: withExtraScores(before, [tables[0]!], tables[1]!, positions) };
  };

  it('change nothing where they say nothing, or the opposite', () => {
    for (const useless of [0, -1]) {
      const { tables, before, after } = extended(6, [1, useless]);
      expect(after.slopes).toEqual([...before.slopes, 0]);
      expect(weighScores(after, tables)).toEqual(weighScores(before, [tables[0]!]));
    }
  });

  it('are added in proportion where they add something', () => {
    const { after } = extended(7, [1, 1]);
    const ratio = after.slopes[1]! / after.deviations[1]! / (after.slopes[0]! / after.deviations[0]!);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.35);
  });

  it('take the place of scores that say nothing', () => {
    const { after } = extended(8, [0, 2]);
    expect(after.slopes[1]).toBeGreaterThan(0.5);
    expect(after.slopes[0]!).toBeGreaterThanOrEqual(0);
    expect(after.slopes[0]!).toBeLessThan(0.15 * after.slopes[1]!);
  });
});
