import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import {
  attributeFromCodes,
  attributeOf,
  createDataset,
  createRatingMatrix,
  createVocabulary,
} from '../../ratings/index.ts';
import { createTable, longTable } from '../../tables/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { dealIntoFolds, dealTrainers } from './dealIntoFolds.ts';
import { foldUnits } from './foldUnits.ts';

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
      'PEOPLE_TOO_FEW: "club" is known of 5 people: 6 folds need at least as many (folds) -> load more people, or leave out fewer of them (--min-user, --min-item)',
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

describe('people who belong together', () => {
  const { dataset: world } = createWorld({ users: 40, items: 30, ratingsPerUser: 12 }, 5);
  /** Everybody twice, under another id. */
  const copied = createDataset({
    users: createVocabulary([...Array(80).keys()].map((n) => `p${n}`)),
    items: world.items,
    ratings: createRatingMatrix(80, world.items.size, {
      users: repeat(
        (at) => userOf(at),
        (user) => user + 40,
      ),
      items: repeat(
        (at) => world.ratings.byUser.indices[at]!,
        (item) => item,
      ),
      values: repeat(
        (at) => world.ratings.byUser.values[at]!,
        (value) => value,
      ),
    }),
    attributes: [
      attributeFromCodes(
        'type',
        attributeOf(world, 'type').labels,
        Int16Array.from({ length: 80 }, (_, n) => attributeOf(world, 'type').values[n % 40]!),
      ),
    ],
  });

  function userOf(at: number): number {
    return world.ratings.byUser.starts.findLastIndex((start) => start <= at);
  }

  function repeat(of: (at: number) => number, again: (value: number) => number): number[] {
    const once = Array.from({ length: world.ratings.count }, (_, at) => of(at));
    return [...once, ...once.map(again)];
  }

  it('share a fold where one is a copy of the other, and the data say so', () => {
    const { dataset, folds } = dealIntoFolds(copied, 'type', 4, 1, 'audit-folds');
    expect(dataset.together?.copies).toMatchObject({ rows: 40, people: 80 });
    for (let person = 0; person < 40; person++) expect(folds[person + 40]).toBe(folds[person]);
    expect(dealIntoFolds(world, 'type', 4, 1, 'audit-folds').dataset.together).toBeUndefined();
  });

  it('teach once: of copies, one is among the trainers, and all are tested', async () => {
    const { dataset, folds } = dealIntoFolds(copied, 'type', 4, 1, 'audit-folds');
    const [run] = foldUnits([{ key: 'a' }], folds, 4, {
      together: dataset.together,
      tasks: () => 1,
      work: async (_, { trainers, people }) => ({
        scores: new Map(),
        facts: { trainers: trainers.length, people: people.length },
      }),
    });
    const found = await Promise.all(run!.units.map(async ({ work, read }) => read(await work({} as never))!.facts));
    expect(found.reduce((sum, { people }) => sum + people, 0)).toBe(80);
    expect(found.reduce((sum, { trainers }) => sum + trainers, 0)).toBe(3 * 40);
  });

  it('are not looked for again among trainers', () => {
    expect(dealTrainers(copied, 'type', 4, 1, 'audit-calibration').dataset.together).toBeUndefined();
  });

  it('must be as many units as folds', () => {
    const together = { column: 'city', clusters: Uint32Array.from({ length: 40 }, (_, n) => n % 3) };
    const cities = createDataset({ ...world, attributes: [...world.attributes.values()], together });
    expect(dealIntoFolds(cities, 'type', 3, 1, 'audit-folds').folds).toHaveLength(40);
    expect(failure(() => dealIntoFolds(cities, 'type', 4, 1, 'audit-folds'))).toMatch(
      /^PEOPLE_TOO_FEW: the 40 people whose "type" is known belong to 3 units .* 4 folds need at least as many -> .*groupColumn/,
    );
  });
});
