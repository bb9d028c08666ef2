import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import {
  attributeOf,
  clusterCount,
  clusterMembers,
  clustersFrom,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  fingerprint,
  fingerprintOfPeople,
  joinClusters,
  keepUsersWith,
  shuffledLabels,
  shuffledPeople,
  stratifiedFolds,
  subsetUsers,
  withCopiesTogether,
  withRatings,
} from '../index.ts';

/** A row of answers for each person; undefined is no answer. */
function datasetOf(
  rows: readonly (readonly (number | undefined)[])[],
  labels: readonly (string | undefined)[],
  households?: readonly number[],
): Dataset {
  const cells = rows.flatMap((row, user) =>
    row.flatMap((value, item) => (value === undefined ? [] : [{ user, item, value }])),
  );
  return createDataset({
    users: createVocabulary(rows.map((_, user) => `u${user}`)),
    items: createVocabulary(rows[0]!.map((_, item) => `i${item}`)),
    ratings: createRatingMatrix(rows.length, rows[0]!.length, {
      users: cells.map(({ user }) => user),
      items: cells.map(({ item }) => item),
      values: cells.map(({ value }) => value),
    }),
    attributes: [createAttribute('gender', labels)],
    together: households && { column: 'household', clusters: Uint32Array.from(households) },
  });
}

const labelsOf = (people: number) => Array.from({ length: people }, (_, n) => (n % 2 === 0 ? 'F' : 'M'));

function randomRows(people: number, items: number, levels: number, seed: number): number[][] {
  const stream = derive(seed, 'rows');
  return Array.from({ length: people }, () => Array.from({ length: items }, () => 1 + stream.below(levels)));
}

describe('clusters', () => {
  it('are numbered as they come, and whoever has no value is alone', () => {
    expect([...clustersFrom(['b', 'a', undefined, 'b', undefined])]).toEqual([0, 1, 2, 0, 3]);
    expect(clusterCount(Uint32Array.of(0, 1, 0))).toBe(2);
    expect(clusterMembers(Uint32Array.of(0, 1, 0))).toEqual([[0, 2], [1]]);
  });

  it('join whoever is together in either, over any number of steps', () => {
    const joined = joinClusters(Uint32Array.of(0, 0, 1, 1, 2, 3), Uint32Array.of(0, 1, 1, 2, 2, 3));
    expect([...joined]).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('follow the people through filters, subsets and other ratings', () => {
    const labels = ['F', 'M', undefined, 'F', 'M', 'F'];
    const data = datasetOf(randomRows(6, 3, 5, 1), labels, [7, 8, 8, 7, 9, 9]);
    expect([...data.together!.clusters]).toEqual([0, 1, 1, 0, 2, 2]);
    expect([...keepUsersWith(data, 'gender').dataset.together!.clusters]).toEqual([0, 1, 0, 2, 2]);
    expect(subsetUsers(data, [5, 1, 4]).together).toMatchObject({
      column: 'household',
      clusters: Uint32Array.of(0, 1, 0),
    });
    expect(withRatings(data, data.ratings).together).toEqual(data.together);
  });

  it('are part of what tells data and people from others', () => {
    const [rows, labels] = [randomRows(4, 3, 5, 1), labelsOf(4)];
    const prints = [undefined, [0, 0, 1, 1], [0, 1, 1, 0]].map((own) =>
      fingerprint(datasetOf(rows, labels, own), 'gender'),
    );
    expect(new Set(prints).size).toBe(3);
    const people = [undefined, [0, 0], [0, 1]].map((own) => fingerprintOfPeople(['a', 'b'], ['F', 'M'], own));
    expect(new Set(people).size).toBe(3);
  });
});

describe('copies', () => {
  it('belong together where chance does not explain them', () => {
    const rows = randomRows(40, 12, 5, 2);
    const data = withCopiesTogether(datasetOf([...rows, ...rows.slice(0, 10), rows[0]!], labelsOf(51)));
    const { clusters, copies } = data.together!;
    expect(copies).toMatchObject({ rows: 11, people: 21 });
    expect(copies!.expected).toBeLessThan(0.01);
    expect(clusterCount(clusters)).toBe(40);
    expect(clusters[40]).toBe(clusters[0]);
    expect(clusters[50]).toBe(clusters[0]);
    expect(clusters[41]).toBe(clusters[1]);
  });

  it('are none among people who answered two questions with yes or no', () => {
    const data = datasetOf(randomRows(60, 2, 2, 3), labelsOf(60));
    expect(withCopiesTogether(data)).toBe(data);
  });

  it('count no answer as an answer', () => {
    // Who answers what is all that differs: 2^16 ways.
    const stream = derive(4, 'presence');
    const rows = Array.from({ length: 20 }, () =>
      Array.from({ length: 16 }, () => (stream.below(2) === 0 ? undefined : 1)),
    );
    const some = rows.map((row) => row.with(0, 1));
    const copied = withCopiesTogether(datasetOf([...some, some[0]!], labelsOf(21)));
    expect(copied.together?.copies?.rows).toBe(1);
    expect(withCopiesTogether(datasetOf(some, labelsOf(20))).together).toBeUndefined();
  });

  it('are not made of short lists among long ones', () => {
    const stream = derive(5, 'lists');
    const long = Array.from({ length: 60 }, () =>
      Array.from({ length: 40 }, () => (stream.below(2) === 0 ? undefined : 1 + stream.below(5))),
    );
    const short = Array.from({ length: 8 }, () =>
      Array.from({ length: 40 }, (_, item) => (item === 3 ? 5 : undefined)),
    );
    const rows = [...long.map((row) => row.with(0, 3)), ...short];
    expect(withCopiesTogether(datasetOf(rows, labelsOf(68))).together).toBeUndefined();
  });

  it('are not made of people who give one answer to everything', () => {
    const straight = Array.from({ length: 6 }, () => Array.from({ length: 12 }, () => 3));
    const rows = randomRows(40, 12, 5, 6);
    expect(withCopiesTogether(datasetOf([...rows, ...straight], labelsOf(46))).together).toBeUndefined();
    expect(withCopiesTogether(datasetOf([...rows, ...straight, rows[0]!], labelsOf(47))).together?.copies?.rows).toBe(
      1,
    );
  });

  it('join households', () => {
    const rows = randomRows(6, 12, 5, 7);
    const data = withCopiesTogether(datasetOf([...rows, rows[0]!], labelsOf(7), [0, 0, 1, 1, 2, 2, 3]));
    expect([...data.together!.clusters]).toEqual([0, 0, 1, 1, 2, 2, 0]);
    expect(data.together!.column).toBe('household');
  });
});

describe('folds of people who belong together', () => {
  it('keep clusters whole, and groups and sizes even', () => {
    const stream = derive(8, 'sizes');
    const clusters = clustersFrom(Array.from({ length: 400 }, () => stream.below(150)));
    const labels = Array.from({ length: 400 }, (_, n) => (n % 4 === 0 ? 'F' : 'M'));
    const folds = stratifiedFolds(createAttribute('gender', labels), 5, derive(8, 'folds'), clusters);
    for (const members of clusterMembers(clusters)) expect(new Set(members.map((user) => folds[user])).size).toBe(1);
    for (let fold = 0; fold < 5; fold++) {
      const own = [...folds.keys()].filter((user) => folds[user] === fold);
      expect(Math.abs(own.length - 80)).toBeLessThanOrEqual(4);
      expect(Math.abs(own.filter((user) => labels[user] === 'F').length - 20)).toBeLessThanOrEqual(3);
    }
  });
});

describe('labels of people who belong together', () => {
  const clusters = Uint32Array.of(0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 6);

  it('move as a whole to a cluster of the same size', () => {
    const moved = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const from = shuffledPeople(clusters, derive(n, 'shuffle'));
      expect(from.toSorted()).toEqual(Uint32Array.from(clusters.keys()));
      for (const members of clusterMembers(clusters)) {
        const givers = new Set(members.map((person) => clusters[from[person]!]!));
        expect(givers.size).toBe(1);
        expect(clusterMembers(clusters)[[...givers][0]!]).toHaveLength(members.length);
      }
      moved.add(clusters[from[0]!]!);
    }
    expect([...moved].sort()).toEqual([0, 1, 2]);
  });

  it('change places within a cluster, too: couples of one man and one woman would all stay as they are', () => {
    const firsts = Array.from({ length: 40 }, (_, n) => shuffledPeople(clusters, derive(n, 'shuffle'))[0]! % 2);
    expect(new Set(firsts)).toEqual(new Set([0, 1]));
  });

  it('stay within their fold, unless nobody there is as large', () => {
    // Two clusters of two in fold 0; one of three in each fold.
    const own = Uint32Array.of(0, 0, 1, 1, 2, 2, 2, 3, 3, 3);
    const folds = Uint16Array.of(0, 0, 0, 0, 0, 0, 0, 1, 1, 1);
    const swaps = Array.from({ length: 40 }, (_, n) => {
      const from = shuffledPeople(own, derive(n, 'shuffle'), folds);
      expect(from[0]).toBeLessThan(4);
      return own[from[4]!]!;
    });
    expect(new Set(swaps)).toEqual(new Set([2, 3]));
  });

  it('are what the control of an audit shuffles', () => {
    const rows = randomRows(12, 3, 5, 9);
    const labels = ['F', 'F', 'M', 'M', 'F', 'F', 'M', 'F', 'M', 'M', 'M', 'M'];
    const data = datasetOf(rows, labels, [...clusters]);
    for (let n = 0; n < 20; n++) {
      const { values } = attributeOf(shuffledLabels(data, 'gender', derive(n, 'control')), 'gender');
      // Clusters of one group stay of one group.
      for (const members of [
        [0, 1],
        [2, 3],
        [4, 5],
        [9, 10, 11],
      ])
        expect(new Set(members.map((p) => values[p])).size).toBe(1);
      expect([...values].sort()).toEqual([...attributeOf(data, 'gender').values].sort());
    }
  });
});
