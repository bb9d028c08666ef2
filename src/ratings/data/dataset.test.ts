import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type DatasetParts,
  filterByCounts,
  fingerprint,
  numberedVocabulary,
} from '../index.ts';

/** Three users, two items, four ratings. */
const parts = (): DatasetParts => ({
  users: createVocabulary(['ann', 'bob', 'cy']),
  items: createVocabulary(['alien', 'brazil']),
  ratings: createRatingMatrix(3, 2, { users: [0, 0, 1, 2], items: [0, 1, 0, 1], values: [1, 5, 3, 4] }),
  attributes: [createAttribute('gender', ['F', 'M', 'M']), createAttribute('age', ['old', undefined, 'young'])],
});

describe('createDataset', () => {
  it('infers the scale, or takes the one given', () => {
    expect(createDataset(parts()).scale).toEqual({ min: 1, max: 5, step: 1 });
    expect(createDataset({ ...parts(), scale: { min: 0, max: 10, step: 0.5 } }).scale.max).toBe(10);
  });

  it('refuses a scale that a rating is not on', () => {
    expect(failure(() => createDataset({ ...parts(), scale: { min: 1, max: 4, step: 1 } }))).toMatch(
      /^RATING_OFF_SCALE: user "ann" rates item "brazil" with 5, but the scale goes from 1 to 4 in steps of 1 -> correct the rating, widen the scale/,
    );
    expect(failure(() => createDataset({ ...parts(), scale: { min: 1, max: 5, step: 2 } }))).toMatch(
      /^RATING_OFF_SCALE: user "cy" .* with 4/,
    );
  });

  it('refuses vocabularies of another size', () => {
    expect(failure(() => createDataset({ ...parts(), users: numberedVocabulary(4, 'u') }))).toMatch(
      /^VOCABULARY_INVALID: there are 4 user ids, but the ratings are of 3 users -> pass one id for each user/,
    );
    expect(failure(() => createDataset({ ...parts(), items: numberedVocabulary(1, 'i') }))).toMatch(
      /^VOCABULARY_INVALID: there are 1 item ids, but the ratings are of 2 items/,
    );
  });

  it('refuses attributes that do not fit', () => {
    expect(failure(() => createDataset({ ...parts(), attributes: [createAttribute('age', ['a', 'b'])] }))).toMatch(
      /^ATTRIBUTE_INVALID: the attribute "age" has 2 values for 3 users -> pass one value per user/,
    );
    const twice = [createAttribute('age', ['a', 'b', 'a']), createAttribute('age', ['a', 'b', 'b'])];
    expect(failure(() => createDataset({ ...parts(), attributes: twice }))).toMatch(
      /^ATTRIBUTE_INVALID: the attribute "age" occurs twice -> rename or drop one/,
    );
  });

  it('refuses users and items without ratings, counting them and naming the first', () => {
    const ratings = (users: number, items: number) =>
      createRatingMatrix(users, items, { users: [0], items: [0], values: [3] });
    const items = numberedVocabulary(1, 'i');
    expect(
      failure(() =>
        createDataset({ users: numberedVocabulary(3, 'u'), items, ratings: ratings(3, 1) } as DatasetParts),
      ),
    ).toMatch(/^USER_WITHOUT_RATINGS: 2 users have no ratings; the first is "u1" -> .*filter by a minimum count/);
    const users = numberedVocabulary(1, 'u');
    expect(
      failure(() =>
        createDataset({ users, items: numberedVocabulary(2, 'i'), ratings: ratings(1, 2) } as DatasetParts),
      ),
    ).toMatch(/^ITEM_WITHOUT_RATINGS: 1 item has no ratings; the first is "i1" -> .*filter by a minimum count/);
  });

  it('refuses a dataset without ratings', () => {
    const ratings = createRatingMatrix(3, 2, { users: [], items: [], values: [] });
    expect(failure(() => createDataset({ ...parts(), ratings }))).toMatch(
      /^DATASET_EMPTY: the dataset has no ratings -> check that the file/,
    );
  });
});

describe('attributeOf', () => {
  it('finds attributes by name and lists them when there is none of that name', () => {
    const dataset = createDataset(parts());
    expect([...attributeOf(dataset, 'age').values]).toEqual([0, -1, 1]);
    expect(failure(() => attributeOf(dataset, 'Age'))).toBe(
      'ATTRIBUTE_UNKNOWN: there is no attribute "Age"; there is "gender", "age" -> name one of "gender", "age"',
    );
    expect(failure(() => attributeOf(createDataset({ ...parts(), attributes: [] }), 'age'))).toMatch(
      /^ATTRIBUTE_UNKNOWN: .*"age"; the data have no attributes -> load the data together with a table of the users/,
    );
  });

  it('refuses an attribute that filtering left with one value, and only when it is asked for', () => {
    // Only ann and cy rate two items; both are of the same club.
    const dataset = createDataset({
      ...parts(),
      ratings: createRatingMatrix(3, 2, { users: [0, 0, 1, 2, 2], items: [0, 1, 0, 0, 1], values: [1, 5, 3, 4, 2] }),
      attributes: [createAttribute('club', ['chess', 'go', 'chess']), createAttribute('gender', ['F', 'M', 'M'])],
    });
    const { dataset: filtered } = filterByCounts(dataset, { minPerUser: 2 });
    expect(filtered.ratings.users).toBe(2);
    expect([...attributeOf(filtered, 'gender').values]).toEqual([0, 1]);
    expect(failure(() => attributeOf(filtered, 'club'))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: the attribute "club" has only the value "chess" among 2 users/,
    );
  });
});

describe('fingerprint', () => {
  const cells = fc.uniqueArray(fc.record({ user: fc.nat(5), item: fc.nat(5), value: fc.integer({ min: 1, max: 4 }) }), {
    selector: ({ user, item }) => user * 6 + item,
  });
  type Cells = { user: number; item: number; value: number }[];
  const build = (list: Cells, texts: readonly string[], ids = ['a', 'b', 'c', 'd', 'e', 'f']) => {
    // The diagonal makes sure that nobody is without ratings.
    const all = [
      ...list.filter(({ user, item }) => user !== item),
      ...ids.map((_, n) => ({ user: n, item: n, value: 5 })),
    ];
    return createDataset({
      users: createVocabulary(ids),
      items: createVocabulary(['u', 'v', 'w', 'x', 'y', 'z']),
      ratings: createRatingMatrix(6, 6, {
        users: all.map((cell) => cell.user),
        items: all.map((cell) => cell.item),
        values: all.map((cell) => cell.value),
      }),
      attributes: [createAttribute('side', texts), createAttribute('fixed', ['0', '1', '0', '1', '0', '1'])],
    });
  };
  const sides = ['l', 'r', 'l', 'r', 'l', 'r'];

  it('is the same for the same data, in whatever order the ratings came', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const first = fingerprint(build(list, sides), 'side');
        expect(first).toMatch(/^[0-9a-f]{64}$/);
        expect(fingerprint(build(list.toReversed(), sides), 'side')).toBe(first);
      }),
    );
  });

  it('changes with any rating', () => {
    fc.assert(
      fc.property(cells, fc.nat(5), fc.nat(5), (list, user, item) => {
        fc.pre(user !== item);
        const had = list.find((cell) => cell.user === user && cell.item === item);
        const others = list.filter((cell) => cell !== had);
        const first = fingerprint(build(list, sides));
        if (had) {
          expect(fingerprint(build(others, sides))).not.toBe(first);
          expect(fingerprint(build([...others, { ...had, value: (had.value % 4) + 1 }], sides))).not.toBe(first);
        } else {
          expect(fingerprint(build([...list, { user, item, value: 2 }], sides))).not.toBe(first);
        }
      }),
    );
  });

  it('changes when a rating moves to another item', () => {
    const at = (item: number) => fingerprint(build([{ user: 0, item, value: 2 }], sides));
    expect(new Set([1, 2, 3, 4, 5].map(at)).size).toBe(5);
  });

  it('changes with any value of the attribute in question, and with no other', () => {
    for (let user = 0; user < 6; user++) {
      const changed = sides.with(user, sides[user] === 'l' ? 'r' : 'l');
      expect(fingerprint(build([], changed), 'side')).not.toBe(fingerprint(build([], sides), 'side'));
      expect(fingerprint(build([], changed))).not.toBe(fingerprint(build([], sides)));
      expect(fingerprint(build([], changed), 'fixed')).toBe(fingerprint(build([], sides), 'fixed'));
    }
    // The same codes under other labels are other data.
    expect(fingerprint(build([], ['l', 's', 'l', 's', 'l', 's']), 'side')).not.toBe(
      fingerprint(build([], sides), 'side'),
    );
  });

  it('changes with ids, also where they run together alike', () => {
    const first = fingerprint(build([], sides, ['ab', 'c', 'd', 'e', 'f', 'g']));
    expect(fingerprint(build([], sides, ['a', 'bc', 'd', 'e', 'f', 'g']))).not.toBe(first);
    expect(fingerprint(build([], sides, ['c', 'ab', 'd', 'e', 'f', 'g']))).not.toBe(first);
  });

  it('names the attribute it cannot find', () => {
    expect(failure(() => fingerprint(build([], sides), 'none'))).toMatch(/^ATTRIBUTE_UNKNOWN: .*"none"/);
  });
});
