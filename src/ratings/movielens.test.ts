import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataset, createRatingMatrix, createVocabulary, filterByCounts } from './index.ts';

const folder = process.env['ULTERIOR_DATA'];
const file = folder === undefined ? '' : join(folder, 'ml-1m', 'ratings.dat');

it.skipIf(!existsSync(file))(
  'MovieLens 1M has 6,022 users, 3,043 items and 995,154 ratings after filtering (needs ml-1m/ratings.dat in ULTERIOR_DATA)',
  () => {
    const users = new Map<string, number>();
    const items = new Map<string, number>();
    const number = (known: Map<string, number>, id: string) => {
      if (!known.has(id)) known.set(id, known.size);
      return known.get(id)!;
    };
    const rows = readFileSync(file, 'latin1').trimEnd().split('\n');
    const triples = {
      users: new Uint32Array(rows.length),
      items: new Uint32Array(rows.length),
      values: new Float32Array(rows.length),
    };
    for (const [n, line] of rows.entries()) {
      const [user, item, rating] = line.split('::') as [string, string, string];
      triples.users[n] = number(users, user);
      triples.items[n] = number(items, item);
      triples.values[n] = Number(rating);
    }
    const dataset = createDataset({
      users: createVocabulary([...users.keys()]),
      items: createVocabulary([...items.keys()]),
      ratings: createRatingMatrix(users.size, items.size, triples),
    });
    expect(dataset.scale).toEqual({ min: 1, max: 5, step: 1 });
    expect(dataset.ratings.count).toBe(1_000_209);
    const { ratings } = filterByCounts(dataset, { minPerUser: 20, minPerItem: 20 }).dataset;
    expect([ratings.users, ratings.items, ratings.count]).toEqual([6022, 3043, 995_154]);
  },
);
