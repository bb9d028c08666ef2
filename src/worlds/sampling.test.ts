import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../maths/index.ts';
import { createAliasTable } from './aliasTable.ts';
import { createWorld } from './index.ts';
import { createItemSampler, drawPopularity } from './itemSampler.ts';
import { placeOrphans } from './orphans.ts';
import { inventTitles } from './titles.ts';

/** Pearson's statistic of counts against probabilities. */
const pearson = (counts: ArrayLike<number>, probabilities: ArrayLike<number>, draws: number) =>
  Array.from(counts, (count, n) => (count - draws * probabilities[n]!) ** 2 / (draws * probabilities[n]!)).reduce(
    (a, b) => a + b,
    0,
  );

describe('createAliasTable', () => {
  it('draws in proportion to the weights', () => {
    const weights = Float64Array.of(8, 1, 0.5, 3, 3, 0.01, 4.49);
    const table = createAliasTable(weights);
    const stream = derive(1, 'alias');
    const counts = new Uint32Array(7);
    for (let n = 0; n < 200_000; n++) counts[table.draw(stream)]!++;
    // Six degrees of freedom: above 22.5 once in a thousand.
    expect(
      pearson(
        counts,
        weights.map((weight) => weight / 20),
        200_000,
      ),
    ).toBeLessThan(22.5);
  });
});

describe('createItemSampler', () => {
  it('draws distinct items, ascending, as many as asked for, up to all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(),
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.nat(),
        (items, size, exponent, seed) => {
          const sampler = createItemSampler(drawPopularity(items, exponent, derive(seed, 'popularity')));
          for (const count of [1 + (size % items), items]) {
            const drawn = new Uint32Array(count);
            sampler.draw(derive(seed, 'draw'), drawn);
            expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual([...drawn]);
            expect(drawn.at(-1)).toBeLessThan(items);
          }
        },
      ),
    );
  });

  it('does not try forever when the rest of the catalogue is hardly ever drawn', () => {
    const items = 200;
    const stream = derive(1, 'draw');
    let draws = 0;
    const counted = { ...stream, uniform: () => ++draws && stream.uniform() };
    createItemSampler(drawPopularity(items, 3, derive(1, 'popularity'))).draw(counted, new Uint32Array(items));
    // At most one per item taken, one per rejection, and one waiting time per item.
    expect(draws).toBeLessThanOrEqual(3 * items);
  });

  it('draws one after another by weight, also where rejection gives up', () => {
    // Two of three items: pairs {0,1}, {0,2}, {1,2} by the order of drawing. With the weight of item 0 this large the
    // second item is found by rejection in some draws and by waiting times in the others.
    const weights = Float64Array.of(0.9, 0.075, 0.025);
    const then = (first: number, second: number) => (weights[first]! * weights[second]!) / (1 - weights[first]!);
    const pairs = [then(0, 1) + then(1, 0), then(0, 2) + then(2, 0), then(1, 2) + then(2, 1)];
    const sampler = createItemSampler(weights);
    const counts = [0, 0, 0];
    const drawn = new Uint32Array(2);
    for (let n = 0; n < 60_000; n++) {
      sampler.draw(derive(n, 'pairs'), drawn);
      counts[drawn[0]! + drawn[1]! - 1]!++;
    }
    // Two degrees of freedom: above 13.8 once in a thousand.
    expect(pearson(counts, pairs, 60_000)).toBeLessThan(13.8);
  });
});

describe('popularity', () => {
  const shareOfTopTenth = (popularity: number) => {
    const { ratings } = createWorld(
      { users: 1000, items: 400, ratingsPerUser: 20, minimumPerUser: 5, popularity },
      3,
    ).dataset;
    const counts = Array.from(
      { length: 400 },
      (_, item) => ratings.byItem.starts[item + 1]! - ratings.byItem.starts[item]!,
    );
    return (
      counts
        .sort((a, b) => b - a)
        .slice(0, 40)
        .reduce((a, b) => a + b, 0) / ratings.count
    );
  };

  it('is a power law over ranks, and ranks have nothing to do with the index', () => {
    const weights = drawPopularity(1000, 0.8, derive(4, 'popularity'));
    const sorted = weights.toSorted((a, b) => b - a);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(sorted[0]! / sorted[99]!).toBeCloseTo(100 ** 0.8, 6);
    expect(weights).not.toEqual(sorted);
  });

  it('skews the ratings the more, the larger the exponent', () => {
    expect(shareOfTopTenth(0)).toBeLessThan(0.15);
    expect(shareOfTopTenth(0.5)).toBeGreaterThan(0.22);
    expect(shareOfTopTenth(1)).toBeGreaterThan(0.4);
  });
});

describe('rating counts', () => {
  const countsOf = (ratingsPerUser: number, countSpread: number) => {
    const { starts } = createWorld(
      { users: 4000, items: 60, minimumPerUser: 8, ratingsPerUser, countSpread, dimension: 1 },
      5,
    ).dataset.ratings.byUser;
    return Array.from({ length: 4000 }, (_, user) => starts[user + 1]! - starts[user]!);
  };

  it.each([
    [8, 1],
    [12, 0.8],
    [30, 0.8],
    [45, 1.5],
    [59, 0.5],
    [60, 1],
    [20.25, 0],
  ])(
    'have the mean %d whatever is cut off (spread %d), and keep to minimum and catalogue',
    (ratingsPerUser, spread) => {
      const counts = countsOf(ratingsPerUser, spread);
      const mean = counts.reduce((a, b) => a + b, 0) / 4000;
      // At most 52 / 2 / sqrt(4000) = 0.41 is one standard deviation.
      expect(Math.abs(mean - ratingsPerUser)).toBeLessThan(1.3);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
      expect(Math.max(...counts)).toBeLessThanOrEqual(60);
    },
  );

  it('are rounded up and down at random, so that a fraction in the mean is kept', () => {
    const counts = countsOf(20.25, 0);
    expect(new Set(counts)).toEqual(new Set([20, 21]));
    expect(counts.filter((count) => count === 21).length / 4000).toBeCloseTo(0.25, 1);
  });

  it('are skewed to the right, the more so the larger the spread', () => {
    const median = (list: number[]) => list.sort((a, b) => a - b)[2000]!;
    expect(median(countsOf(16, 0.3))).toBeGreaterThan(14);
    expect(median(countsOf(16, 1.2))).toBeLessThan(13);
  });
});

describe('placeOrphans', () => {
  it('gives every item a rating, keeps rows sorted and their lengths, and moves no more than it must', () => {
    const rows = fc.array(fc.uniqueArray(fc.nat(19), { minLength: 1 }), { minLength: 20, maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.nat(), (lists, seed) => {
        const sorted = lists.map((list) => list.toSorted((a, b) => a - b));
        const starts = new Uint32Array(sorted.length + 1);
        for (const [n, list] of sorted.entries()) starts[n + 1] = starts[n]! + list.length;
        const before = Uint32Array.from(sorted.flat());
        const after = before.slice();
        const missing = 20 - new Set(before).size;
        expect(placeOrphans(20, starts, after, derive(seed, 'orphans'))).toBe(missing);
        expect(new Set(after).size).toBe(20);
        let replaced = 0;
        for (const [n, list] of sorted.entries()) {
          const row = [...after.subarray(starts[n], starts[n + 1])];
          expect([...new Set(row)].sort((a, b) => a - b)).toEqual(row);
          replaced += row.filter((item) => !list.includes(item)).length;
        }
        expect(replaced).toBe(missing);
      }),
    );
  });

  it('leaves no item of a steep world unrated', () => {
    // The least popular of 300 items is drawn once in 27 million: without help most items would have no rating.
    const { ratings } = createWorld(
      { users: 40, items: 300, ratingsPerUser: 12, minimumPerUser: 2, popularity: 3 },
      6,
    ).dataset;
    const counts = Array.from(
      { length: 300 },
      (_, item) => ratings.byItem.starts[item + 1]! - ratings.byItem.starts[item]!,
    );
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeGreaterThan(10);
  });
});

describe('inventTitles', () => {
  it('gives distinct titles, sequels numbered, and the same ones for the same stream', () => {
    const titles = inventTitles(100_000, derive(7, 'titles'));
    expect(new Set(titles).size).toBe(100_000);
    expect(inventTitles(100, derive(7, 'titles'))).toEqual(titles.slice(0, 100));
    expect(inventTitles(100, derive(8, 'titles'))).not.toEqual(titles.slice(0, 100));
    const sequels = titles.filter((title) => / \d+$/.test(title));
    expect(sequels.length).toBeGreaterThan(0);
    const all = new Set(titles);
    expect(sequels.every((sequel) => all.has(sequel.replace(/ \d+$/, '')))).toBe(true);
  });
});
