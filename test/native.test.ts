/** The kernels against a third, independent implementation: the C program that the benchmarks measure themselves by. */
import { describe, expect } from 'vitest';
import { catalogueLikeReference, sgdLikeReference } from '../bench/likeReference.ts';
import { buildNative, DIMENSION } from '../bench/native.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { itNeeds } from './support/needs.ts';

describe('the kernels agree with C', () => {
  itNeeds('a C compiler', 'SGD: the mean squared error over three epochs', () => {
    const shape = { users: 200, items: 90, ratings: 20_000, dimension: DIMENSION };
    const epoch = sgdLikeReference(loadKernels(), shape);
    const ours = (epoch() + epoch() + epoch()) / 3 / shape.ratings;
    const theirs = buildNative()!.result('sgd', shape.users, shape.items, shape.ratings, 3);
    expect(theirs).toBeGreaterThan(1);
    // C may reorder sums (-ffast-math), and 20,000 steps build on each other.
    expect(Math.abs(ours / theirs - 1)).toBeLessThan(1e-4);
  });

  itNeeds('a C compiler', 'catalogue: the items chosen in twelve rounds', () => {
    const question = catalogueLikeReference(loadKernels(), 40_000, DIMENSION);
    const ours = Array.from({ length: 12 }, question).reduce((sum, item) => sum + item, 0);
    expect(buildNative()!.result('catalogue', 40_000, 12)).toBe(ours);
  });
});
