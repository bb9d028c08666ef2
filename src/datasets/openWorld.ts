/** A synthetic world as a source of data: a preset with some settings changed. */

import { filterByCounts } from '../ratings/index.ts';
import { type ReadDataset, summarise } from '../tables/index.ts';
import { createWorld, worldPresets } from '../worlds/index.ts';
import { requireWorld, type WorldSource } from './datasetSource.ts';

export function openWorld({
  kind: _,
  name,
  seed = 1,
  minPerUser = 1,
  minPerItem = 1,
  ...given
}: WorldSource): ReadDataset {
  requireWorld(name);
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const preset = worldPresets[name];
  // Fewer items than a user of the preset rates: the rest of the preset must still fit.
  const items = given.items ?? preset.items;
  const fitting = {
    minimumPerUser: Math.min(preset.minimumPerUser, items),
    ratingsPerUser: Math.min(preset.ratingsPerUser, items),
  };
  const { dataset } = createWorld({ ...preset, ...fitting, ...settings }, seed);
  const kept = filterByCounts(dataset, { minPerUser, minPerItem });
  const reason = `fewer than ${minPerUser} ratings per user or ${minPerItem} per item`;
  const facts = {
    source: `world:${[name, ...Object.entries({ ...settings, seed }).map(([key, value]) => `${key}=${value}`)].join(',')}`,
    rowsRead: dataset.ratings.count,
    ratingsRead: dataset.ratings.count,
    guessedColumns: [],
    duplicates: { found: 0, rule: 'error' as const },
    dropped: kept.rounds === 0 ? [] : [{ reason, ...kept.dropped }],
  };
  return { dataset: kept.dataset, summary: summarise(kept.dataset, facts, new Map()) };
}
