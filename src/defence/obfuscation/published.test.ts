/** Defences of the literature, each by its rule: against computations by hand, and literal ones. */
import { describe, expect, it } from 'vitest';
import { randomModel } from '../../../test/support/models.ts';
import { historyAt, packRows, type SparseVector, trainLogistic } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { goneThrough, orderFor } from './blurmore.ts';
import { decoyRatings } from './decoys.ts';
import { openNeighbours } from './perblur.ts';
import { type PublicLists, publicListsOf } from './publicLists.ts';
import { createDefence } from './registry.ts';
import { typicality } from './sbo.ts';

const ITEMS = 60;
const model = randomModel({ items: ITEMS, dimension: 2, types: 2, seed: 3 });
const history = (...indices: number[]) => ({ indices, values: indices.map(() => 3) });
const sorted = (items: Iterable<number>) => [...items].sort((a, b) => a - b);

/** Eighty people; each group rates its half of the items more. */
function people(seed: number): { histories: SparseVector[]; groupOf: Uint8Array } {
  const stream = derive(seed, 'published');
  const groupOf = Uint8Array.from({ length: 80 }, (_, person) => person % 2);
  const histories = Array.from(groupOf, (group) => {
    const indices = Array.from({ length: ITEMS }, (_, item) => item).filter(
      (item) => stream.uniform() < (item % 2 === group ? 0.5 : 0.2),
    );
    return { indices, values: indices.map(() => 1 + stream.below(5)) };
  });
  return { histories, groupOf };
}

const { histories, groupOf } = people(1);
const lists = publicListsOf(packRows(ITEMS, histories), groupOf);
const send = (name: string, strength: number, own: SparseVector, type: number, number = 0, more: object = {}) =>
  createDefence(name, { model, strength, seed: 1, lists, ...more }).send({ ratings: own, number, type });
const own = history(...Array.from({ length: 20 }, (_, n) => 3 * n));
const addedTo = (before: SparseVector, sent: SparseVector) =>
  Array.from(sent.indices).filter((item) => !Array.from(before.indices).includes(item));
const goneFrom = (before: SparseVector, sent: SparseVector) => addedTo(sent, before);

describe('public lists', () => {
  it('are the weights of logistic regression, and mean ranks over ten folds', () => {
    const weightsOf = (some: readonly number[]) => {
      const rows = packRows(
        ITEMS,
        some.map((person) => histories[person]!),
      );
      const { weights } = trainLogistic(
        rows,
        some.map((person) => groupOf[person]!),
        2,
      ).model;
      return Array.from({ length: ITEMS }, (_, item) => weights[ITEMS + item]! - weights[item]!);
    };
    const all = Array.from(groupOf.keys());
    for (const [item, weight] of weightsOf(all).entries()) expect(lists.weights[item]).toBeCloseTo(weight, 12);
    const ranks = new Float64Array(ITEMS);
    for (let fold = 0; fold < 10; fold++) {
      const weights = weightsOf(all.filter((person) => person % 10 !== fold));
      for (const item of ranks.keys()) ranks[item]! += weights.filter((other) => other < weights[item]!).length / 10;
    }
    for (const [item, rank] of ranks.entries()) expect(lists.ranks[item]).toBeCloseTo(rank, 9);
    // Odd items belong to the second group.
    expect(Array.from(lists.weights).filter((weight, item) => weight > 0 === (item % 2 === 1)).length).toBeGreaterThan(
      54,
    );
  });
});

describe('BlurMe', () => {
  const first = Array.from(lists.weights.keys()).sort((a, b) => lists.weights[b]! - lists.weights[a]! || a - b);

  it('adds unseen items of the other group with the largest weights, rated as their mean', () => {
    const expected = (order: readonly number[]) => order.filter((item) => !own.indices.includes(item)).slice(0, 4);
    for (const [type, order] of [first, first.toReversed()].entries()) {
      const sent = send('blurme', 0.2, own, type);
      expect(addedTo(own, sent)).toEqual(sorted(expected(order)));
      expect(goneFrom(own, sent)).toEqual([]);
      const ratings = decoyRatings(model);
      for (const item of addedTo(own, sent))
        expect(sent.values[Array.from(sent.indices).indexOf(item)]).toBe(ratings[item]);
    }
  });

  it('at random and in proportion to weights adds as many, all of the other group', () => {
    for (const name of ['blurmeRandom', 'blurmeSampled']) {
      const added = Array.from({ length: 20 }, (_, number) => addedTo(own, send(name, 0.2, own, 0, number)));
      for (const items of added)
        expect([items.length, items.every((item) => lists.weights[item]! > 0)]).toEqual([4, true]);
      expect(new Set(added.map(String)).size).toBeGreaterThan(10);
    }
  });
});

describe('BlurM(or)e', () => {
  it('fills items when the public people go through, one by one, as a literal computation has it', () => {
    const orders = [0, 1].map((type) => orderFor(lists, type));
    const { full, removed } = goneThrough(lists, orders, 0.3, 5);
    const counts = Array.from(
      { length: ITEMS },
      (_, item) => histories.filter(({ indices }) => Array.from(indices).includes(item)).length,
    );
    const added = counts.map(() => 0);
    const when: number[] = counts.map(() => Number.POSITIVE_INFINITY);
    const order = derive(5, 'blurmore-order').shuffle(Uint32Array.from(groupOf.keys()));
    for (const [at, person] of order.entries()) {
      const seen = Array.from(histories[person]!.indices);
      let left = Math.round(0.3 * seen.length);
      for (const item of orders[groupOf[person]!]!) {
        if (left === 0) break;
        if (seen.includes(item) || counts[item]! + added[item]! > 2 * counts[item]!) continue;
        added[item]!++;
        left--;
        if (counts[item]! + added[item]! > 2 * counts[item]!) when[item] = (at + 1) / 80;
      }
    }
    expect([...full]).toEqual(when);
    expect(when.filter(Number.isFinite).length).toBeGreaterThan(2);
    expect(removed).toBe(0);
  });

  it('spreads over more items than BlurMe, so that none stands out', () => {
    const most = (name: string) => {
      const counts = new Map<number, number>();
      for (const [number, ratings] of histories.entries()) {
        for (const item of addedTo(ratings, send(name, 0.3, ratings, groupOf[number]!, number))) {
          counts.set(item, (counts.get(item) ?? 0) + 1);
        }
      }
      return Math.max(...counts.values());
    };
    expect(most('blurmore')).toBeLessThan(most('blurme'));
  });

  it('removes as many ratings as were added, from people with more than 200', () => {
    const many = 300;
    const large = randomModel({ items: many, dimension: 2, types: 2, seed: 3 });
    const heavy = history(...Array.from({ length: 220 }, (_, item) => item));
    const few = (n: number) =>
      history(...Array.from({ length: 40 }, (_, item) => 250 + ((item + 3 * n) % 50)).sort((a, b) => a - b));
    const rows = [heavy, ...Array.from({ length: 19 }, (_, n) => few(n))];
    const known = publicListsOf(
      packRows(many, rows),
      Uint8Array.from(rows, (_, n) => n % 2),
    );
    const { removed } = goneThrough(
      known,
      [0, 1].map((type) => orderFor(known, type)),
      0.1,
      1,
    );
    expect(removed).toBeGreaterThan(20);
    const defence = createDefence('blurmore', { model: large, strength: 0.1, seed: 1, lists: known });
    const gone = goneFrom(heavy, defence.send({ ratings: heavy, number: 0, type: 0 }));
    expect(Math.abs(gone.length - removed)).toBeLessThan(1);
    expect(goneFrom(few(1), defence.send({ ratings: few(1), number: 1, type: 1 }))).toEqual([]);
  });
});

describe('PerBlur', () => {
  it('finds the people with the largest cosine, by hand', () => {
    const rows = [history(0, 1, 2, 3), history(0, 1), history(5), history(0, 9)];
    // 2 / sqrt(2 * 4), 2 / sqrt(2 * 2), none in common, 1 / sqrt(2 * 2): the last two of the first three tie at 0.5 and 0.7.
    expect(openNeighbours(packRows(10, rows))(history(0, 1))).toEqual([1, 0, 3]);
  });

  it('adds only items that neighbours have, the most indicative first; removes as many of the own group', () => {
    // Half of the public people like the first thirty items alone: who is like them is offered no other.
    const half = histories.map(({ indices, values }, n) => {
      const kept = Array.from(indices, (_, at) => at).filter((at) => indices[at]! < 30 === n < 40);
      return { indices: kept.map((at) => indices[at]!), values: kept.map((at) => values[at]!) };
    });
    const known = publicListsOf(packRows(ITEMS, half), groupOf);
    const few = history(0, 1, 2, 4, 7, 8, 10, 12, 13, 16);
    const sent = send('perblur', 0.4, few, 0, 0, { lists: known });
    const order = orderFor(known, 0).filter((item) => item < 30 && !few.indices.includes(item));
    expect(addedTo(few, sent)).toEqual(sorted(order.slice(0, 4)));
    expect(addedTo(few, send('blurme', 0.4, few, 0, 0, { lists: known }))).not.toEqual(addedTo(few, sent));
    const both = send('perblurRemove', 0.4, few, 0, 0, { lists: known });
    expect(addedTo(few, both)).toEqual(addedTo(few, sent));
    const mostOwn = orderFor(known, 1).filter((item) => few.indices.includes(item));
    expect(goneFrom(few, both)).toEqual(sorted(mostOwn.slice(0, 4)));
  });
});

describe('SBO', () => {
  // Item 0 is rated by half of the first group and all of the second, 1 by the first alone, 2 by everybody, 3 by nobody.
  const rows = [history(0, 1, 2), history(1, 2), history(0, 2), history(0, 2)];
  const small: PublicLists = {
    histories: packRows(ITEMS, rows),
    groupOf: Uint8Array.of(0, 0, 1, 1),
    weights: new Float64Array(ITEMS),
    ranks: new Float64Array(ITEMS),
  };

  it('scores items by (f1 - f0) / max(f1, f0)', () => {
    expect([...typicality(small).subarray(0, 4)]).toEqual([0.5, -1, 0, 0]);
  });

  const typical = typicality(lists);
  /** Most typical of the group first. */
  const orderOf = (type: number) =>
    Array.from(typical.keys()).sort((a, b) => (type === 1 ? 1 : -1) * (typical[b]! - typical[a]!));

  it('takes candidates with their probability: removes the most typical, adds the least', () => {
    const runs = 400;
    const times = { sboRemove: new Float64Array(ITEMS), sboAdd: new Float64Array(ITEMS) };
    for (const name of ['sboRemove', 'sboAdd'] as const) {
      for (let number = 0; number < runs; number++) {
        const sent = send(name, 0.25, own, 1, number, { sboThreshold: 0 });
        for (const item of [...goneFrom(own, sent), ...addedTo(own, sent)]) times[name][item]! += 1 / runs;
      }
    }
    const leaving = orderOf(1)
      .filter((item) => own.indices.includes(item))
      .slice(0, 5);
    const coming = orderOf(0)
      .filter((item) => !own.indices.includes(item))
      .slice(0, 5);
    for (const [name, candidates] of [
      ['sboRemove', leaving],
      ['sboAdd', coming],
    ] as const) {
      for (const [item, share] of times[name].entries()) {
        const expected = candidates.includes(item) ? Math.abs(typical[item]!) : 0;
        expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / runs) + 1e-9);
      }
    }
    const both = send('sboBoth', 0.25, own, 1, 0, { sboThreshold: 0 });
    expect(goneFrom(own, both).every((item) => leaving.slice(0, 2).includes(item))).toBe(true);
    expect(addedTo(own, both).every((item) => coming.slice(0, 2).includes(item))).toBe(true);
  });

  it('leaves people alone whose items are not typical enough, and takes 50 candidates at most', () => {
    const mean = Array.from(own.indices).reduce((sum, item) => sum + Math.abs(typical[item]!) / own.indices.length, 0);
    const changedAt = (sboThreshold: number) =>
      Array.from({ length: 20 }, (_, number) => send('sboRemove', 0.5, own, 1, number, { sboThreshold })).some(
        (sent) => sent.indices.length < own.indices.length,
      );
    expect([changedAt(mean - 1e-9), changedAt(mean)]).toEqual([true, false]);
    const certain: PublicLists = {
      ...small,
      histories: packRows(200, [history(...Array.from({ length: 120 }, (_, n) => n)), history(199)]),
      groupOf: Uint8Array.of(0, 1),
      weights: new Float64Array(200),
      ranks: new Float64Array(200),
    };
    const wide = randomModel({ items: 200, dimension: 2, types: 2, seed: 3 });
    const all = historyAt(certain.histories, 0);
    const sent = createDefence('sboRemove', { model: wide, strength: 1, seed: 1, lists: certain }).send({
      ratings: history(...Array.from(all.indices)),
      number: 0,
      type: 0,
    });
    expect(sent.indices).toHaveLength(70);
  });
});

it('without lists, or with lists of other items, they are refused', () => {
  const refusal = (change: object) => () => createDefence('blurme', { model, strength: 0.1, seed: 1, ...change });
  expect(refusal({})).toThrow(/blurme has no public lists/);
  expect(refusal({ lists: { ...lists, weights: new Float64Array(3) } })).toThrow(/public lists have 3 items/);
});
