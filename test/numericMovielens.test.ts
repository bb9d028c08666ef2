/** Age in years on MovieLens 100K: a leak that is there, and one that is not. */

import { describe, expect } from 'vitest';
import { runNumericAudit } from '../src/audit/index.ts';
import { openDataset } from '../src/datasets/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { curveIn, historyIn } from './support/findings.ts';
import { itNeedsData } from './support/needs.ts';

describe('MovieLens 100K', () => {
  itNeedsData(
    'ml-100k/u.data',
    'gives age away in years, slowly, with honest intervals, and nothing when shuffled',
    async (file) => {
      const folder = file.replace(/u\.data$/, '');
      const { dataset, summary } = await openDataset({
        kind: 'known',
        name: 'ml-100k',
        folder,
        attributes: ['age:number'],
      });
      expect(summary.attributes[0]!.numbers).toMatchObject({ min: 7, median: 31, max: 73 });
      const spec = {
        attribute: 'age',
        folds: 3,
        strategies: ['varianceReduction', 'random'],
        maxQuestions: 10,
        compareAt: [10],
        bands: 0,
        resamples: 100,
      };
      const tools = { kernels: loadKernels(), source: 'MovieLens 100K', finished: () => '' };
      const records = await runNumericAudit(dataset, spec, tools);
      const { comparisons, items } = records;
      const lead = records.attackers[0]!.id;
      const real = curveIn(records, lead)[10]!;
      expect(real.people).toBe(943);
      expect(real.r2.value).toBeGreaterThan(0.08);
      expect(real.mae.value).toBeLessThan(real.blindMedian - 0.5);
      expect(Math.abs(real.coverage.value - 0.9)).toBeLessThan(0.03);
      expect(comparisons[0]!.difference.high).toBeLessThan(0);
      const shuffled = curveIn(records, lead, { variant: 'shuffled' })[10]!;
      expect(shuffled.r2.high).toBeLessThan(0.02);
      const explained = (method: string) => historyIn(records, method).r2.value;
      // Which films were rated says more than how.
      expect(explained('ridgeOnPresence')).toBeGreaterThan(2 * explained('filter'));
      // The steepest are films that many rated, not chance findings.
      expect(Math.min(...items.slice(0, 5).map(({ ratings }) => ratings))).toBeGreaterThan(50);
    },
  );
});
