/** The invented worlds that can be audited without a file. */
import { filterByCounts } from '../../../ratings/index.ts';
import { type ReadDataset, summarise } from '../../../tables/index.ts';
import { createNumericWorld, createWorld, type NumericWorldSpec, worldPresets } from '../../../worlds/index.ts';
import type { WorldAttribute } from './openedSummary.ts';

export const SEED = 1;

const { types: _, ...withoutGroups } = worldPresets.demo;
/** As many people and films, but ratings change with an age: what `world:demo --attribute age:number` is on the command line. */
export const worldOfAges: Partial<NumericWorldSpec> = { ...withoutGroups, attribute: 'age' };

export function openDemoWorld(infers: WorldAttribute = 'groups'): ReadDataset {
  const { dataset } =
    infers === 'number' ? createNumericWorld(worldOfAges, SEED) : createWorld(worldPresets.demo, SEED);
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
