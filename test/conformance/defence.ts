/**
 * What every defence must do. To check a new one, list it in src/defence/obfuscation/registry.ts: defences.test.ts runs
 * this suite over the whole registry.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDefence, type DefenceDefinition } from '../../src/defence/index.ts';
import type { FactorModel } from '../../src/factorization/index.ts';
import { derive } from '../../src/numeric/index.ts';
import { levels, onScale } from '../../src/ratings/index.ts';
import { failure } from '../support/failure.ts';
import { randomChannelModel, randomModel } from '../support/models.ts';

const TARGETS = [-2, -1, 0, 0.5, 3];
const HALF_STARS = { min: 0.5, max: 5, step: 0.5 };

export function defenceConformance(definition: DefenceDefinition): void {
  const { name, strength: range, needsType } = definition;
  const situations = fc.record({
    items: fc.integer({ min: 1, max: 40 }),
    rated: fc.integer({ min: 1, max: 40 }),
    types: definition.types === 'two' ? fc.constant(2) : fc.integer({ min: 2, max: 5 }),
    halves: fc.boolean(),
    strength: fc.double({ min: 0, max: range.max, noNaN: true }),
    seed: fc.nat(),
    number: fc.nat(),
  });
  type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

  const profileOf = (model: FactorModel, rated: number, seed: number) => {
    const stream = derive(seed, 'profile');
    const items = stream.shuffle(Array.from({ length: model.items.size }, (_, item) => item)).slice(0, rated);
    const all = levels(model.scale);
    return {
      indices: Uint32Array.from(items).sort(),
      values: Float32Array.from(items, () => all[stream.below(all.length)]!),
    };
  };
  const settle = ({ items, rated, types, halves, strength, seed, number }: Situation) => {
    const whole = randomModel({ items, dimension: 3, types, seed });
    const model = halves ? { ...whole, scale: HALF_STARS } : whole;
    const person = { ratings: profileOf(model, rated, seed), number, type: number % types };
    const create = (changes: object = {}) =>
      createDefence(name, { model, strength, seed, targets: TARGETS, beliefOptions: { ridge: 5 }, ...changes });
    return { model, person, strength, create };
  };
  const check = (test: (situation: ReturnType<typeof settle>) => void) =>
    fc.assert(
      fc.property(situations, (situation) => test(settle(situation))),
      { numRuns: 50 },
    );

  it('sends ratings of the scale, items ascending, at least one', () => {
    check(({ model, person, create }) => {
      const { indices, values } = create().send(person);
      expect(indices.length).toBeGreaterThan(0);
      expect(values.length).toBe(indices.length);
      for (let n = 0; n < indices.length; n++) {
        expect(indices[n]! >= 0 && indices[n]! < model.items.size).toBe(true);
        expect(n === 0 || indices[n]! > indices[n - 1]!).toBe(true);
        // Also in the single precision in which ratings are kept.
        expect(onScale(model.scale, Math.fround(values[n]!))).toBe(true);
      }
    });
  });

  it('sends everything as it is at strength 0', () => {
    check(({ person, create }) => {
      const { indices, values } = create({ strength: 0 }).send(person);
      expect(Array.from(indices)).toEqual(Array.from(person.ratings.indices));
      for (let n = 0; n < values.length; n++) expect(values[n]).toBeCloseTo(person.ratings.values[n]!, 6);
    });
  });

  it('sends something else at full strength, to most people', () => {
    const model = randomModel({ items: 60, dimension: 3, types: 2, seed: 1 });
    const defence = createDefence(name, { model, strength: range.max, seed: 1, targets: TARGETS });
    const altered = Array.from({ length: 40 }, (_, number) => {
      const ratings = profileOf(model, 30, number);
      const { indices, values } = defence.send({ ratings, number, type: number % 2 });
      const same = Array.from(indices).join() === ratings.indices.join();
      return !(same && Array.from(values).join() === ratings.values.join());
    });
    expect(altered.filter(Boolean).length).toBeGreaterThan(20);
  });

  it('depends on seed and person alone, not on what was sent before', () => {
    check(({ person, create, model }) => {
      const used = create();
      used.send({ ...person, number: person.number + 1 });
      used.send({ ratings: profileOf(model, 3, 99), number: person.number, type: 0 });
      expect(used.send(person)).toEqual(create().send(person));
    });
  });

  it('leaves the ratings of the person alone', () => {
    check(({ person, create }) => {
      const before = structuredClone(person);
      create().send(person);
      expect(person).toEqual(before);
    });
  });

  if (!needsType) {
    it('does without the own type', () => {
      check(({ person, create }) => {
        const { ratings, number } = person;
        expect(create().send({ ratings, number })).toEqual(create().send(person));
      });
    });
  }

  const model = randomModel({ items: 4, dimension: 2, types: 2, seed: 1 });
  const good = { ratings: { indices: [0, 2], values: [3, 5] }, number: 7, type: 1 };
  const open = (changes: object = {}) =>
    createDefence(name, { model, strength: range.max, seed: 1, targets: TARGETS, ...changes });

  const refused: [change: object, expected: RegExp][] = [
    [{ ratings: { indices: [], values: [] } }, /^USER_WITHOUT_RATINGS: person 7 has 0 items and 0 ratings/],
    [{ ratings: { indices: [1], values: [] } }, /^USER_WITHOUT_RATINGS: person 7 has 1 items and 0 ratings/],
    [{ ratings: { indices: [0, 4], values: [3, 3] } }, /^ITEM_UNKNOWN: person 7 rates item 4, .* 4 items/],
    [{ ratings: { indices: [0.5], values: [3] } }, /^ITEM_UNKNOWN: person 7 rates item 0.5/],
    [{ ratings: { indices: [2, 2], values: [3, 3] } }, /^RATING_DUPLICATE: .*do not ascend: 2 follows 2 -> sort/],
    [{ ratings: { indices: [0], values: [6] } }, /^ANSWER_OFF_SCALE: person 7 rates item 0 with 6; .* 1 to 5/],
    [{ ratings: { indices: [0], values: [Number.NaN] } }, /^ANSWER_OFF_SCALE: .* with NaN/],
  ];
  if (needsType) {
    refused.push(
      [{ type: undefined }, /^ATTRIBUTE_INVALID: .* needs the group of person 7, .* 0 to 1; it is undefined/],
      [{ type: 2 }, /^ATTRIBUTE_INVALID: .*it is 2 -> pass their own group/],
    );
  }
  it.each(refused)('refuses %j', (change, expected) => {
    expect(failure(() => open().send({ ...good, ...change }))).toMatch(expected);
  });

  it('refuses strengths beyond its range', () => {
    const beyond = new RegExp(`^PARAMETER_OUT_OF_RANGE: strength of ${name} is `);
    for (const strength of [-0.1, range.max + 0.1, Number.NaN]) {
      expect(failure(() => open({ strength }))).toMatch(beyond);
    }
    for (const strength of range.tried) expect(failure(() => open({ strength }))).toBe('no error');
  });

  it('refuses a model of other channels, and a scale without levels', () => {
    const channels = randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 1 });
    expect(failure(() => open({ model: channels }))).toMatch(
      /^STRATEGY_UNSUITABLE: the defence ".*" reads models of ratings; this one observes presence and centredRating/,
    );
    const continuous = { ...model, scale: { min: 0, max: 1, step: 0 } };
    expect(failure(() => open({ model: continuous }))).toMatch(
      /^STRATEGY_UNSUITABLE: .* whole steps .* 0 to 1, has none -> round the ratings/,
    );
  });

  if (definition.types === 'two') {
    it('refuses a model of more than two types', () => {
      const three = randomModel({ items: 4, dimension: 2, types: 3, seed: 1 });
      expect(failure(() => open({ model: three }))).toMatch(/^STRATEGY_UNSUITABLE: .* for two groups; .* has 3 -> use/);
    });
  }
}
