/**
 * The folder that LensKit writes for a data set: `schema.json` and a Parquet file for each kind of entity and of
 * interaction. Interactions name users and items by the number of their row (user_num, item_num), so the ids are joined
 * to them, in a folder that is gone afterwards.
 */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LongSource,
  openDataset,
  previewTable,
  sqlName,
  sqlText,
  translateFailure,
  withDatabase,
} from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { readWholeFile } from '../runtime/index.ts';
import type { DatasetOptions, ReadDataset } from '../tables/index.ts';

interface Interactions {
  /** Name of the file, without its ending. */
  readonly name: string;
  /** Kind of entity of those who rate and of what is rated: mostly "user" and "item". */
  readonly user: string;
  readonly item: string;
}

export async function openLenskitData(folder: string, options: DatasetOptions): Promise<ReadDataset> {
  const { name, user, item } = interactionsOf(await schemaOf(folder), folder);
  const [ratings, users, items] = [name, user, item].map((part) => fileIn(folder, part)) as [string, string, string];
  const scratch = await mkdtemp(join(tmpdir(), 'ulterior-'));
  try {
    const joined = join(scratch, `${name}.parquet`);
    await joinIds({ ratings, users, items, user, item }, joined);
    const titled = (await previewTable(items, {}, 1)).names.includes('title');
    const source: LongSource = {
      ...options,
      kind: 'long',
      ratings: { path: joined, columns: { user: `${user}_id`, item: `${item}_id` } },
      users: { path: users, user: `${user}_id` },
      items: titled ? { path: items, item: `${item}_id`, title: 'title' } : undefined,
    };
    const { dataset, summary } = await openDataset(source);
    return { dataset, summary: { ...summary, source: folder } };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function joinIds(
  { ratings, users, items, user, item }: Record<'ratings' | 'users' | 'items' | 'user' | 'item', string>,
  target: string,
): Promise<void> {
  const entity = (path: string, kind: string) =>
    `(select file_row_number as place, ${sqlName(`${kind}_id`)} from read_parquet(${sqlText(path)}, file_row_number = true))`;
  const query = `select u.${sqlName(`${user}_id`)}, i.${sqlName(`${item}_id`)}, r.* exclude (user_num, item_num) from read_parquet(${sqlText(ratings)}) r join ${entity(users, user)} u on u.place = r.user_num join ${entity(items, item)} i on i.place = r.item_num`;
  try {
    await withDatabase((connection) => connection.run(`copy (${query}) to ${sqlText(target)} (format parquet)`));
  } catch (cause) {
    throw translateFailure(cause, ratings, 'utf-8');
  }
}

async function schemaOf(folder: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8').decode(await readWholeFile(join(folder, 'schema.json'))));
  } catch (cause) {
    if (cause instanceof UlteriorError) throw cause;
    throw foreign(folder, 'its schema.json is not JSON');
  }
}

/** The default interactions, or the only ones. */
function interactionsOf(schema: unknown, folder: string): Interactions {
  const { relationships, default_interaction: chosen } = recordOf(schema);
  const candidates = Object.entries(recordOf(relationships)).filter(
    ([, kind]) => recordOf(kind)['interaction'] === true,
  );
  const [name, kind] = candidates.find(([own]) => own === chosen) ?? (candidates.length === 1 ? candidates[0]! : []);
  const roles = recordOf(recordOf(kind)['entities']);
  if (name === undefined || !('user' in roles && 'item' in roles)) {
    throw foreign(folder, 'its schema.json names no interactions of users with items');
  }
  const entityOf = (role: 'user' | 'item') => (typeof roles[role] === 'string' ? roles[role] : role);
  return { name, user: entityOf('user'), item: entityOf('item') };
}

function fileIn(folder: string, part: string): string {
  // Names come from the file: none may lead out of the folder.
  const path = /^[\w-]+$/.test(part) ? join(folder, `${part}.parquet`) : undefined;
  if (path !== undefined && existsSync(path)) return path;
  throw new UlteriorError(
    'MODEL_FOLDER_INCOMPLETE',
    `"${folder}" has no file ${part}.parquet, which its schema.json names`,
    'copy the whole folder that dataset.save(...) wrote',
    { folder, missing: `${part}.parquet` },
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function foreign(folder: string, what: string): UlteriorError {
  return new UlteriorError(
    'FILE_FOREIGN',
    `"${folder}" is no data set of LensKit that can be read: ${what}`,
    'save ratings with dataset.save(...) of LensKit 2025 or later',
    { folder },
  );
}
