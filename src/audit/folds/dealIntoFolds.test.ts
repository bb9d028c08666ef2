import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createTable, longTable } from '../../tables/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';

describe('people dealt into folds', () => {
  const people = ['ann', 'bob', 'cy', 'dee', 'eve'];
  const column = (values: string[]) => ({ kind: 'texts', values }) as const;
  const ratings = createTable('r.csv', [
    ['user', column(people.flatMap((name) => [name, name]))],
    ['item', column(people.flatMap(() => ['x', 'y']))],
    ['rating', column(people.flatMap((_, n) => [String(1 + n), '3']))],
    ['club', column(people.flatMap((_, n) => (n % 2 === 0 ? ['red', 'red'] : ['blue', 'blue'])))],
  ]);
  const { dataset } = longTable({ ratings }, { attributes: ['club'] });

  it('must be as many as the folds, and are counted where they are not', () => {
    expect(dealIntoFolds(dataset, 'club', 5, 1, 'audit-folds').folds).toHaveLength(5);
    expect(failure(() => dealIntoFolds(dataset, 'club', 6, 1, 'audit-folds'))).toBe(
      'PEOPLE_TOO_FEW: "club" is known of 5 people: 6 folds need at least as many (--folds) -> load more people, or leave out fewer of them (--min-user, --min-item)',
    );
  });
});

it('leaves no item that the training set of a fold would lack, and deals everybody who is left', () => {
  const sparse = createWorld({ users: 60, items: 80, ratingsPerUser: 4, minimumPerUser: 1 }, 3).dataset;
  const { dataset, folds } = dealIntoFolds(sparse, 'type', 3, 1, 'a test');
  expect(dataset.items.size).toBeLessThan(sparse.items.size);
  expect(dataset.items.size).toBeGreaterThan(10);
  expect(folds).toHaveLength(dataset.users.size);
  expect([...new Set(folds)].sort()).toEqual([0, 1, 2]);
  const { starts, indices } = dataset.ratings.byUser;
  const foldsOf = Array.from({ length: dataset.items.size }, () => new Set<number>());
  for (const [user, fold] of folds.entries()) {
    expect(starts[user + 1]).toBeGreaterThan(starts[user]!);
    for (const item of indices.subarray(starts[user], starts[user + 1])) foldsOf[item]!.add(fold);
  }
  for (const of of foldsOf) expect(of.size).toBeGreaterThan(1);
});
