/** What one person sends: secret draws, what is guarded, values, and the file of the model. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { presencePeople, presenceWorld } from '../../../test/support/presenceWorld.ts';
import { topN, trainEase } from '../../factorization/index.ts';
import { historyAt } from '../../inference/index.ts';
import { startKernels } from '../../kernels/index.ts';
import { derive } from '../../maths/index.ts';
import { fitPresence } from './fitPresence.ts';
import { decodePresenceModel, encodePresenceModel } from './presenceFile.ts';
import { createPresenceModel } from './presenceModel.ts';
import { type EarlierSending, protectHistory } from './protectHistory.ts';
import { fitGuard, guardedItems } from './recommendationGuard.ts';
import { itemDigests, secretDraws } from './secretDraws.ts';
import { sendItems } from './sendItems.ts';

const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const secret = (number: number) => Uint8Array.from({ length: 32 }, (_, n) => (n * 7 + number) % 256);
const ids = Array.from({ length: 400 }, (_, item) => `film ${item}`);
const digests = itemDigests(ids);
const presences = (key: Uint8Array, person = 'ann', pass = 0, of = digests) => {
  const draws = secretDraws(key, person, pass, of);
  return ids.map((_, item) => draws(item).presence);
};
const correlation = (a: readonly number[], b: readonly number[]) =>
  (12 * a.reduce((sum, value, n) => sum + (value - 0.5) * (b[n]! - 0.5), 0)) / a.length;

describe('secret draws', () => {
  it('are the same for the same secret, person, pass and id, wherever the item stands', () => {
    expect(presences(secret(1))).toEqual(presences(secret(1)));
    const draws = secretDraws(secret(1), 'ann', 0, itemDigests(['another', 'film 7']));
    expect(draws(1).presence).toBe(presences(secret(1))[7]);
    draws(0);
    expect(draws(1).presence).toBe(presences(secret(1))[7]);
  });

  it('have nothing to do with those of another secret, person or pass: all that the attacker has is the rest', () => {
    const own = presences(secret(1));
    // ids, model, person and pass are right, and one bit of the secret is wrong.
    const wrong = secret(1);
    wrong[31]! ^= 1;
    for (const other of [presences(wrong), presences(secret(1), 'bob'), presences(secret(1), 'ann', 1)]) {
      expect(other).not.toEqual(own);
      // 0.05 is the deviation of a correlation over 400 pairs.
      expect(Math.abs(correlation(own, other))).toBeLessThan(0.2);
    }
  });

  it('are uniform, and the two numbers of an item are unrelated', () => {
    const draws = secretDraws(secret(3), '', 0, digests);
    const all = ids.map((_, item) => draws(item));
    const named = [all.map((d) => d.presence), all.map((d) => d.rounding)] as const;
    for (const numbers of named) {
      expect(Math.min(...numbers)).toBeGreaterThan(0);
      expect(Math.max(...numbers)).toBeLessThan(1);
      for (let tenth = 0; tenth < 10; tenth++) {
        const share = numbers.filter((u) => Math.floor(10 * u) === tenth).length / 400;
        expect(Math.abs(share - 0.1)).toBeLessThan(0.06);
      }
    }
    expect(Math.abs(correlation(named[0], named[1]))).toBeLessThan(0.2);
  });

  it('need a secret of 32 bytes', () => {
    expect(failure(() => secretDraws(new Uint8Array(31), '', 0, digests))).toMatch(/^SECRET_UNUSABLE: .* 31 bytes/);
  });
});

it('each item is decided by itself: without another one in the history the rest is sent as before', () => {
  const shares = fc.array(
    fc.tuple(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.double({ min: 0.01, max: 0.99, noNaN: true })),
    {
      minLength: 2,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(shares, fc.nat(39), (items, place) => {
      const other = place % items.length;
      const sentOf = (places: readonly number[]) =>
        sendItems({
          own: new Float64Array(places.length).fill(0.99),
          target: Float64Array.from(places, (at) => items[at]![0]),
          uniform: (at) => items[places[at]!]![1],
        }).map((at) => places[at]!);
      const all = sentOf(range(items.length));
      expect(sentOf(range(items.length).filter((at) => at !== other))).toEqual(all.filter((at) => at !== other));
    }),
  );
});

it('an item that has chance `own` is sent with chance `target`, and never more often than it was rated', () => {
  const stream = derive(6, 'independent');
  for (const [own, target, sent] of [
    [0.3, 0.5, 0.3],
    [0.5, 0.2, 0.2],
    [0.4, 0.4, 0.4],
  ] as const) {
    const count = 20_000;
    const rated = Array.from({ length: count }, () => stream.uniform()).filter((uniform) => uniform < own).length;
    const found = sendItems({
      own: new Float64Array(rated).fill(own),
      target: new Float64Array(rated).fill(target),
      uniform: () => stream.uniform(),
    });
    expect(found.length / count).toBeCloseTo(sent, 1.7);
  }
});

describe('a guard', () => {
  // Item 0 points to 1 and 3, item 1 to 0 and 4, item 2 to nothing.
  const guard = {
    starts: Uint32Array.of(0, 2, 4, 4, 4, 4, 4),
    items: Uint32Array.of(1, 3, 0, 4),
    weights: Float32Array.of(0.5, 0.4, 0.3, 0.2),
  };

  it('holds what the rest of the history puts among the first recommendations, without counting the item itself', () => {
    // Scores: 0.3, 0.5, 0, then 0.4, 0.2, 0 of the unrated.
    expect([...guardedItems(guard, [0, 1, 2], 1)]).toEqual([0, 1, 0, 1, 0, 0]);
    expect([...guardedItems(guard, [0, 1, 2], 2)]).toEqual([1, 1, 0, 1, 1, 0]);
    // A score of 0 is no recommendation, however many places there are.
    expect([...guardedItems(guard, [0, 1, 2], 6)]).toEqual([1, 1, 0, 1, 1, 0]);
    expect([...guardedItems(guard, [2], 1)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('leaves guarded items alone: they are not withheld', () => {
    const problem = {
      own: new Float64Array(4).fill(0.5),
      guarded: Uint8Array.of(1, 0, 1, 0),
      uniform: () => 0.1,
    };
    expect(sendItems({ ...problem, target: new Float64Array(4).fill(0.01) })).toEqual([0, 2]);
    expect(sendItems({ ...problem, target: new Float64Array(4).fill(0.5) })).toEqual([0, 1, 2, 3]);
  });

  it('thinning takes the same share of the rest from everybody, and nothing that is guarded', () => {
    const count = 8000;
    const stream = derive(2, 'thinning');
    const sentOf = (target: number, thinning: number) =>
      sendItems({
        own: new Float64Array(count).fill(0.5),
        target: new Float64Array(count).fill(target),
        guarded: Uint8Array.from({ length: count }, (_, item) => item % 2),
        thinning,
        uniform: () => stream.uniform(),
      });
    for (const [target, thinning, kept] of [
      [0.5, 0.25, 0.75],
      [0.4, 0.25, 0.6],
      [0.6, 0.25, 0.75],
      [0.4, 0, 0.8],
    ] as const) {
      const sent = sentOf(target, thinning);
      expect(sent.filter((item) => item % 2 === 1)).toHaveLength(count / 2);
      expect(sent.filter((item) => item % 2 === 0).length / (count / 2)).toBeCloseTo(kept, 1.5);
    }
  });

  it('is EASE: with all entries its order of recommendations, with few of them the largest', async () => {
    const world = presenceWorld({ people: 120, items: 20, gap: 1 }, 4);
    const ease = await trainEase(world.rows, { ridge: 300 }, { kernels });
    const fitted = await fitGuard(world.rows, { kernels });
    const history = Array.from(historyAt(world.rows, 5).indices);
    const scores = ease.scores(history);
    const best = topN(ease, history, 3);
    const marks = guardedItems(fitted, history, 3);
    for (let item = 0; item < 20; item++) {
      expect(marks[item]).toBe(scores[item]! >= scores[best[2]!]! && scores[item]! > 0 ? 1 : 0);
    }
    const few = await fitGuard(world.rows, { kernels }, { neighbours: 4 });
    expect(few.weights.length).toBe(80);
    for (let item = 0; item < 20; item++) {
      const row = ease.scores([item]);
      for (let at = few.starts[item]!; at < few.starts[item + 1]!; at++) {
        const other = few.items[at]!;
        expect(few.weights[at]).toBeCloseTo(row[other]!, 6);
        const larger = range(20).filter((from) => Math.abs(ease.scores([from])[other]!) > Math.abs(row[other]!) + 1e-9);
        expect(larger.length).toBeLessThan(4);
      }
    }
  });
});

describe('a protected history', () => {
  const world = presenceWorld({ people: 300, items: 60, gap: 1 }, 12);
  let guard: Awaited<ReturnType<typeof fitGuard>>;
  let model: ReturnType<typeof fitPresence>;
  beforeAll(async () => {
    guard = await fitGuard(world.rows, { kernels }, { neighbours: 10 });
    model = fitPresence(presencePeople(world), { directions: 3, guard, places: 3 });
  });
  const own = itemDigests(Array.from({ length: 60 }, (_, item) => `film ${item}`));
  const draws = (person: number) => (pass: number) => secretDraws(secret(person), '', pass, own);
  const personAt = (person: number) => ({ ratings: historyAt(world.rows, person), group: world.groupOf[person]! });

  it('is the same when it is sent again', () => {
    for (let person = 0; person < 5; person++) {
      expect(protectHistory(model, personAt(person), {}, draws(person))).toEqual(
        protectHistory(model, personAt(person), {}, draws(person)),
      );
    }
  });

  it('keeps to what was decided when the history was shorter, so that comparing sendings shows nothing', () => {
    let changing = 0;
    for (let person = 0; person < 30; person++) {
      const { ratings, group } = personAt(person);
      const order = derive(5, 'growth', person).shuffle(range(ratings.indices.length));
      const firsts = [4, 8, 16, ratings.indices.length].filter((size) => size <= ratings.indices.length);
      const shorter = (size: number) => {
        const some = order.slice(0, size).sort((a, b) => a - b);
        return { indices: some.map((n) => ratings.indices[n]!), values: some.map((n) => ratings.values[n]!) };
      };
      const everSent = new Set<number>();
      const everWithheld = new Set<number>();
      const anew = new Set<number>();
      let before: EarlierSending | undefined;
      for (const size of firsts) {
        const history = { ratings: shorter(size), group };
        const { sent, withheld } = protectHistory(model, { ...history, before }, {}, draws(person));
        for (const item of Array.from(sent.indices)) everSent.add(item);
        for (const item of withheld) everWithheld.add(item);
        for (const item of protectHistory(model, history, {}, draws(person)).withheld) anew.add(item);
        before = { sent, withheld };
      }
      expect([...everSent].filter((item) => everWithheld.has(item))).toEqual([]);
      expect([...everSent].sort((a, b) => a - b)).toEqual([...Array.from(before!.sent.indices)]);
      // Decided anew each time, some items would have changed sides.
      changing += [...anew].filter((item) => everSent.has(item)).length;
    }
    expect(changing).toBeGreaterThan(0);
  });

  it('has nothing to send where all that is left was withheld before', () => {
    const { ratings, group } = personAt(0);
    const before = { sent: { indices: [], values: [] }, withheld: ratings.indices };
    expect(failure(() => protectHistory(model, { ratings, group, before }, {}, draws(0)))).toMatch(
      /^USER_WITHOUT_RATINGS: all \d+ ratings were withheld before/,
    );
  });

  it('is as it was at strength 0, and part of it otherwise', () => {
    let withheld = 0;
    for (let person = 0; person < 40; person++) {
      const { ratings } = personAt(person);
      const nothing = protectHistory(model, personAt(person), { strength: 0 }, draws(person));
      expect(Array.from(nothing.sent.values)).toEqual(Array.from(ratings.values));
      expect([nothing.withheld, nothing.changed]).toEqual([[], []]);
      const less = protectHistory(model, personAt(person), {}, draws(person));
      const both = [...Array.from(less.sent.indices), ...less.withheld].sort((a, b) => a - b);
      expect(both).toEqual(Array.from(ratings.indices));
      withheld += less.withheld.length;
    }
    expect(withheld).toBeGreaterThan(80);
  });

  it('has ratings of the scale; true ones stay as they are unless they are combined', () => {
    const { sent, changed } = protectHistory(model, personAt(3), { combine: false }, draws(3));
    const before = new Map(Array.from(personAt(3).ratings.indices, (item, n) => [item, personAt(3).ratings.values[n]]));
    for (const [n, item] of Array.from(sent.indices).entries()) {
      expect([1, 2, 3, 4, 5]).toContain(sent.values[n]);
      expect(sent.values[n]).toBe(before.get(item));
    }
    expect(changed).toEqual([]);
  });

  it('true ratings are moved by what the own group gives beyond the mean of the groups, in expectation', () => {
    const ratings = model.ratings.map((_, at) => (at % 2 === 0 ? 3.4 : 2.6));
    const gaps = createPresenceModel({ ...model, ratings });
    const all = { indices: Array.from({ length: 60 }, (_, item) => item), values: new Array(60).fill(3) };
    let [sum, count] = [0, 0];
    for (let person = 0; person < 60; person++) {
      const { sent } = protectHistory(gaps, { ratings: all, group: 0 }, {}, draws(person));
      for (const value of Array.from(sent.values)) sum += value;
      count += sent.values.length;
    }
    // Group 0 gives 0.4 more than the mean.
    expect(sum / count).toBeCloseTo(2.6, 1.5);
  });

  it('keeps one rating where all would go', () => {
    const none = createPresenceModel({
      ...model,
      stages: [
        { ...model.stages[0]!, groupEffects: model.stages[0]!.groupEffects.map((_, at) => (at % 2 === 0 ? 20 : -20)) },
      ],
    });
    const { sent, withheld } = protectHistory(none, { ...personAt(1), group: 0 }, { places: 0 }, draws(1));
    expect(sent.indices).toHaveLength(1);
    expect(withheld.length).toBe(personAt(1).ratings.indices.length - 1);
  });

  it('refuses people who cannot be', () => {
    const refused = (changes: object) =>
      failure(() => protectHistory(model, { ...personAt(0), ...changes }, {}, draws(0)));
    expect(refused({ group: 2 })).toMatch(/^ATTRIBUTE_INVALID: the group is 2, and the model has 2: group 0, group 1/);
    expect(refused({ ratings: { indices: [], values: [] } })).toMatch(/^USER_WITHOUT_RATINGS/);
    expect(refused({ ratings: { indices: [3, 3], values: [1, 1] } })).toMatch(/^ITEM_UNKNOWN: item 3/);
    expect(refused({ ratings: { indices: [60], values: [1] } })).toMatch(/^ITEM_UNKNOWN: item 60/);
    expect(refused({ ratings: { indices: [0], values: [6] } })).toMatch(/^ANSWER_OFF_SCALE: item 0 is rated 6/);
    const scale = { min: 0, max: 1, step: 0 };
    expect(failure(() => protectHistory({ ...model, scale }, personAt(0), {}, draws(0)))).toMatch(
      /^STRATEGY_UNSUITABLE/,
    );
  });

  it('needs nothing that a file does not keep, and refuses files that are broken', () => {
    const bytes = encodePresenceModel(model);
    const read = decodePresenceModel(bytes);
    expect(read.stages).toEqual(model.stages);
    expect([read.guard, read.sending]).toEqual([model.guard, { places: 3 }]);
    expect(read.guard!.weights.length).toBeGreaterThan(0);
    expect(protectHistory(read, personAt(2), {}, draws(2))).toEqual(protectHistory(model, personAt(2), {}, draws(2)));
    const scale = { min: 0, max: 1, step: 0 };
    expect(decodePresenceModel(encodePresenceModel({ ...model, scale })).scale, 'of use to advisors').toEqual(scale);
    const odd = { min: 0.5, max: 5.2, step: 1 };
    expect(decodePresenceModel(encodePresenceModel({ ...model, scale: odd })).scale, 'its end is no level').toEqual(
      odd,
    );
    expect(failure(() => decodePresenceModel(bytes.subarray(0, bytes.length - 9)))).toMatch(/^MODEL_TRUNCATED/);
    const altered = bytes.slice();
    altered[bytes.length - 5]! ^= 1;
    expect(failure(() => decodePresenceModel(altered))).toMatch(/^MODEL_ALTERED/);
    expect(failure(() => decodePresenceModel(new Uint8Array(40)))).toMatch(/^MODEL_FOREIGN/);
    expect(failure(() => createPresenceModel({ ...model, ratings: model.ratings.slice(1) }))).toMatch(
      /^MODEL_INVALID: .* ratings has 119 numbers, and 120 are needed/,
    );
    expect(failure(() => createPresenceModel({ ...model, sending: { places: -1 } }))).toMatch(/^MODEL_INVALID/);
  });
});
