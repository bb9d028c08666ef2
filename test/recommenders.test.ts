/** Every recommender that ships passes the suite that those of plug-ins must pass; broken ones do not. */
import { describe, expect, it } from 'vitest';
import { openRecommender, type RecommenderDefinition, recommenders } from '../src/factorization/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { recommenderConformance } from '../src/testing/index.ts';
import { asyncFailure } from './support/failure.ts';

describe.each(recommenders.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  recommenderConformance(definition, { describe, it });
});

const ratings = {
  rows: 2,
  columns: 3,
  starts: Uint32Array.of(0, 1, 2),
  indices: Uint32Array.of(0, 1),
  values: Float32Array.of(3, 4),
};
const history = { indices: [0], values: [3] };
const broken = (train: RecommenderDefinition['train']): RecommenderDefinition => {
  return { name: 'broken', label: 'Broken', summary: 'broken', train };
};
const open = (train: RecommenderDefinition['train']) =>
  openRecommender(broken(train), ratings, { seed: 1, tools: { kernels: loadKernels() } });

describe('what a recommender says is checked', () => {
  it.each<[string, RecommenderDefinition['train'], RegExp]>([
    ['neither scores nor lists', () => ({}), /gave neither scores nor a list/],
    ['an item that is not there', () => ({ list: () => [3] }), /gave item 3 of 3 items/],
    ['an item twice', () => ({ list: () => [1, 1] }), /gave a list with an item twice/],
    ['too few scores', () => ({ scores: () => [1, 2] }), /gave 2 scores for 3 items/],
    ['a score that is no number', () => ({ scores: () => [1, Number.NaN, 2] }), /gave NaN as a score/],
  ])('%s', async (_, train, words) => {
    const said = await asyncFailure(async () => (await open(train)).list(history, 2));
    expect(said).toMatch(/^PLUGIN_MISBEHAVED/);
    expect(said).toMatch(words);
  });

  it('vectors of different lengths', async () => {
    const { vector } = await open(() => ({ list: () => [1], vector: ({ indices }) => Array.from(indices) }));
    vector(history);
    expect(() => vector({ indices: [0, 1], values: [3, 3] })).toThrow(/vectors of 1 and 2 numbers/);
  });

  it('lists are the highest scores that are not in the history; ties go to the lower item', async () => {
    const { list } = await open(() => ({ scores: () => [9, 2, 2] }));
    expect(list(history, 1)).toEqual([1]);
    expect(list(history, 5)).toEqual([1, 2]);
    expect(list(history, 0)).toEqual([]);
  });

  it('and the suite fails one that depends on what it was asked before', async () => {
    let asked = 0;
    const moody = broken(() => ({ list: () => [asked++ % 3] }));
    const failed: string[] = [];
    const tests: (() => Promise<void>)[] = [];
    recommenderConformance(moody, {
      describe: (_, body) => body(),
      it: (name, body) => {
        tests.push(async () => {
          try {
            await body();
          } catch {
            failed.push(name);
          }
        });
      },
    });
    for (const test of tests) await test();
    expect(failed).toContain('gives the same for the same ratings, seed and history, whatever it was asked before');
  });
});
