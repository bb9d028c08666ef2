/** What every defence must do. */

import assert from 'node:assert/strict';
import { type DefenceContext, type DefenceDefinition, openDefence, type Sender } from '../defence/index.ts';
import type { FactorModel } from '../factorization/index.ts';
import { derive } from '../maths/index.ts';
import { levels, onScale } from '../ratings/index.ts';
import { allNear, between, type Framework, refuses, tryMany } from './framework.ts';
import { randomChannelModel, randomLists, randomModel, randomPresence } from './models.ts';

const TARGETS = [-2, -1, 0, 0.5, 3];
const HALF_STARS = { min: 0.5, max: 5, step: 0.5 };
const RUNS = 50;

/** What every defence must do. */
export function defenceConformance(definition: DefenceDefinition, framework: Framework): void {
  const { it } = framework;
  const { name, strength: range, needsType } = definition;
  const check = (test: (situation: ReturnType<typeof settle>) => void) =>
    tryMany(framework, 'defence', RUNS, (stream) => {
      const [items, rated] = [between(stream, 1, 40), between(stream, 1, 40)];
      const types = definition.types === 'two' ? 2 : between(stream, 2, 5);
      const halves = stream.uniform() < 0.5;
      const strength = range.max * stream.uniform();
      const [seed, number] = [between(stream, 0, 2 ** 30), between(stream, 0, 2 ** 30)];
      test(settle(definition, { items, rated, types, halves, strength, seed, number }));
    });

  it('sends ratings of the scale, items ascending, at least one', () => {
    check(({ model, person, create }) => {
      const { indices, values } = create().send(person);
      assert.ok(indices.length > 0);
      assert.equal(values.length, indices.length);
      for (let n = 0; n < indices.length; n++) {
        assert.ok(indices[n]! >= 0 && indices[n]! < model.items.size);
        assert.ok(n === 0 || indices[n]! > indices[n - 1]!);
        // Also in the single precision in which ratings are kept.
        assert.ok(onScale(model.scale, Math.fround(values[n]!)));
      }
    });
  });

  it('sends everything as it is at strength 0', () => {
    check(({ person, create }) => {
      const { indices, values } = create({ strength: 0 }).send(person);
      assert.deepEqual(Array.from(indices), Array.from(person.ratings.indices));
      allNear(values, person.ratings.values, 5e-7);
    });
  });

  it('sends something else at full strength, to most people', () => {
    const model = randomModel({ items: 60, dimension: 3, types: 2, seed: 1 });
    const known = { targets: TARGETS, presence: randomPresence(model, 1), lists: randomLists(model, 1) };
    const defence = openDefence(definition, { model, strength: range.max, seed: 1, ...known });
    const altered = Array.from({ length: 40 }, (_, number) => {
      const ratings = profileOf(model, 30, number);
      const { indices, values } = defence.send({ ratings, number, type: number % 2 });
      const same = Array.from(indices).join() === ratings.indices.join();
      return !(same && Array.from(values).join() === ratings.values.join());
    });
    assert.ok(altered.filter(Boolean).length > 20);
  });

  it('depends on seed and person alone, not on what was sent before', () => {
    check(({ person, create, model }) => {
      const used = create();
      used.send({ ...person, number: person.number + 1 });
      used.send({ ratings: profileOf(model, 3, 99), number: person.number, type: 0 });
      assert.deepEqual(used.send(person), create().send(person));
    });
  });

  it('leaves the ratings of the person alone', () => {
    check(({ person, create }) => {
      const before = structuredClone(person);
      create().send(person);
      assert.deepEqual(person, before);
    });
  });

  if (!definition.changesItems) {
    it('sends the items that were rated, as it says', () => {
      check(({ person, create }) => {
        assert.deepEqual(Array.from(create().send(person).indices), Array.from(person.ratings.indices));
      });
    });
  }

  if (!needsType) {
    it('does without the own group', () => {
      check(({ person, create }) => {
        const { ratings, number } = person;
        assert.deepEqual(create().send({ ratings, number }), create().send(person));
      });
    });
  }

  const model = randomModel({ items: 4, dimension: 2, types: 2, seed: 1 });
  const open = (changes: Partial<DefenceContext> = {}) =>
    openDefence(definition, {
      model,
      strength: range.max,
      seed: 1,
      targets: TARGETS,
      presence: randomPresence(model, 1),
      lists: randomLists(model, 1),
      ...changes,
    });

  it('refuses people who cannot be', () => {
    const good = { ratings: { indices: [0, 2], values: [3, 5] }, number: 7, type: 1 };
    const refused: [change: Partial<Sender>, code: string, words: RegExp][] = [
      [{ ratings: { indices: [], values: [] } }, 'USER_WITHOUT_RATINGS', /person 7 has 0 items and 0 ratings/],
      [{ ratings: { indices: [1], values: [] } }, 'USER_WITHOUT_RATINGS', /person 7 has 1 \w+ and 0 ratings/],
      [{ ratings: { indices: [0, 4], values: [3, 3] } }, 'ITEM_UNKNOWN', /person 7 rates item 4, .* 4 items/],
      [{ ratings: { indices: [0.5], values: [3] } }, 'ITEM_UNKNOWN', /person 7 rates item 0.5/],
      [{ ratings: { indices: [2, 2], values: [3, 3] } }, 'RATING_DUPLICATE', /do not ascend: 2 follows 2 -> sort/],
      [{ ratings: { indices: [0], values: [6] } }, 'ANSWER_OFF_SCALE', /person 7 rates item 0 with 6; .* 1 to 5/],
      [{ ratings: { indices: [0], values: [Number.NaN] } }, 'ANSWER_OFF_SCALE', /with NaN/],
    ];
    if (needsType) {
      refused.push(
        [{ type: undefined }, 'ATTRIBUTE_INVALID', /needs the group of person 7, .* 0 to 1; it is undefined/],
        [{ type: 2 }, 'ATTRIBUTE_INVALID', /it is 2 -> pass their own group/],
      );
    }
    for (const [change, code, words] of refused) refuses(() => open().send({ ...good, ...change }), code, words);
  });

  it('refuses strengths beyond its range', () => {
    for (const strength of [-0.1, range.max + 0.1, Number.NaN]) {
      refuses(() => open({ strength }), 'PARAMETER_OUT_OF_RANGE', new RegExp(`^strength of ${name} is `));
    }
    for (const strength of range.tried) open({ strength });
  });

  it('is refused for a model of other channels, and for a scale without levels', () => {
    const channels = randomChannelModel({ items: 4, dimension: 2, types: 2, seed: 1 });
    refuses(() => open({ model: channels }), 'STRATEGY_UNSUITABLE', /reads models of ratings; this one observes/);
    const continuous = { ...model, scale: { min: 0, max: 1, step: 0 } };
    refuses(() => open({ model: continuous }), 'STRATEGY_UNSUITABLE', /whole steps .* 0 to 1, has none -> round/);
  });

  if (definition.types === 'two') {
    it('is refused for a model of more than two groups', () => {
      const three = randomModel({ items: 4, dimension: 2, types: 3, seed: 1 });
      refuses(() => open({ model: three }), 'STRATEGY_UNSUITABLE', /for two groups; .* has 3 -> use/);
    });
  }
}

interface Situation {
  readonly items: number;
  readonly rated: number;
  readonly types: number;
  readonly halves: boolean;
  readonly strength: number;
  readonly seed: number;
  readonly number: number;
}

function settle(definition: DefenceDefinition, situation: Situation) {
  const { items, rated, types, halves, strength, seed, number } = situation;
  const whole = randomModel({ items, dimension: 3, types, seed });
  const model = halves ? { ...whole, scale: HALF_STARS } : whole;
  const person = { ratings: profileOf(model, rated, seed), number, type: number % types };
  const create = (changes: Partial<DefenceContext> = {}) =>
    openDefence(definition, {
      model,
      strength,
      seed,
      targets: TARGETS,
      beliefOptions: { ridge: 5 },
      presence: randomPresence(model, seed),
      lists: randomLists(model, seed),
      ...changes,
    });
  return { model, person, create };
}

function profileOf(model: FactorModel, rated: number, seed: number) {
  const stream = derive(seed, 'profile');
  const items = stream.shuffle(Array.from({ length: model.items.size }, (_, item) => item)).slice(0, rated);
  const all = levels(model.scale);
  return {
    indices: Uint32Array.from(items).sort(),
    values: Float32Array.from(items, () => all[stream.below(all.length)]!),
  };
}
