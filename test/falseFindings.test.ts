/** Real data without a fault: nothing is found, whatever is inferred. */
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { openDataset } from '../src/datasets/index.ts';
import { itNeedsData } from './support/needs.ts';

type Source = (path: string) => Exclude<Parameters<typeof openDataset>[0], { readonly kind: 'world' }>;

const cases: readonly (readonly [file: string, attributes: readonly string[], source: Source])[] = [
  ['ml-1m/ratings.dat', ['gender', 'age>=35'], (path) => ({ kind: 'known', name: 'ml-1m', folder: dirname(path) })],
  ['ml-100k/u.data', ['gender', 'age:18,35'], (path) => ({ kind: 'known', name: 'ml-100k', folder: dirname(path) })],
  [
    'food-world-cup/food-world-cup-data.csv',
    ['Gender', 'Age', '"Household Income"', 'Education', '"Location (Census Region)"'],
    (path) => ({ kind: 'wide', path, encoding: 'latin-1', items: { pattern: '^Please rate' } }),
  ],
  [
    'personality/personality.csv',
    ['sex', 'age>=30', 'smoke', 'education', 'health', 'exer'],
    (path) => ({ kind: 'wide', path, items: { range: '8-142' } }),
  ],
];

describe('checks of data', () => {
  for (const [file, attributes, source] of cases) {
    itNeedsData(file, `find nothing in ${file}`, async (path) => {
      for (const attribute of attributes) {
        const { summary } = await openDataset({ ...source(path), attributes: [attribute], accept: 'all' });
        expect([attribute, summary.findings]).toEqual([attribute, []]);
      }
    });
  }
});
