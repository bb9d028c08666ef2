import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import { packRows, type SparseVector } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { movedBy, NEAR } from './leastChange.ts';
import { createDefence } from './registry.ts';
import { drawnTarget, evidenceIn, quantileAt, quantilesOf, standardisedEvidence } from './targets.ts';

const fixture = JSON.parse(readFileSync(new URL('./fixtures/numpy.json', import.meta.url), 'utf8'));
const leftOf = (missing: number, effects: ArrayLike<number>, own: ArrayLike<number>, places: ArrayLike<number>) =>
  Array.from(effects).reduce((left, effect, n) => left - effect * (places[n]! - own[n]!), missing);

const stepsIn = (own: ArrayLike<number>, places: Int32Array) =>
  places.reduce((sum, place, n) => sum + Math.abs(place - own[n]!), 0);

describe('moving ratings by whole steps', () => {
  it.each(fixture.moves.map((_: unknown, n: number): [number] => [n]) as [number][])(
    'goes as far as any combination where %i is out of reach',
    (n) => {
      const { effects, own, top, missing, miss, steps } = fixture.moves[n];
      const places = movedBy(missing, Float64Array.from(effects), Int32Array.from(own), top);
      expect(Math.abs(leftOf(missing, effects, own, places))).toBeCloseTo(miss, 8);
      expect(stepsIn(own, places)).toBe(steps);
    },
  );

  it('reaches a goal within reach, with hardly a step more than any way needs', () => {
    let near = 0;
    for (let seed = 0; seed < 200; seed++) {
      const stream = derive(seed, 'effects');
      const effects = Float64Array.from({ length: 30 }, () => 0.4 * stream.normal());
      const own = Int32Array.from({ length: 30 }, () => stream.below(5));
      const missing = 5 * stream.normal();
      const places = movedBy(missing, effects, own, 4);
      if (Math.abs(leftOf(missing, effects, own, places)) <= NEAR) near++;
      // However it is done, n steps cover no more than the n largest steps towards the goal.
      const towards = effects.map((effect, n) => (missing * effect > 0 ? 4 - own[n]! : own[n]!));
      const single = Array.from(effects).flatMap((effect, n) => new Array<number>(towards[n]!).fill(Math.abs(effect)));
      single.sort((a, b) => b - a);
      let [covered, least] = [0, 0];
      while (covered < Math.abs(missing) - NEAR) covered += single[least++]!;
      expect(stepsIn(own, places)).toBeLessThanOrEqual(least + 2);
    }
    expect(near).toBeGreaterThan(195);
  });

  it('stays on the scale, never makes it worse, and ends where no single step would help', () => {
    const numbers = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(numbers, fc.double({ min: -30, max: 30, noNaN: true }), fc.nat(), (effects, missing, seed) => {
        const stream = derive(seed, 'own');
        const own = Int32Array.from(effects, () => stream.below(5));
        const places = movedBy(missing, Float64Array.from(effects), own, 4);
        const left = leftOf(missing, effects, own, places);
        expect(Math.abs(left)).toBeLessThanOrEqual(Math.abs(missing));
        for (const [n, place] of places.entries()) {
          expect(place >= 0 && place <= 4).toBe(true);
          if (Math.abs(left) <= NEAR) continue;
          for (const step of [-1, 1]) {
            if (place + step < 0 || place + step > 4) continue;
            expect(Math.abs(left - step * effects[n]!)).toBeGreaterThanOrEqual(Math.abs(left) - 1e-9);
          }
        }
      }),
    );
  });

  it('uses the rating that moves most for a step, and no more of them than it takes', () => {
    const effects = Float64Array.of(0.1, -0.9, 0.5, 0.2);
    // 1.8 is two steps of the second, downwards; 2.4 needs the third as well.
    expect([...movedBy(1.8, effects, Int32Array.of(2, 2, 2, 2), 4)]).toEqual([2, 0, 2, 2]);
    expect([...movedBy(2.3, effects, Int32Array.of(2, 2, 2, 2), 4)]).toEqual([2, 0, 3, 2]);
    expect([...movedBy(-0.9, effects, Int32Array.of(2, 2, 2, 2), 4)]).toEqual([2, 3, 2, 2]);
    expect([...movedBy(0.04, effects, Int32Array.of(2, 2, 2, 2), 4)]).toEqual([2, 2, 2, 2]);
  });

  it('crosses the goal where that is nearer', () => {
    expect([...movedBy(0.9, Float64Array.of(1), Int32Array.of(2), 4)]).toEqual([3]);
    expect([...movedBy(0.4, Float64Array.of(1), Int32Array.of(2), 4)]).toEqual([2]);
  });
});

describe('leastChange', () => {
  const model = randomModel({ items: 80, dimension: 3, types: 2, seed: 5 });
  const beliefOptions = { ridge: 4, prior: 'uniform' as const };
  const people = Array.from({ length: 400 }, (_, number): SparseVector => {
    const answers = randomAnswers(model, 40, number).toSorted((a, b) => a.item - b.item);
    return { indices: answers.map(({ item }) => item), values: answers.map(({ answer }) => answer) };
  });
  const targets = quantilesOf(standardisedEvidence(model, packRows(80, people), beliefOptions));
  const sentAt = (strength: number) => {
    const defence = createDefence('leastChange', { model, strength, seed: 3, beliefOptions, targets });
    return people.map((ratings, number) => defence.send({ ratings, number }));
  };
  const own = people.map((ratings) => evidenceIn(model, ratings, beliefOptions));

  it('lands on the target, and part of the way at part of the strength', () => {
    const goal = people.map((_, number) =>
      drawnTarget(targets, own[number]!.separation, derive(3, 'defence-leastChange', number)),
    );
    for (const strength of [0.5, 1]) {
      const near = sentAt(strength).filter((sent, number) => {
        const { evidence } = evidenceIn(model, sent, beliefOptions);
        const wanted = own[number]!.evidence + strength * (goal[number]! - own[number]!.evidence);
        return Math.abs(evidence - wanted) < 0.1;
      });
      expect(near.length).toBeGreaterThan(0.97 * people.length);
    }
  });

  it('what is sent says nothing of where it came from', () => {
    const sent = sentAt(1).map((ratings) => evidenceIn(model, ratings, beliefOptions).evidence);
    const correlation = (a: readonly number[], b: readonly number[]) => {
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const [ma, mb] = [mean(a), mean(b)];
      const dot = (x: (n: number) => number, y: (n: number) => number) => a.reduce((sum, _, n) => sum + x(n) * y(n), 0);
      const [da, db] = [(n: number) => a[n]! - ma, (n: number) => b[n]! - mb];
      return dot(da, db) / Math.sqrt(dot(da, da) * dot(db, db));
    };
    const before = own.map(({ evidence }) => evidence);
    // Of 400 people: chance alone stays below 0.15 in all but one of 350 tries.
    expect(Math.abs(correlation(before, sent))).toBeLessThan(0.15);
    const half = sentAt(0.5).map((ratings) => evidenceIn(model, ratings, beliefOptions).evidence);
    expect(correlation(before, half)).toBeGreaterThan(0.5);
  });

  it('sends people to both sides alike, however far their items could take them and wherever most others are', () => {
    const lopsided = quantilesOf([-3, -2.4, -2, -1, 0]);
    for (const separation of [0.5, 4]) {
      const drawn = Array.from({ length: 4000 }, (_, n) => drawnTarget(lopsided, separation, derive(n, 'side')));
      const above = drawn.filter((target) => target > 0).length / drawn.length;
      // Four standard deviations of the toss of a coin.
      expect(Math.abs(above - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / drawn.length));
      expect(Math.max(...drawn)).toBeCloseTo(-Math.min(...drawn), 1);
    }
  });

  it('changes few ratings', () => {
    const changed = sentAt(1).map(
      ({ values }, number) => Array.from(values).filter((value, n) => value !== people[number]!.values[n]).length,
    );
    expect(changed.reduce((sum, count) => sum + count, 0) / changed.length).toBeLessThan(10);
  });

  it('needs targets, and says where they come from', () => {
    const create = (bad: number[] | undefined) =>
      failure(() => createDefence('leastChange', { model, strength: 1, seed: 1, targets: bad }));
    expect(create(undefined)).toMatch(
      /^PARAMETER_OUT_OF_RANGE: leastChange has no targets.*-> pass targets: quantilesOf/,
    );
    expect(create([])).toMatch(/has no targets/);
    expect(create([1, 0])).toMatch(/^PARAMETER_OUT_OF_RANGE: targets is 1, 0; it must be finite numbers/);
    expect(create([0, Number.NaN])).toMatch(/^PARAMETER_OUT_OF_RANGE: targets is 0, NaN/);
  });
});

describe('quantiles', () => {
  it('cut a spread into equal parts', () => {
    const quantiles = quantilesOf(Float64Array.from({ length: 1001 }, (_, n) => n / 1000));
    expect(quantiles).toHaveLength(101);
    for (const [n, value] of quantiles.entries()) expect(value).toBeCloseTo((n + 0.5) / 101, 9);
    expect(quantileAt([1, 3], 0.25)).toBe(1.5);
    expect(quantileAt([1, 3], 1)).toBe(3);
    expect(quantileAt([2], 0.7)).toBe(2);
    expect(failure(() => quantilesOf([]))).toMatch(/^PARAMETER_OUT_OF_RANGE: values is empty/);
  });

  it('evidence is for two types', () => {
    const three = randomModel({ items: 3, dimension: 2, types: 3, seed: 1 });
    expect(failure(() => evidenceIn(three, { indices: [0], values: [3] }))).toMatch(
      /^STRATEGY_UNSUITABLE: .* "type" has 3/,
    );
  });

  it('items without a gap are evidence of nothing', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 1 });
    const flat = { ...model, rows: { ...model.rows, biases: model.rows.biases.map(() => 3) } };
    expect([...standardisedEvidence(flat, packRows(3, [{ indices: [0, 2], values: [1, 5] }]))]).toEqual([0]);
  });
});
