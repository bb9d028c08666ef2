/**
 * `ulterior train --plan`: a folder that says everything about a training but the ratings. spark/train.py trains by it.
 *
 *   plan.json            settings, counts, columns, minimum counts, and a SHA-256 of each other file
 *   items.parquet        index, id, title        users.parquet      index, id, type
 *   start.safetensors    where training starts   held-out.parquet   user, item (indexes) of the ratings held out
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParquetColumn, writeParquet } from '../../datasets/index.ts';
import { type ChannelParameters, type TrainingParameters, trainingPlan } from '../../factorization/index.ts';
import { type Dataset, itemIndex, userIndex } from '../../ratings/index.ts';
import { makeFolder, writeFileAtomically } from '../../runtime/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';

interface PlanFlags {
  readonly userColumn?: string | undefined;
  readonly itemColumn?: string | undefined;
  readonly ratingColumn?: string | undefined;
  readonly minUser?: number | undefined;
  readonly minItem?: number | undefined;
}

/** Where the ratings of the plan are, if they are written too. */
export const ratingsOf = (folder: string) => join(folder, 'ratings');

/** Written last, plan.json makes the folder a plan. */
export async function writePlan(
  folder: string,
  { dataset, attribute }: OpenedData,
  parameters: TrainingParameters | ChannelParameters,
  flags: PlanFlags,
): Promise<void> {
  const plan = trainingPlan(dataset, attribute, parameters);
  await makeFolder(folder);
  const { heldOut, userTypes } = plan;
  const tables: Readonly<Record<string, readonly [number, readonly ParquetColumn[]]>> = {
    'items.parquet': [dataset.items.size, itemColumns(dataset)],
    'users.parquet': [dataset.users.size, userColumns(dataset, userTypes)],
    'held-out.parquet': [
      heldOut.users.length,
      [
        { name: 'user', type: 'integer', value: (row) => heldOut.users[row]! },
        { name: 'item', type: 'integer', value: (row) => heldOut.items[row]! },
      ],
    ],
  };
  for (const [name, [rows, columns]] of Object.entries(tables)) await writeParquet(join(folder, name), rows, columns);
  await writeFileAtomically(join(folder, 'start.safetensors'), plan.start);
  const files: Record<string, string> = {};
  for (const name of [...Object.keys(tables), 'start.safetensors']) {
    files[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
  }
  const columns = {
    user: flags.userColumn ?? 'user',
    item: flags.itemColumn ?? 'item',
    rating: flags.ratingColumn ?? 'rating',
  };
  const filters = { minPerUser: flags.minUser ?? 1, minPerItem: flags.minItem ?? 1 };
  const text = JSON.stringify({ ...plan.settings, columns, filters, files }, undefined, 2);
  await writeFileAtomically(join(folder, 'plan.json'), new TextEncoder().encode(`${text}\n`));
}

/** The ratings that the plan is for, as spark/train.py reads them; returns where they are. */
export async function writePlanRatings(folder: string, { users, items, ratings }: Dataset): Promise<string> {
  const { starts, indices, values } = ratings.byUser;
  let user = 0;
  const userOf = (at: number) => {
    while (starts[user + 1]! <= at) user++;
    return users.id(userIndex(user));
  };
  await makeFolder(ratingsOf(folder));
  await writeParquet(join(ratingsOf(folder), 'ratings.parquet'), ratings.count, [
    { name: 'user', type: 'varchar', value: userOf },
    { name: 'item', type: 'varchar', value: (at) => items.id(itemIndex(indices[at]!)) },
    { name: 'rating', type: 'float', value: (at) => values[at]! },
  ]);
  return ratingsOf(folder);
}

function itemColumns({ items }: Dataset): ParquetColumn[] {
  return [
    { name: 'index', type: 'integer', value: (row) => row },
    { name: 'id', type: 'varchar', value: (row) => items.id(itemIndex(row)) },
    { name: 'title', type: 'varchar', value: (row) => items.title(itemIndex(row)) },
  ];
}

function userColumns({ users }: Dataset, types: ArrayLike<number>): ParquetColumn[] {
  return [
    { name: 'index', type: 'integer', value: (row) => row },
    { name: 'id', type: 'varchar', value: (row) => users.id(userIndex(row)) },
    { name: 'type', type: 'integer', value: (row) => types[row]! },
  ];
}
