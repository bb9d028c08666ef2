import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { evidenceNeeded, excessNamed, namedUpTo, namingThreshold, otherSide, type Side, sideOf } from './naming.ts';

/** Few different scores, so that many are equal. */
const people = fc.array(
  fc.record({
    score: fc.integer({ min: -3, max: 3 }),
    isOf: fc.integer({ min: 0, max: 1 }),
    fold: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 25 },
);
const thresholds = fc.constantFrom(0.5, 0.6, 0.9);

describe('people in the order of their scores', () => {
  it('are sorted, and end where the next score is lower', () => {
    const scores = fc.array(fc.double({ min: -100, max: 100, noNaN: true }).map(Math.fround), { maxLength: 30 });
    fc.assert(
      fc.property(scores, (list) => {
        for (const [side, sign] of [
          [sideOf(Float64Array.from(list)), 1],
          [otherSide(sideOf(Float64Array.from(list))), -1],
        ] as const) {
          const sorted = Array.from(side.order, (place) => sign * list[place]! + 0);
          expect(sorted).toEqual(list.map((score) => sign * score + 0).sort((a, b) => b - a));
          expect(new Set(side.order).size).toBe(list.length);
          expect(Array.from(side.ends, Boolean)).toEqual(sorted.map((score, n) => score !== sorted[n + 1]));
        }
      }),
    );
  });
});

/** One threshold after the other, by the people of other folds who score at least that. */
function literalThreshold(list: readonly Person[], fold: number, threshold: number, evidence: number): number {
  const learners = list.filter((one) => one.fold !== fold);
  let [best, most] = [Number.POSITIVE_INFINITY, Math.max(0, evidence - 2e-9)];
  for (const at of [...new Set(list.map(({ score }) => score))].sort((a, b) => b - a)) {
    const above = learners.filter(({ score }) => score >= at);
    const height = above.reduce((sum, { isOf }) => sum + isOf, 0) - threshold * above.length;
    if (height > most + 1e-9) [best, most] = [at, height];
  }
  return best;
}

interface Person {
  readonly score: number;
  readonly isOf: number;
  readonly fold: number;
}

const knownOf = (list: readonly Person[]) => ({
  isOf: list.map(({ isOf }) => isOf),
  folds: list.map(({ fold }) => fold),
  foldCount: 3,
});

const sideOfPeople = (list: readonly Person[]): Side => sideOf(Float64Array.from(list, ({ score }) => score));

describe('who is named', () => {
  it('is whoever scores as high as pays off among the people of other folds', () => {
    fc.assert(
      fc.property(people, thresholds, fc.constantFrom(0, 1), (list, threshold, evidence) => {
        const side = sideOfPeople(list);
        const upTo = namedUpTo(side, knownOf(list), threshold, evidence);
        for (const [n, place] of side.order.entries()) {
          const { fold, score } = list[place]!;
          const named = n < upTo[fold]!;
          expect(named).toBe(score >= literalThreshold(list, fold, threshold, evidence));
        }
      }),
    );
  });

  it('does not depend on the labels of the people of their own fold', () => {
    fc.assert(
      fc.property(people, (list) => {
        const namedIn = (labelled: readonly Person[]) => namedUpTo(sideOfPeople(list), knownOf(labelled), 0.6, 0)[0];
        expect(namedIn(list.map((one) => (one.fold === 0 ? { ...one, isOf: 1 - one.isOf } : one)))).toBe(namedIn(list));
      }),
    );
  });

  it('counts somebody of weight 2 like two people', () => {
    fc.assert(
      fc.property(people, (list) => {
        const twice = [...list, ...list];
        const weights = list.map(() => 2);
        const own = namedUpTo(sideOfPeople(list), { ...knownOf(list), weights }, 0.6, 1);
        expect(Array.from(own, (count) => 2 * count)).toEqual([
          ...namedUpTo(sideOfPeople(twice), knownOf(twice), 0.6, 1),
        ]);
      }),
    );
  });
});

describe('a large group', () => {
  it('is named where the doubt that is left is half as large as without any answer', () => {
    expect(namingThreshold(0.5, 0.9)).toBe(0.9);
    expect(namingThreshold(0.98, 0.9)).toBe(0.99);
    expect(namingThreshold(0.3, 0.99)).toBe(0.99);
  });

  it('takes more evidence: a walk without a leak rarely gets that high', () => {
    expect(evidenceNeeded(0.05, 0.9)).toBe(1);
    expect(evidenceNeeded(0.98, 0.99)).toBeGreaterThan(evidenceNeeded(0.7, 0.9));
    const [share, threshold] = [0.7, 0.9];
    const needed = evidenceNeeded(share, threshold);
    let reached = 0;
    for (let world = 0; world < 2000; world++) {
      const stream = derive(world, 'walk');
      let height = 0;
      for (let step = 0; step < 200; step++) {
        height += (stream.uniform() < share ? 1 : 0) - threshold;
        if (height < needed) continue;
        reached++;
        break;
      }
    }
    expect(reached).toBeLessThan(10);
  });

  it('that is everybody names nobody, and one of nobody needs no more than others', () => {
    expect(evidenceNeeded(1, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(evidenceNeeded(0, 0.9)).toBe(1);
  });
});

describe('right names above chance', () => {
  const world = (certain: number) =>
    Array.from({ length: 400 }, (_, n): Person => {
      const stream = derive(3, 'named', n);
      const isOf = stream.below(2);
      const given = isOf === 1 && stream.uniform() < certain;
      return { score: given ? 5 : stream.normal(), isOf, fold: n % 3 };
    });
  const excess = (list: readonly Person[]) => excessNamed(sideOfPeople(list), knownOf(list), 0.5, 0.9);

  it('are half of those who are given away, in equal groups', () => {
    const list = world(0.2);
    const given = list.filter(({ score }) => score === 5).length;
    expect(Math.abs(excess(list) - given / 2)).toBeLessThan(2);
  });

  it('are none where scores say nothing', () => {
    expect(excess(world(0))).toBe(0);
  });
});
