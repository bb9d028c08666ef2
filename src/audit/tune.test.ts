import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { parametersFrom, presets } from '../factorization/index.ts';
import { loadKernels } from '../runtime/index.ts';
import { createWorld } from '../worlds/index.ts';
import { tune } from './tune.ts';

const kernels = loadKernels();
const { dataset } = createWorld({ users: 500, items: 50, ratingsPerUser: 25, dimension: 3, leak: 0.25 }, 3);

describe('tuning', () => {
  it('tries every combination and puts the best first', async () => {
    const seen: number[] = [];
    const grid = { training: { profileRidge: [1, 1e6], dimension: [2, 3] }, ridges: [1, 1e-4] };
    const options = { folds: 3, seed: 1, onProgress: ({ done }: { done: number }) => void seen.push(done) };
    const results = await tune(dataset, 'type', parametersFrom('als', { iterations: 6 }), grid, options, { kernels });
    expect(results).toHaveLength(8);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(results.map(({ auc }) => auc)).toEqual(results.map(({ auc }) => auc).toSorted((a, b) => b - a));
    expect(results[0]!.auc).toBeGreaterThan(0.75);
    expect(results[0]!.ridge).toBe(1);
    expect(
      await tune(dataset, 'type', parametersFrom('als', { iterations: 6 }), grid, { folds: 3, seed: 1 }, { kernels }),
    ).toEqual(results);
  });

  it('a step that diverges is not chosen, and does not stop the others', async () => {
    const base = { ...presets.paper, dimension: 3, iterations: 5 };
    const results = await tune(
      dataset,
      'type',
      base,
      { training: { step: [5, 0.02] }, ridges: [10] },
      { folds: 2, seed: 1 },
      { kernels },
    );
    expect(results.map(({ parameters }) => parameters.step)).toEqual([0.02, 5]);
    expect(results[1]!.auc).toBeNaN();
  });

  it('refuses an empty grid and ridges out of range', async () => {
    const tuning = (ridges: number[]) =>
      asyncFailure(() =>
        tune(dataset, 'type', presets.als, { training: {}, ridges }, { folds: 2, seed: 1 }, { kernels }),
      );
    expect(await tuning([])).toMatch(/^PARAMETER_OUT_OF_RANGE: ridges is empty/);
    expect(await tuning([0])).toMatch(/^PARAMETER_OUT_OF_RANGE: ridges is 0/);
  });
});
