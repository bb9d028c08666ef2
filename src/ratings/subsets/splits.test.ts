import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  createRatingMatrix,
  type Dataset,
  heldOutOf,
  holdOutRatings,
  itemIndex,
  numberedVocabulary,
  type RatingMatrix,
  shuffledLabels,
  stratifiedFolds,
  subsetUsers,
  userIndex,
} from '../index.ts';

const ITEMS = 12;
/** User n rates items n, n+1, ... (as many as `counts[n]` says), so that all users differ. */
function build(counts: readonly number[], kinds?: readonly (string | undefined)[]): Dataset {
  const cells = counts.flatMap((count, user) =>
    Array.from({ length: count }, (_, n) => [user, (user + n) % ITEMS] as const),
  );
  // One user who has seen everything keeps the items rated.
  const all = [...cells, ...Array.from({ length: ITEMS }, (_, item) => [counts.length, item] as const)];
  return createDataset({
    users: numberedVocabulary(counts.length + 1, 'u'),
    items: numberedVocabulary(ITEMS, 'i'),
    ratings: createRatingMatrix(counts.length + 1, ITEMS, {
      users: all.map(([user]) => user),
      items: all.map(([, item]) => item),
      values: all.map(([user, item]) => ((user * 7 + item * 3) % 9) / 2),
    }),
    attributes: kinds ? [createAttribute('kind', [...kinds, 'z'])] : [],
  });
}
const row = ({ byUser }: RatingMatrix, user: number) =>
  Array.from(byUser.indices.subarray(byUser.starts[user], byUser.starts[user + 1]), (item, n) => [
    item,
    byUser.values[byUser.starts[user]! + n]!,
  ]);
const counts = fc.array(fc.integer({ min: 1, max: ITEMS }), { minLength: 1, maxLength: 20 });

describe('stratifiedFolds', () => {
  const kinds = fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c', undefined), {
    minLength: 5,
    maxLength: 120,
    size: 'max',
  });

  it('spreads every label, the missing ones and all users evenly', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 2, max: 7 }), fc.nat(), (list, folds, seed) => {
        const attribute = createAttribute('kind', [...list, 'a', 'b']);
        const foldOf = stratifiedFolds(attribute, folds, derive(seed, 'folds'));
        expect(foldOf.length).toBe(attribute.values.length);
        for (const code of [undefined, -1, 0, 1, 2]) {
          const sizes = new Array<number>(folds).fill(0);
          for (const [user, fold] of foldOf.entries())
            if (code === undefined || attribute.values[user] === code) sizes[fold]!++;
          expect(sizes).toHaveLength(folds);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        }
        expect(stratifiedFolds(attribute, folds, derive(seed, 'folds'))).toEqual(foldOf);
      }),
    );
  });

  it('is random: another seed gives other folds, and neighbours are not kept together', () => {
    const attribute = createAttribute(
      'kind',
      Array.from({ length: 1000 }, (_, n) => (n < 300 ? 'a' : 'b')),
    );
    const foldOf = stratifiedFolds(attribute, 10, derive(1, 'folds'));
    expect(stratifiedFolds(attribute, 10, derive(2, 'folds'))).not.toEqual(foldOf);
    const together = foldOf.filter((fold, user) => fold === foldOf[user + 1]).length;
    expect(together).toBeGreaterThan(50);
    expect(together).toBeLessThan(150);
  });

  it.each([1, 0, 2.5, 4, Number.NaN])('refuses %d folds of three users', (folds) => {
    const attribute = createAttribute('kind', ['a', 'b', 'a']);
    expect(failure(() => stratifiedFolds(attribute, folds, derive(1, 'folds')))).toMatch(
      new RegExp(
        `^PARAMETER_OUT_OF_RANGE: folds is ${folds}; it must be a whole number from 2 to 3 -> set folds to a whole number from 2 to 3`,
      ),
    );
  });
});

describe('subsetUsers', () => {
  it('keeps these users as they are, in this order, and all items', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.nat(), (list, seed, size) => {
        const dataset = build(
          list,
          list.map((_, n) => (n % 2 ? 'x' : 'y')),
        );
        const order = derive(seed, 'order').shuffle(Array.from({ length: list.length + 1 }, (_, user) => user));
        const chosen = order.slice(0, 1 + (size % order.length));
        const subset = subsetUsers(dataset, chosen);
        expect(subset.items).toBe(dataset.items);
        expect(subset.scale).toEqual(dataset.scale);
        expect([subset.ratings.users, subset.ratings.items]).toEqual([chosen.length, ITEMS]);
        for (const [n, user] of chosen.entries()) {
          expect(row(subset.ratings, n)).toEqual(row(dataset.ratings, user));
          expect(subset.users.id(userIndex(n))).toBe(`u${user}`);
          expect(subset.users.indexOf(`u${user}`)).toBe(n);
        }
        const values = dataset.attributes.get('kind')!.values;
        expect([...subset.attributes.get('kind')!.values]).toEqual(chosen.map((user) => values[user]));
      }),
    );
  });

  it('may leave items without ratings', () => {
    const subset = subsetUsers(build([2, 3]), Uint32Array.of(0));
    expect(row(subset.ratings, 0).map(([item]) => item)).toEqual([0, 1]);
    expect(subset.items.id(itemIndex(ITEMS - 1))).toBe('i11');
  });

  it('refuses no users, unknown users, and a user named twice', () => {
    const dataset = build([2, 3]);
    expect(failure(() => subsetUsers(dataset, []))).toMatch(
      /^DATASET_EMPTY: a subset of no users has no ratings -> name at least one/,
    );
    expect(failure(() => subsetUsers(dataset, [0, 3]))).toMatch(/^PARAMETER_OUT_OF_RANGE: user is 3; .* from 0 to 2/);
    expect(failure(() => subsetUsers(dataset, [1, 0, 1]))).toMatch(
      /^VOCABULARY_INVALID: the subset names user 1 twice -> name every user once/,
    );
  });
});

describe('holdOutRatings', () => {
  const rules = fc.record({ most: fc.nat(ITEMS), share: fc.double({ min: 0, max: 0.5, noNaN: true }) });
  const three = { most: 3, share: 0.5 };

  it('splits the ratings of each user in two, by a share and a bound', () => {
    fc.assert(
      fc.property(counts, rules, fc.nat(), (list, rule, seed) => {
        const dataset = build(list);
        const { kept, heldOut } = holdOutRatings(dataset, rule, seed);
        expect([heldOut.users, heldOut.items]).toEqual([dataset.ratings.users, ITEMS]);
        expect([kept.users, kept.items]).toEqual([dataset.users, dataset.items]);
        for (let user = 0; user < dataset.ratings.users; user++) {
          const original = row(dataset.ratings, user);
          const both = [...row(kept.ratings, user), ...row(heldOut, user)].sort((a, b) => a[0]! - b[0]!);
          expect(both).toEqual(original);
          expect(row(heldOut, user)).toHaveLength(Math.min(rule.most, Math.floor(rule.share * original.length)));
        }
      }),
    );
  });

  it('whoever has more ratings has no fewer left, and at least half of them', () => {
    fc.assert(
      fc.property(rules, fc.nat(), (rule, seed) => {
        const everyLength = Array.from({ length: ITEMS }, (_, n) => n + 1);
        const { kept } = holdOutRatings(build(everyLength), rule, seed);
        const left = everyLength.map((_, user) => row(kept.ratings, user).length);
        for (const [user, count] of left.entries()) {
          expect(count).toBeGreaterThanOrEqual(left[user - 1] ?? 0);
          expect(2 * count).toBeGreaterThanOrEqual(everyLength[user]!);
        }
      }),
    );
  });

  it('a fifth, at most ten: no cliff where the bound is reached', () => {
    const rule = { most: 10, share: 0.2 };
    expect([1, 4, 5, 10, 11, 30, 49, 50, 51, 500].map((count) => heldOutOf(count, rule))).toEqual([
      0, 0, 1, 2, 2, 6, 9, 10, 10, 10,
    ]);
  });

  it('does not depend on the other users', () => {
    const few = holdOutRatings(build([9, 12, 5]), three, 11).heldOut;
    const many = holdOutRatings(build([9, 12, 5, 8, 8, 8]), three, 11).heldOut;
    const changed = holdOutRatings(build([9, 2, 5]), three, 11).heldOut;
    for (const user of [0, 2]) {
      expect(row(many, user)).toEqual(row(few, user));
      expect(row(changed, user)).toEqual(row(few, user));
    }
  });

  it('holds out every rating equally often', () => {
    const dataset = build([8]);
    const times = new Array<number>(8).fill(0);
    for (let seed = 0; seed < 4000; seed++)
      for (const [item] of row(holdOutRatings(dataset, three, seed).heldOut, 0)) times[item!]!++;
    // 1500 expected, standard deviation 31.
    for (const time of times) expect(Math.abs(time - 1500)).toBeLessThan(140);
  });

  it('refuses to hold out more than half', () => {
    expect(failure(() => holdOutRatings(build([3]), { most: 1, share: 0.6 }, 1))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: share is 0.6; .*to 0.5/,
    );
    expect(failure(() => holdOutRatings(build([3]), { most: -1, share: 0.5 }, 1))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: most is -1/,
    );
  });
});

describe('shuffledLabels', () => {
  it('deals the known values out anew, and changes nothing else', () => {
    const kinds = Array.from({ length: 200 }, (_, n) => (n % 10 === 0 ? undefined : n < 60 ? 'a' : 'b'));
    const dataset = build(new Array<number>(200).fill(2), kinds);
    const shuffled = shuffledLabels(dataset, 'kind', derive(3, 'control'));
    const before = attributeOf(dataset, 'kind').values;
    const after = attributeOf(shuffled, 'kind').values;
    expect(after).not.toEqual(before);
    expect(after.toSorted()).toEqual(before.toSorted());
    expect(Array.from(after, (code) => code < 0)).toEqual(Array.from(before, (code) => code < 0));
    expect(shuffled.ratings).toBe(dataset.ratings);
    expect(attributeOf(shuffledLabels(dataset, 'kind', derive(3, 'control')), 'kind').values).toEqual(after);
    // No trace of the old order: of the 54 that were 'a', about 54 * 54 / 181 = 16 still are.
    const still = after.filter((code, user) => code === 0 && before[user] === 0).length;
    expect(still).toBeLessThan(30);
  });
});
