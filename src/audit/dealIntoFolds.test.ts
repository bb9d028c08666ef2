import { expect, it } from 'vitest';
import { createWorld } from '../worlds/index.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';

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
