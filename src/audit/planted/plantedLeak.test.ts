import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { loadKernels } from '../../runtime/index.ts';
import { plantedLeak } from './plantedLeak.ts';

const kernels = loadKernels();
const world = { users: 800, items: 60, ratingsPerUser: 30, dimension: 4 };
const options = { questions: 8, people: 2000, resamples: 200, level: 0.99 };

describe('a planted leak', () => {
  it.each([0.05, 0.15, 0.3])('of size %d is measured as large as the theory says', async (leak) => {
    for (const seed of [1, 2, 3]) {
      const { implied, measured } = await plantedLeak({ ...world, leak }, seed, options, { kernels });
      expect(implied).toBeGreaterThan(0.5);
      expect(measured.low).toBeLessThan(implied);
      expect(measured.high).toBeGreaterThan(implied);
    }
  });

  it('of size zero is nothing', async () => {
    const { implied, measured } = await plantedLeak({ ...world, leak: 0 }, 1, options, { kernels });
    expect(implied).toBe(0.5);
    expect(Math.abs(measured.value - 0.5)).toBeLessThan(0.05);
  });

  it('grows with the leak and with the questions, and is overstated by trained parameters where gaps are small', async () => {
    const at = (leak: number, questions: number) =>
      plantedLeak({ ...world, leak }, 4, { ...options, questions }, { kernels });
    const [small, large, long] = [await at(0.1, 5), await at(0.3, 5), await at(0.1, 20)];
    expect(large.implied).toBeGreaterThan(small.implied);
    expect(long.implied).toBeGreaterThan(small.implied);
    expect((await at(0.02, 20)).impliedByTraining).toBeGreaterThan((await at(0.02, 20)).implied);
  });

  it('needs a world of two types', async () => {
    const types = [0.4, 0.3, 0.3].map((share, n) => ({ label: `t${n}`, share }));
    expect(await asyncFailure(() => plantedLeak({ ...world, types }, 1, options, { kernels }))).toMatch(
      /^STRATEGY_UNSUITABLE: the world has 3 groups/,
    );
  });
});
