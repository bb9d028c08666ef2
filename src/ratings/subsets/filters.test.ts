import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import {
  type CategoricalAttribute,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  filterByCounts,
  itemIndex,
  keepUsersWith,
  userIndex,
} from '../index.ts';

type Rating = { readonly user: string; readonly item: string; readonly value: number };

/** Numbered in order of appearance, like data from a file; users whose number is divisible by 4 have no attribute. */
function build(list: readonly Rating[]): Dataset {
  const users = [...new Set(list.map((rating) => rating.user))];
  const items = [...new Set(list.map((rating) => rating.item))];
  const kinds = users.map((user) => [undefined, 'a', 'b', 'a'][Number(user.slice(1)) % 4]);
  return createDataset({
    users: createVocabulary(users),
    items: createVocabulary(
      items,
      items.map((item) => `Film ${item}`),
    ),
    ratings: createRatingMatrix(users.length, items.length, {
      users: list.map((rating) => users.indexOf(rating.user)),
      items: list.map((rating) => items.indexOf(rating.item)),
      values: list.map((rating) => rating.value),
    }),
    attributes: new Set(kinds.filter(Boolean)).size > 1 ? [createAttribute('kind', kinds)] : [],
  });
}

/** The dataset as a set of ratings by id, with the kind of the user and the title of the item. */
function spelt(dataset: Dataset): string[] {
  const { starts, indices, values } = dataset.ratings.byUser;
  const kind = dataset.attributes.get('kind') as CategoricalAttribute | undefined;
  const lines: string[] = [];
  for (let user = 0; user < dataset.ratings.users; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = itemIndex(indices[at]!);
      const about = [dataset.users.id(userIndex(user)), dataset.items.id(item), dataset.items.title(item)];
      lines.push([...about, values[at], kind?.labels[kind.values[user]!]].join(' '));
    }
  }
  return lines.sort();
}

/** Word for word: while anyone falls short, take all who do out of the list. */
function naive(list: readonly Rating[], minPerUser: number, minPerItem: number): readonly Rating[] {
  const enough = ({ user, item }: Rating) =>
    list.filter((other) => other.user === user).length >= minPerUser &&
    list.filter((other) => other.item === item).length >= minPerItem;
  const kept = list.filter(enough);
  return kept.length === list.length ? list : naive(kept, minPerUser, minPerItem);
}

const lists = fc.uniqueArray(
  fc.record({
    user: fc.nat(11).map((n) => `u${n}`),
    item: fc.nat(9).map((n) => `i${n}`),
    value: fc.integer({ min: 1, max: 5 }),
  }),
  { selector: ({ user, item }) => `${user} ${item}`, minLength: 1, maxLength: 70, size: 'max' },
);
const minimum = fc.integer({ min: 0, max: 6 });

describe('filterByCounts', () => {
  it('gives what the literal twin gives, and is stable', () => {
    let shrunk = 0;
    fc.assert(
      fc.property(lists, minimum, minimum, (list, minPerUser, minPerItem) => {
        const dataset = build(list);
        const expected = naive(list, minPerUser, minPerItem);
        if (expected.length === 0) {
          expect(failure(() => filterByCounts(dataset, { minPerUser, minPerItem }))).toMatch(/^DATASET_EMPTY/);
          return;
        }
        const { dataset: filtered, dropped, rounds } = filterByCounts(dataset, { minPerUser, minPerItem });
        const keptUsers = new Set(expected.map((rating) => rating.user));
        const keptItems = new Set(expected.map((rating) => rating.item));
        const all = spelt(dataset).filter(
          (line) => keptUsers.has(line.split(' ')[0]!) && keptItems.has(line.split(' ')[1]!),
        );
        expect(spelt(filtered)).toEqual(all);
        expect(filtered.ratings.count).toBe(expected.length);
        expect(dropped).toEqual({
          users: dataset.ratings.users - keptUsers.size,
          items: dataset.ratings.items - keptItems.size,
          ratings: list.length - expected.length,
        });
        expect(rounds > 0).toBe(dropped.ratings > 0);
        expect(filterByCounts(filtered, { minPerUser, minPerItem })).toEqual({
          dataset: filtered,
          dropped: { users: 0, items: 0, ratings: 0 },
          rounds: 0,
        });
        if (rounds > 1) shrunk++;
      }),
      { numRuns: 300 },
    );
    // Otherwise the repetition was not tested at all.
    expect(shrunk).toBeGreaterThan(5);
  });

  it('counts the rounds of a chain that falls link by link', () => {
    // u0-i0-u1-i1-u2-i2: only u0 falls short at first; each round takes the next one with it.
    const chain = ['u0 i0', 'u1 i0', 'u1 i1', 'u2 i1', 'u2 i2', 'u3 i2', 'u3 i3', 'u4 i3', 'u4 i4', 'u3 i4'].map(
      (pair) => {
        const [user, item] = pair.split(' ') as [string, string];
        return { user, item, value: 3 };
      },
    );
    const { dataset, dropped, rounds } = filterByCounts(build(chain), { minPerUser: 2, minPerItem: 2 });
    expect(spelt(dataset).map((line) => line.slice(0, 5))).toEqual(['u3 i3', 'u3 i4', 'u4 i3', 'u4 i4']);
    expect(dropped).toEqual({ users: 3, items: 3, ratings: 6 });
    expect(rounds).toBe(6);
  });

  it('says what was asked for when nothing is left', () => {
    const dataset = build([{ user: 'u1', item: 'i1', value: 2 }]);
    expect(failure(() => filterByCounts(dataset, { minPerUser: 20, minPerItem: 5 }))).toBe(
      'DATASET_EMPTY: no ratings are left of 1 (1 users, 1 items) after keeping those with at least 20 ratings per user and 5 per item -> lower the minimum counts, or load more data',
    );
  });

  it.each([-1, 1.5, Number.NaN])('refuses a minimum of %d', (value) => {
    const dataset = build([{ user: 'u1', item: 'i1', value: 2 }]);
    expect(failure(() => filterByCounts(dataset, { minPerUser: value }))).toMatch(
      new RegExp(
        `^PARAMETER_OUT_OF_RANGE: minPerUser is ${value}; it must be a whole number from 0 .* -> set minPerUser to a whole number`,
      ),
    );
    expect(failure(() => filterByCounts(dataset, { minPerItem: value }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: minPerItem is/,
    );
  });
});

describe('keepUsersWith', () => {
  it('drops the users of whom nothing is known, and items that only they rated', () => {
    let dropping = 0;
    fc.assert(
      fc.property(lists, (list) => {
        const dataset = build(list);
        fc.pre(dataset.attributes.size > 0);
        const { dataset: kept, dropped } = keepUsersWith(dataset, 'kind');
        const known = list.filter(({ user }) => Number(user.slice(1)) % 4 !== 0);
        expect(spelt(kept)).toEqual(spelt(dataset).filter((line) => !line.endsWith(' ')));
        expect(kept.ratings.count).toBe(known.length);
        expect([...kept.attributes.get('kind')!.values]).not.toContain(-1);
        expect(dropped).toEqual({
          users: dataset.ratings.users - new Set(known.map(({ user }) => user)).size,
          items: dataset.ratings.items - new Set(known.map(({ item }) => item)).size,
          ratings: list.length - known.length,
        });
        if (dropped.items > 0) dropping++;
      }),
    );
    expect(dropping).toBeGreaterThan(0);
  });

  it('names the attribute that is not there', () => {
    expect(failure(() => keepUsersWith(build([{ user: 'u1', item: 'i1', value: 2 }]), 'kind'))).toMatch(
      /^ATTRIBUTE_UNKNOWN: .*"kind"/,
    );
  });
});
