import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { attributeOf, countsByLabel, fingerprint, itemIndex, onScale, userIndex } from '../ratings/index.ts';
import { createWorld, type World, type WorldSpec, worldPresets } from './index.ts';

/** What is left of every rating after the truth is taken away. */
function residuals({ dataset, truth, spec }: World): Float64Array {
  const { starts, indices, values } = dataset.ratings.byUser;
  const left = new Float64Array(values.length);
  for (let user = 0; user < spec.users; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = indices[at]!;
      let expected = truth.typeBiases[item * spec.types.length + truth.userTypes[user]!]!;
      for (let k = 0; k < truth.dimension; k++) {
        expected += truth.userProfiles[user * truth.dimension + k]! * truth.itemProfiles[item * truth.dimension + k]!;
      }
      left[at] = values[at]! - expected;
    }
  }
  return left;
}
const mean = (list: ArrayLike<number>) => Array.from(list).reduce((sum, x) => sum + x, 0) / list.length;
const covariance = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const [centreA, centreB] = [mean(a), mean(b)];
  return mean(Array.from(a, (x, n) => (x - centreA) * (b[n]! - centreB)));
};
const variance = (list: ArrayLike<number>) => covariance(list, list);
const correlation = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  covariance(a, b) / Math.sqrt(variance(a) * variance(b));

const continuous: Partial<WorldSpec> = { users: 800, items: 300, noise: 0.7, scale: 'continuous' };

describe('the ratings', () => {
  it('are the truth plus noise of the stated variance, where the scale is continuous', () => {
    const world = createWorld(continuous, 1);
    const left = residuals(world);
    expect(left.length).toBeGreaterThan(25_000);
    expect(world.truth.noiseVariance).toBeCloseTo(0.49, 12);
    // 30,000 ratings: the variance is known to 1% (one standard deviation 0.8%, so 3% is nearly four).
    expect(variance(left) / 0.49).toBeGreaterThan(0.97);
    expect(variance(left) / 0.49).toBeLessThan(1.03);
    expect(Math.abs(mean(left))).toBeLessThan(0.02);
    const within = left.filter((x) => Math.abs(x) < 0.7).length / left.length;
    expect(within).toBeCloseTo(0.6827, 1.7);
  });

  it('are the truth itself without noise', () => {
    const left = residuals(createWorld({ ...continuous, noise: 0 }, 1));
    expect(Math.max(...left.map(Math.abs))).toBeLessThan(1e-5);
  });

  it('carry noise that is independent from one rating to the next', () => {
    const left = residuals(createWorld(continuous, 2));
    expect(Math.abs(correlation(left.subarray(1), left.subarray(0, -1)))).toBeLessThan(0.03);
  });

  it('are the unrounded ones, rounded and clipped', () => {
    const free = createWorld(continuous, 3).dataset;
    const stars = createWorld({ ...continuous, scale: { min: 1, max: 5, step: 1 } }, 3).dataset;
    expect(stars.ratings.byUser.indices).toEqual(free.ratings.byUser.indices);
    const rounded = free.ratings.byUser.values.map((rating) => Math.min(5, Math.max(1, Math.round(rating))));
    expect(stars.ratings.byUser.values).toEqual(rounded);
    expect(stars.scale).toEqual({ min: 1, max: 5, step: 1 });
    const halves = createWorld({ ...continuous, scale: { min: 0.5, max: 5, step: 0.5 } }, 3).dataset;
    expect(new Set(halves.ratings.byUser.values)).toEqual(new Set([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]));
    const clipped = createWorld({ ...continuous, scale: { min: 2, max: 4, step: 0 } }, 3).dataset;
    expect(clipped.ratings.byUser.values).toEqual(free.ratings.byUser.values.map((r) => Math.min(4, Math.max(2, r))));
  });

  it('lie within the scale of a continuous world, which is their range', () => {
    const { scale, ratings } = createWorld(continuous, 4).dataset;
    expect(scale).toEqual({
      min: Math.min(...ratings.byUser.values),
      max: Math.max(...ratings.byUser.values),
      step: 0,
    });
    expect(onScale(scale, scale.max + 0.01)).toBe(false);
  });
});

describe('the truth', () => {
  const types = [
    { label: 'x', share: 0.5 },
    { label: 'y', share: 0.3 },
    { label: 'z', share: 0.2 },
  ];
  it.each([2, 3])('has gaps of the stated size around the mean of each item, for %d types', (count) => {
    const chosen = count === 3 ? types : [types[0]!, { label: 'y', share: 0.5 }];
    const items = 4000;
    const { truth } = createWorld({ items, users: 400, types: chosen, leak: 0.4, itemSpread: 0.6, ratingMean: 3 }, 5);
    const centres = Array.from({ length: items }, (_, j) =>
      mean(truth.typeBiases.subarray(j * count, (j + 1) * count)),
    );
    const gaps = truth.typeBiases.map((bias, n) => bias - centres[Math.floor(n / count)]!);
    for (let type = 0; type < count; type++) {
      const own = gaps.filter((_, n) => n % count === type);
      expect(Math.sqrt(variance(own))).toBeCloseTo(0.4, 1.5);
      expect(Math.abs(mean(own))).toBeLessThan(0.03);
    }
    expect(Math.sqrt(variance(centres))).toBeCloseTo(0.6, 1.5);
    expect(mean(centres)).toBeCloseTo(3, 1.3);
  });

  it('has no gaps without leak', () => {
    const { truth } = createWorld({ leak: 0 }, 5);
    for (let n = 0; n < truth.typeBiases.length; n += 2) expect(truth.typeBiases[n]).toBe(truth.typeBiases[n + 1]);
  });

  it('has profiles of the stated variance', () => {
    const { truth } = createWorld({ users: 2000, items: 1000, profileScales: { user: 0.3, item: 1.5 } }, 6);
    expect([truth.profileVariance, truth.itemProfileVariance]).toEqual([0.09, 2.25]);
    expect(variance(truth.userProfiles) / 0.09).toBeCloseTo(1, 1);
    expect(variance(truth.itemProfiles) / 2.25).toBeCloseTo(1, 1);
    expect(truth.userProfiles.length).toBe(2000 * truth.dimension);
    // Type and profile are drawn apart: what ratings say about the type comes from the biases alone.
    const first = truth.userProfiles.filter((_, n) => n % truth.dimension === 0);
    expect(Math.abs(correlation(first, truth.userTypes))).toBeLessThan(0.1);
  });

  it('meets the shares of the types to within one user, in random order', () => {
    const world = createWorld({ users: 501, types, attribute: 'club' }, 7);
    const club = attributeOf(world.dataset, 'club');
    expect(club.labels).toEqual(['x', 'y', 'z']);
    expect(club.values).toEqual(world.truth.userTypes);
    expect([...countsByLabel(club)]).toEqual([251, 150, 100]);
    expect(Math.abs(correlation(club.values, Array.from(club.values.keys())))).toBeLessThan(0.15);
  });
});

describe('a world', () => {
  it('is the same for the same seed, to the byte, and another for another seed', () => {
    const spec = { users: 60, items: 40, ratingsPerUser: 15 };
    const [first, again, other] = [createWorld(spec, 8), createWorld(spec, 8), createWorld(spec, 9)];
    expect(fingerprint(again.dataset)).toBe(fingerprint(first.dataset));
    expect(again.truth).toEqual(first.truth);
    expect(fingerprint(other.dataset)).not.toBe(fingerprint(first.dataset));
    expect(other.truth.userProfiles).not.toEqual(first.truth.userProfiles);
    expect(other.truth.typeBiases).not.toEqual(first.truth.typeBiases);
    expect(other.truth.userTypes).not.toEqual(first.truth.userTypes);
    expect(other.dataset.ratings.byUser.starts).not.toEqual(first.dataset.ratings.byUser.starts);
  });

  it('gives a user the same profile and items in a larger world', () => {
    const small = createWorld({ users: 400 }, 10);
    const large = createWorld({ users: 900 }, 10);
    const cut = <A extends Float32Array | Uint32Array>(list: A, length: number) => list.subarray(0, length);
    const { starts, indices } = small.dataset.ratings.byUser;
    expect(cut(large.truth.userProfiles, small.truth.userProfiles.length)).toEqual(small.truth.userProfiles);
    expect(cut(large.dataset.ratings.byUser.starts, 401)).toEqual(starts);
    expect(cut(large.dataset.ratings.byUser.indices, starts[400]!)).toEqual(indices);
  });

  it('names users and items, with titles for people', () => {
    const { dataset } = createWorld({ items: 200 }, 11);
    expect(dataset.users.id(userIndex(3))).toBe('user-3');
    expect(dataset.items.indexOf('item-17')).toBe(17);
    expect(dataset.items.title(itemIndex(17))).toMatch(/^[A-Z][a-z]+.* [A-Z]/);
    const huge = createWorld({ items: 100_001, users: 30_000, ratingsPerUser: 10, dimension: 1 }, 11);
    expect(huge.dataset.items.title(itemIndex(17))).toBe('item-17');
  });

  it.each([
    ['users', { users: 1 }, 'users is 1; it must be a whole number from 2'],
    ['items', { items: 0 }, 'items is 0; it must be a whole number from 1'],
    ['minimumPerUser', { minimumPerUser: 201 }, 'minimumPerUser is 201; it must be a whole number from 1 to 200'],
    ['ratingsPerUser', { ratingsPerUser: 9 }, 'ratingsPerUser is 9; it must be a number from 10 to 200'],
    ['ratingsPerUser', { ratingsPerUser: 201 }, 'ratingsPerUser is 201; it must be a number from 10 to 200'],
    ['countSpread', { countSpread: -1 }, 'countSpread is -1; it must be a number from 0 to 4'],
    ['dimension', { dimension: 0 }, 'dimension is 0; it must be a whole number from 1'],
    ['leak', { leak: -0.1 }, 'leak is -0.1; it must be a number from 0'],
    ['noise', { noise: Number.NaN }, 'noise is NaN; it must be a number from 0'],
    ['profileScales', { profileScales: { user: -1, item: 1 } }, 'profileScales.user is -1; it must be'],
    ['profileScales', { profileScales: { user: 1, item: -1 } }, 'profileScales.item is -1; it must be'],
    ['ratingMean', { ratingMean: Number.POSITIVE_INFINITY }, 'ratingMean is Infinity; it must be'],
    ['itemSpread', { itemSpread: -1 }, 'itemSpread is -1; it must be'],
    ['popularity', { popularity: 4 }, 'popularity is 4; it must be a number from 0 to 3'],
    ['types', { types: [{ label: 'a', share: 1 }] }, 'types is a list of 1; it must have 2 to 1000 types'],
    [
      'types',
      {
        types: [
          { label: 'a', share: 0.5 },
          { label: 'a', share: 0.5 },
        ],
      },
      'types is ["a","a"]; labels must be distinct',
    ],
    [
      'types',
      {
        types: [
          { label: 'a', share: 0.5 },
          { label: 'b', share: 0.4 },
        ],
      },
      'shares that sum to 0.9; they must sum to 1',
    ],
    [
      'types',
      {
        types: [
          { label: 'a', share: 1 },
          { label: 'b', share: 0 },
        ],
      },
      'types[1].share is 0; it must be',
    ],
    [
      'types',
      {
        types: [
          { label: 'a', share: 0.9999 },
          { label: 'b', share: 0.0001 },
        ],
      },
      'none is of the type "b" -> raise the share',
    ],
    ['attribute', { attribute: '' }, 'attribute is ""; it must not be empty'],
    ['scale', { scale: { min: 5, max: 1, step: 1 } }, 'scale is {"min":5,"max":1,"step":1}; min must be below max'],
    ['scale', { scale: { min: 1, max: 5, step: 0.3 } }, 'a whole number of steps apart'],
    [
      'sparse',
      { users: 2, items: 500, ratingsPerUser: 100 },
      'one for each of 500 items, and fewer than 2^32 -> raise ratingsPerUser or users',
    ],
  ])('refuses a wrong %s %j', (_, spec, text) => {
    const message = failure(() => createWorld(spec, 1));
    expect(message).toMatch(/^PARAMETER_OUT_OF_RANGE: .+ -> .+/);
    expect(message).toContain(text);
  });
});

describe('the presets', () => {
  it.each([
    ['demo', 1200, 300, 72_000],
    ['tv', 992, 50, 29_900],
    ['movielens', 6000, 3000, 996_000],
  ] as const)('%s has the stated size', (name, users, items, ratings) => {
    const { dataset, spec } = createWorld(worldPresets[name], 12);
    expect([dataset.ratings.users, dataset.ratings.items]).toEqual([users, items]);
    expect(Math.abs(dataset.ratings.count / ratings - 1)).toBeLessThan(0.05);
    expect(attributeOf(dataset, spec.attribute).labels).toHaveLength(2);
  });

  it('flixster would have about 5.6 million ratings', () => {
    const { users, ratingsPerUser, items } = worldPresets.flixster;
    expect(items).toBe(9921);
    expect(Math.abs((users * ratingsPerUser) / 5.6e6 - 1)).toBeLessThan(0.05);
    expect(createWorld({ ...worldPresets.flixster, users: 900 }, 1).dataset.scale.step).toBe(0.5);
  });
});
