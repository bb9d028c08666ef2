import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  fingerprint,
  keepUsersWith,
  numericAttributeOf,
  quantileGroups,
  shuffledLabels,
  stratifiedFolds,
  subsetUsers,
} from '../index.ts';

/** Everybody rates the same item. */
function datasetOf(ages: readonly (number | undefined)[]): Dataset {
  const users = ages.map((_, user) => user);
  return createDataset({
    users: createVocabulary(users.map((user) => `u${user}`)),
    items: createVocabulary(['i']),
    ratings: createRatingMatrix(ages.length, 1, {
      users: Uint32Array.from(users),
      items: new Uint32Array(ages.length),
      values: Float32Array.from(users, (user) => 1 + (user % 5)),
    }),
    attributes: [
      createNumericAttribute('age', ages),
      createAttribute(
        'club',
        users.map((user) => (user % 2 === 0 ? 'a' : 'b')),
      ),
    ],
  });
}

describe('a numeric attribute', () => {
  it('keeps numbers, and NaN where nothing is known', () => {
    const { kind, values } = createNumericAttribute('age', [34.5, undefined, Number.NaN, -2]);
    expect(kind).toBe('numeric');
    expect([...values]).toEqual([34.5, Number.NaN, Number.NaN, -2]);
  });

  it('refuses a single value, none, and what is not finite', () => {
    expect(failure(() => createNumericAttribute('age', [34, undefined, 34]))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: the attribute "age" has only the value 34 among 3 users -> choose another attribute/,
    );
    expect(failure(() => createNumericAttribute('age', [undefined]))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: .* no value at all/,
    );
    expect(failure(() => createNumericAttribute('age', [1, 2, Number.POSITIVE_INFINITY]))).toMatch(
      /^ATTRIBUTE_INVALID: .*"age".* user 2 has the value Infinity -> pass finite numbers/,
    );
  });

  it('is refused where categories are needed, and the other way round', () => {
    const dataset = datasetOf([20, 30, 40]);
    expect(failure(() => attributeOf(dataset, 'age'))).toBe(
      'ATTRIBUTE_KIND: the attribute "age" is a number, but groups are needed here -> split it at a threshold (age>=35) or into bins (age:18,25,35), or run the numeric audit, which infers it as it is',
    );
    expect(failure(() => numericAttributeOf(dataset, 'club'))).toBe(
      'ATTRIBUTE_KIND: the attribute "club" has the groups "a", "b", but a number is needed here -> read the column as a number (club:number), or run the audit of groups',
    );
    expect(failure(() => numericAttributeOf(dataset, 'size'))).toMatch(/^ATTRIBUTE_UNKNOWN/);
    expect(numericAttributeOf(dataset, 'age').values[1]).toBe(30);
  });
});

describe('datasets with a numeric attribute', () => {
  it('leave out the users without it', () => {
    const { dataset, dropped } = keepUsersWith(datasetOf([20, undefined, 40, Number.NaN, 0, 9]), 'age');
    expect(dropped.users).toBe(2);
    expect([...numericAttributeOf(dataset, 'age').values]).toEqual([20, 40, 0, 9]);
    expect([...attributeOf(dataset, 'club').values]).toEqual([0, 0, 0, 1]);
  });

  it('carry it along in subsets', () => {
    const subset = subsetUsers(datasetOf([20, 30, undefined, 50]), [3, 0]);
    expect([...numericAttributeOf(subset, 'age').values]).toEqual([50, 20]);
  });

  it('shuffle the known values among those who have one', () => {
    const ages = Array.from({ length: 60 }, (_, user) => (user % 7 === 0 ? undefined : user));
    const original = datasetOf(ages);
    const shuffled = numericAttributeOf(shuffledLabels(original, 'age', derive(1, 'shuffle')), 'age').values;
    expect([...shuffled].sort()).toEqual([...numericAttributeOf(original, 'age').values].sort());
    expect([...shuffled]).not.toEqual([...numericAttributeOf(original, 'age').values]);
    for (const [user, age] of ages.entries()) expect(Number.isNaN(shuffled[user]!)).toBe(age === undefined);
  });

  it('have a fingerprint that sees every value, and whether it is missing', () => {
    const print = (ages: readonly (number | undefined)[]) => fingerprint(datasetOf(ages), 'age');
    expect(print([20, 30, undefined])).toBe(print([20, 30, Number.NaN]));
    expect(print([20, 30, undefined])).not.toBe(print([20, 30, 0]));
    expect(print([20, 30, 40])).not.toBe(print([20, 30, 40.5]));
  });
});

describe('quantile groups', () => {
  it('are of equal size, ascending, with equal values together', () => {
    const groups = quantileGroups(Float64Array.of(5, 1, 4, 2, Number.NaN, 3, 6), 3);
    expect([...groups]).toEqual([2, 0, 1, 0, -1, 1, 2]);
    expect([...quantileGroups(Float64Array.of(1, 1, 1, 2), 2)]).toEqual([0, 0, 0, 1]);
  });

  it('order users as their values do', () => {
    const number = fc.option(fc.integer({ min: 0, max: 20 }), { nil: Number.NaN });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.integer({ min: 1, max: 12 }), (list, count) => {
        const groups = quantileGroups(Float64Array.from(list), count);
        for (const [a, x] of list.entries()) {
          expect(groups[a]! < 0).toBe(Number.isNaN(x));
          expect(groups[a]).toBeLessThan(count);
          for (const [b, y] of list.entries()) {
            if (x < y) expect(groups[a]).toBeLessThanOrEqual(groups[b]!);
            if (x === y) expect(groups[a]).toBe(groups[b]);
          }
        }
      }),
    );
  });

  it('give every fold its share of young and old', () => {
    const attribute = createNumericAttribute(
      'age',
      Array.from({ length: 200 }, (_, user) => ((user * 37) % 200) / 2),
    );
    const folds = stratifiedFolds(attribute, 10, derive(3, 'folds'));
    for (let fold = 0; fold < 10; fold++) {
      const ages = attribute.values.filter((_, user) => folds[user] === fold);
      expect(ages.length).toBe(20);
      // Two of each tenth: the mean of a fold cannot be far from that of all.
      expect(Math.abs(ages.reduce((sum, age) => sum + age, 0) / 20 - 49.75)).toBeLessThan(5);
      expect(ages.filter((age) => age < 10).length).toBe(2);
    }
    expect(stratifiedFolds(attribute, 10, derive(4, 'folds'))).not.toEqual(folds);
  });
});
