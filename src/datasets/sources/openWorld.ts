/** A synthetic world as a source of data: a preset with some settings changed. */

import { filterByCounts } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import { type ReadDataset, summarise } from '../../tables/index.ts';
import {
  createNumericWorld,
  createWorld,
  type NumericWorldSpec,
  type WorldSpec,
  worldPresets,
} from '../../worlds/index.ts';
import { requireWorld, type WorldSource } from './datasetSource.ts';

export function openWorld(source: WorldSource): ReadDataset {
  const { name, seed = 1, minPerUser = 1, minPerItem = 1 } = source;
  const { dataset } =
    source.number === undefined
      ? createWorld(worldSpecOf(source), seed)
      : createNumericWorld(numericWorldSpecOf(source), seed);
  const kept = filterByCounts(dataset, { minPerUser, minPerItem });
  const reason = `fewer than ${minPerUser} ratings per user or ${minPerItem} per item`;
  const facts = {
    source: `world:${[name, ...Object.entries({ ...settingsOf(source), seed }).map(([key, value]) => `${key}=${value}`)].join(',')}`,
    rowsRead: dataset.ratings.count,
    ratingsRead: dataset.ratings.count,
    guessedColumns: [],
    duplicates: { found: 0, rule: 'error' as const },
    missing: [],
    dropped: kept.rounds === 0 ? [] : [{ reason, ...kept.dropped }],
  };
  return { dataset: kept.dataset, summary: summarise(kept.dataset, facts) };
}

/** What the world of a source is made of: the preset with what the source changes. */
export function worldSpecOf(source: WorldSource): Partial<WorldSpec> {
  requireWorld(source.name);
  const preset = worldPresets[source.name];
  // Fewer items than a user of the preset rates: the rest of the preset must still fit.
  const items = source.items ?? preset.items;
  const fitting = {
    minimumPerUser: Math.min(preset.minimumPerUser, items),
    ratingsPerUser: Math.min(preset.ratingsPerUser, items),
  };
  return { ...preset, ...fitting, ...settingsOf(source) };
}

/** The same world of a number in place of types. */
export function numericWorldSpecOf(source: WorldSource): Partial<NumericWorldSpec> {
  const { types: _, ...spec } = worldSpecOf(source);
  return filledIn(spec, { attribute: source.number });
}

function settingsOf({ users, items, ratingsPerUser, leak }: WorldSource): Partial<WorldSpec> {
  return filledIn({}, { users, items, ratingsPerUser, leak });
}
