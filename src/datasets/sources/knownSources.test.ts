import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { readMovieLens } from '../../../test/support/movielens.ts';
import { itNeedsData } from '../../../test/support/needs.ts';
import type { CategoricalAttribute, Dataset } from '../../ratings/index.ts';
import { createWorld, worldPresets } from '../../worlds/index.ts';
import { openDataset } from '../openDataset.ts';
import { sourceFromText } from './datasetSource.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-known-'));
afterAll(() => rmSync(folder, { recursive: true }));

function place(name: string, files: Record<string, string>): string {
  mkdirSync(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files))
    writeFileSync(join(folder, name, file), Buffer.from(text, 'latin1'));
  return join(folder, name);
}
const titles = (dataset: Dataset) =>
  Array.from({ length: dataset.items.size }, (_, n) => dataset.items.title(n as never));
const labelsOf = (dataset: Dataset, name: string) => {
  const { labels, values } = dataset.attributes.get(name) as CategoricalAttribute;
  return Array.from(values, (code) => labels[code]);
};

describe('known data sets in their own layout', () => {
  it('MovieLens 1M: names of occupations, age by code, Latin-1 titles with colons and quotes', async () => {
    place('ml-1m', {
      'ratings.dat': '1::10::5::0\n2::9::3::0\n1::9::4::0\n',
      'users.dat': '1::F::1::10::48067\n2::M::56::16::70072\n',
      'movies.dat': '9::Caf\u00E9: "The End" (1995)::Drama\n10::Ten (1999)::Comedy|War\n',
    });
    // The folder above works too.
    const { dataset, summary } = await openDataset({
      kind: 'known',
      name: 'ml-1m',
      folder,
      attributes: ['age>=35', 'gender', 'occupation'],
    });
    expect(titles(dataset)).toEqual(['Caf\u00E9: "The End" (1995)', 'Ten (1999)']);
    expect(labelsOf(dataset, 'age')).toEqual(['below 35', 'from 35']);
    expect(labelsOf(dataset, 'gender')).toEqual(['F', 'M']);
    expect(labelsOf(dataset, 'occupation')).toEqual(['K-12 student', 'self-employed']);
    expect(summary.guessedColumns).toEqual([]);
  });

  it('MovieLens 100K: tabs, bars and years', async () => {
    const own = place('ml-100k', {
      'u.data': '196\t242\t3\t881250949\n22\t242\t1\t878887116\n',
      'u.user': '22|25|M|writer|40206\n196|49|F|artist|55105\n',
      'u.item': `242|Kolya "1" (1996)|24-Jan-1997||http://x|${'0|'.repeat(18)}0\n`,
    });
    const { dataset } = await openDataset({ kind: 'known', name: 'ml-100k', folder: own });
    expect(labelsOf(dataset, 'gender')).toEqual(['M', 'F']);
    expect(titles(dataset)).toEqual(['Kolya "1" (1996)']);
  });

  it.each([
    ['with', 'userid\tmovieid\trating\n', 'userid,gender,location,memberfor,lastlogin,profileview,age\n'],
    ['without', '', ''],
  ])('Flixster %s a line of names', async (_, ratingsHeader, profileHeader) => {
    const own = place('flixster', {
      'ratings.txt': `${ratingsHeader}7\t1\t0.5\n8\t1\t5.0\n9\t1\t2.0\n`,
      'profile.txt': `${profileHeader}7,Male,"Rome, Italy",2008-01-01,1,2,30\n8,Female,,,,,\n9,N/A,,,,,\n`,
    });
    const { dataset, summary } = await openDataset({ kind: 'known', name: 'flixster', folder: own });
    expect(labelsOf(dataset, 'gender')).toEqual(['Male', 'Female']);
    expect(summary).toMatchObject({ rowsRead: 3, dropped: [{ reason: 'no "gender"', users: 1 }] });
  });

  itNeedsData('ml-1m/ratings.dat', 'MovieLens 1M as a whole', async (file) => {
    const source = { kind: 'known', name: 'ml-1m', folder: dirname(file), minPerUser: 20, minPerItem: 20 } as const;
    const { dataset, summary } = await openDataset({ ...source, attributes: ['gender', 'age>=35'] });
    expect(summary).toMatchObject({ rowsRead: 1_000_209, users: 6022, items: 3043, ratings: 995_154 });
    const reference = readMovieLens(file);
    for (const user of [0, 1, 3000, 6021]) {
      const known = reference.users.indexOf(dataset.users.id(user as never))!;
      for (const attribute of ['gender', 'age']) {
        const { labels, values } = reference.attributes.get(attribute) as CategoricalAttribute;
        expect(labelsOf(dataset, attribute)[user]).toBe(labels[values[known]!]);
      }
    }
    expect(dataset.items.title(dataset.items.indexOf('1')!)).toBe('Toy Story (1995)');
  });

  itNeedsData('ml-100k/u.data', 'MovieLens 100K as a whole', async (file) => {
    const { summary } = await openDataset({ kind: 'known', name: 'ml-100k', folder: dirname(file) });
    expect(summary).toMatchObject({ users: 943, items: 1682, ratings: 100_000 });
    expect(summary.attributes[0]!.labels.map(({ users }) => users)).toEqual([273, 670]);
  });

  itNeedsData('food-world-cup/food-world-cup-data.csv', 'the Food World Cup survey as it is', async (path) => {
    const source = { kind: 'wide', path, encoding: 'latin-1', items: { pattern: 'traditional cuisine of' } } as const;
    const { dataset, summary } = await openDataset({
      ...source,
      attributes: ['Gender', 'Age:{under 45=18-29|30-44; from 45=45-60|> 60}', 'Household Income'],
    });
    expect(summary).toMatchObject({ rowsRead: 1373, ratingsRead: 23_943, users: 1229, items: 40, ratings: 23_309 });
    expect(titles(dataset)).toEqual(expect.arrayContaining(['Algeria', 'Australia', 'Ivory Coast', 'The Netherlands']));
    expect(summary.attributes.map(({ labels }) => labels.length)).toEqual([2, 2, 5]);
  });
});

describe('worlds', () => {
  it('are those of createWorld, with settings changed', async () => {
    const { dataset, summary } = await openDataset(sourceFromText('world:demo,users=100,leak=0.5,seed=7'));
    const world = createWorld({ ...worldPresets.demo, users: 100, leak: 0.5 }, 7);
    expect(dataset.ratings.byUser.values).toEqual(world.dataset.ratings.byUser.values);
    expect(summary).toMatchObject({ source: 'world:demo,users=100,leak=0.5,seed=7', users: 100 });
    expect(summary.attributes[0]!.name).toBe('chronotype');
  });

  it('fit into fewer items than their people would rate, and are filtered', async () => {
    const { summary } = await openDataset({ kind: 'world', name: 'tv', items: 8, minPerUser: 5 });
    expect(summary).toMatchObject({ items: 8, users: 992 });
    const filtered = await openDataset({ kind: 'world', name: 'demo', users: 100, minPerUser: 60 });
    expect(filtered.summary.dropped[0]!.users).toBeGreaterThan(0);
  });

  it('unknown names and settings are refused', async () => {
    expect(failure(() => sourceFromText('world:mars'))).toBe(
      'SOURCE_UNKNOWN: there is no world "mars" -> name one of demo, movielens, tv, flixster',
    );
    expect(failure(() => sourceFromText('world:demo,size=3'))).toMatch(
      'SOURCE_UNKNOWN: "size=3" in "world:demo,size=3" is not a setting of a world -> write name=number with one of the names users',
    );
    expect(await asyncFailure(() => openDataset({ kind: 'known', name: 'ml-2m' as never, folder }))).toBe(
      'SOURCE_UNKNOWN: no known data set is called "ml-2m" -> name one of ml-100k, ml-1m, flixster',
    );
  });
});

describe('a source in one word', () => {
  it('is a known data set with its folder, or a path', () => {
    expect(sourceFromText('ml-1m:/data/x:y')).toEqual({ kind: 'known', name: 'ml-1m', folder: '/data/x:y' });
    expect(sourceFromText('C:/data/r.csv')).toEqual({ kind: 'long', ratings: { path: 'C:/data/r.csv' } });
    expect(failure(() => sourceFromText('ml-1m'))).toBe(
      'SOURCE_UNKNOWN: "ml-1m" does not say where its files are -> write ml-1m:folder',
    );
  });
});
