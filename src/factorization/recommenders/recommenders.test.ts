/** Recommenders against NumPy (fixture by `fixtures/make_fixture.py`), and the measures of their lists by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startKernels, twinRuntime } from '../../kernels/index.ts';
import { trainImplicit } from '../implicit/index.ts';
import {
  catalogueCoverage,
  type ItemRecommender,
  implicitRecommender,
  ndcgOfList,
  openRecommender,
  recallOfList,
  recommenderNamed,
  topN,
  trainEase,
  trainItemNeighbours,
  trainPopularity,
} from './index.ts';

interface Fixture {
  readonly versions: Record<string, string>;
  readonly parameters: { dimension: number; alpha: number; ridge: number; easeRidge: number; neighbours: number };
  readonly seen: string[];
  readonly others: string[];
  readonly factors: number[];
  readonly scores: Record<string, number[][]>;
}
const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/numpy.json', import.meta.url), 'utf8'));
const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const itemsOf = (line: string) => [...line.matchAll(/1/g)].map((match) => match.index);
const histories = fixture.others.map(itemsOf);
const rows = fixture.seen.map(itemsOf);
const starts = new Uint32Array(rows.length + 1);
for (const [n, row] of rows.entries()) starts[n + 1] = starts[n]! + row.length;
const seen = {
  rows: rows.length,
  columns: fixture.seen[0]!.length,
  starts,
  indices: Uint32Array.from(rows.flat()),
};
const { dimension, alpha, ridge, easeRidge, neighbours } = fixture.parameters;

const recommenders: [string, () => Promise<ItemRecommender>][] = [
  ['popularity', async () => trainPopularity(seen)],
  ['itemNeighbours', async () => trainItemNeighbours(seen, { neighbours })],
  ['ease', () => trainEase(seen, { ridge: easeRidge }, { kernels })],
  [
    'implicitFactors',
    async () =>
      implicitRecommender({
        items: Float32Array.from(fixture.factors),
        parameters: { dimension, alpha, ridge, sweeps: 1, seed: 1 },
      }),
  ],
];

describe.each(recommenders)(`%s, by NumPy ${fixture.versions['numpy']}`, (name, trained) => {
  it('has the same scores', async () => {
    const recommender = await trained();
    expect(recommender.name).toBe(name);
    for (const [n, history] of histories.entries()) {
      const scores = recommender.scores(history);
      expect(scores).toHaveLength(seen.columns);
      for (const [item, score] of fixture.scores[name]![n]!.entries()) {
        expect(Math.abs(scores[item]! - score)).toBeLessThan(1e-5);
      }
    }
  });

  it('refuses items that are not there', async () => {
    const recommender = await trained();
    expect(() => recommender.scores([seen.columns])).toThrow(expect.objectContaining({ code: 'ITEM_UNKNOWN' }));
  });

  it('recommends the best that were not seen', async () => {
    const recommender = await trained();
    for (const history of histories) {
      const list = topN(recommender, history, 10);
      const scores = recommender.scores(history);
      expect(new Set(list).size).toBe(10);
      expect(list.some((item) => history.includes(item))).toBe(false);
      const worst = Math.min(...list.map((item) => scores[item]!));
      for (let item = 0; item < seen.columns; item++) {
        if (!list.includes(item) && !history.includes(item)) expect(scores[item]!).toBeLessThanOrEqual(worst);
      }
    }
  });
});

describe('recommenders', () => {
  it('are the same by the twin', async () => {
    const twin = { kernels: twinRuntime({ shared: false }) };
    const [ours, theirs] = [await trainEase(seen, {}, { kernels }), await trainEase(seen, {}, twin)];
    expect(ours.scores(histories[1]!)).toEqual(theirs.scores(histories[1]!));
    const parameters = { dimension: 4, sweeps: 2 };
    const [one, other] = [
      implicitRecommender(await trainImplicit(seen, parameters, { kernels })),
      implicitRecommender(await trainImplicit(seen, parameters, twin)),
    ];
    expect(one.scores(histories[1]!)).toEqual(other.scores(histories[1]!));
  });

  it('that need a matrix between all items refuse too many of them', async () => {
    const huge = { rows: 0, columns: 20_001, starts: new Uint32Array(1), indices: new Uint32Array(0) };
    expect(() => trainItemNeighbours(huge)).toThrow(expect.objectContaining({ code: 'TRAINING_TOO_LARGE' }));
    await expect(trainEase(huge, {}, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'TRAINING_TOO_LARGE' }),
    );
  });
});

describe('measures of lists', () => {
  it('count wanted items by their place', () => {
    const wanted = new Set([3, 5]);
    expect(ndcgOfList([3, 5, 1], wanted)).toBe(1);
    expect(ndcgOfList([1, 3, 2], wanted)).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
    expect(ndcgOfList([1, 2, 4], wanted)).toBe(0);
    expect(ndcgOfList([5], wanted)).toBe(1);
    expect(recallOfList([1, 3, 2], wanted)).toBe(0.5);
    expect([ndcgOfList([1], new Set()), recallOfList([1], new Set()), ndcgOfList([], wanted)]).toEqual([0, 0, 0]);
    expect(catalogueCoverage([[1, 2], [2], [7]], 10)).toBe(0.3);
  });
});

describe('lists of a vector', () => {
  const ratings = { ...seen, values: new Float32Array(seen.indices.length).fill(1) };
  const open = (name: string) => openRecommender(recommenderNamed(name), ratings, { seed: 1, tools: { kernels } });

  it('are those of the history that the vector is made of, and other ones of another vector', async () => {
    const recommender = await open('implicitFactors');
    // Nothing rated is a vector of zeros.
    for (const indices of histories.filter(({ length }) => length > 0)) {
      const history = { indices, values: indices.map(() => 1) };
      const vector = Float64Array.from(recommender.vector(history));
      expect(recommender.listOf(vector, history, 4)).toEqual(recommender.list(history, 4));
      const turned = vector.map((value) => -value);
      expect(recommender.listOf(turned, history, 4)).not.toEqual(recommender.list(history, 4));
    }
  });

  it('are refused where none follow from vectors', async () => {
    const recommender = await open('ease');
    expect(() => recommender.listOf([1], { indices: [0], values: [1] }, 2)).toThrow(
      /"ease" has no lists that follow from vectors of people/,
    );
  });
});
