/** The invented worlds that can be audited without a file. */
import { filterByCounts } from '../../../ratings/index.ts';
import { type ReadDataset, summarise } from '../../../tables/index.ts';
import { createWorld, worldPresets } from '../../../worlds/index.ts';

export const SEED = 1;

export function openDemoWorld(): ReadDataset {
  const { dataset } = createWorld(worldPresets.demo, SEED);
  const kept = filterByCounts(dataset, {});
  const count = kept.dataset.ratings.count;
  const facts = {
    source: `world:demo,seed=${SEED}`,
    rowsRead: count,
    ratingsRead: count,
    guessedColumns: [],
    duplicates: { found: 0, rule: 'error' as const },
    dropped: [],
    missing: [],
  };
  return { dataset: kept.dataset, summary: summarise(kept.dataset, facts) };
}
