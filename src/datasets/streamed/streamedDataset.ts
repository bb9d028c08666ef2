/**
 * From Parquet and a table of people to blocks that training reads one at a time. What was prepared stays in the folder, so
 * that training which was stopped does not read the Parquet again.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { UlteriorError } from '../../errors/index.ts';
import {
  entropyBins,
  type RatingBlock,
  type StreamedRatings,
  type StreamedStatistics,
} from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import { createVocabulary, hasValue, type ItemIndex, type UserIndex } from '../../ratings/index.ts';
import { makeFolder } from '../../runtime/index.ts';
import type { LongColumns } from '../../tables/index.ts';
import { withDatabase } from '../files/duckdb.ts';
import type { ReadPeople } from '../readPeople.ts';
import { forEachRatingChunk, openParquetRatings, type ParquetRatings } from './parquetRatings.ts';
import { blockFile, planBlocks, readBlock, readRaw, sortedBlock, sortIntoBlocks, writeBlock } from './ratingBlocks.ts';

export interface StreamOptions {
  /** Where the blocks go. */
  readonly folder: string;
  readonly columns?: Partial<LongColumns>;
  /** Share of ratings that do not train. */
  readonly holdOut: number;
  readonly seed: number;
  /** Ratings per block, about. */
  readonly blockRatings?: number | undefined;
  readonly onProgress?: ((done: number, total: number, doing: 'reading' | 'sorting') => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `prepareStream` leaves, as bytes: all but the ratings. */
interface Prepared extends Omit<StreamedStatistics, 'items'> {
  readonly itemIds: readonly string[];
  readonly blocks: number;
  readonly largest: StreamedRatings['largest'];
  /** Rows whose person has no group, or is not in the table. */
  readonly leftOut: number;
}

interface StreamedDataset extends StreamedRatings {
  readonly leftOut: number;
}

/** Reads the Parquet, and writes the blocks. Bytes from which `openStream` goes on. */
export async function prepareStream(path: string, people: ReadPeople, options: StreamOptions): Promise<Uint8Array> {
  await makeFolder(options.folder);
  const { attribute, users } = people;
  const known = Uint32Array.from(attribute.values.keys()).filter((user) => hasValue(attribute, user));
  const idOf = (place: number) => users.id(known[place]! as UserIndex);
  const { source, plan, ratings } = await withDatabase(async (connection) => {
    const opened = await openParquetRatings(connection, path, options.columns);
    const blocks = planBlocks(known.length, opened.rows, options.blockRatings);
    const sorter = sortIntoBlocks(options.folder, blocks);
    let read = 0;
    const eachUser = (visit: (id: string, place: number) => void) => {
      for (let place = 0; place < known.length; place++) visit(idOf(place), place);
    };
    await forEachRatingChunk(connection, opened, eachUser, (chunk) => {
      options.signal?.throwIfAborted();
      sorter.add(chunk);
      read += chunk[0].length;
      options.onProgress?.(read, opened.rows, 'reading');
    });
    return { source: opened, plan: blocks, ratings: sorter.close() };
  });
  if (ratings === 0) throw nobodyKnown(path, people);
  const types = Uint8Array.from(known, (user) => attribute.values[user]!);
  const found = await sortAll(source, { ...plan, types, typeLabels: attribute.labels, idOf }, options);
  return serialize({ ...found, attribute: attribute.name, leftOut: source.rows - ratings } satisfies Prepared);
}

/** What `prepareStream` has written. */
export function openStream(folder: string, prepared: Uint8Array): StreamedDataset {
  const { itemIds, ...statistics }: Prepared = deserialize(prepared);
  return {
    ...statistics,
    items: createVocabulary<ItemIndex>([...itemIds]),
    read: (block) => readBlock(folder, block, 'train'),
    readHeldOut: (block) => readBlock(folder, block, 'held'),
  };
}

interface SortedPeople {
  readonly blocks: number;
  readonly people: number;
  readonly types: Uint8Array;
  readonly typeLabels: readonly string[];
  idOf(place: number): string;
}

/** Sorts block after block, and counts. */
async function sortAll(
  { path, itemIds, scale }: ParquetRatings,
  { blocks, people, types, typeLabels, idOf }: SortedPeople,
  { folder, holdOut, seed, onProgress, signal }: StreamOptions,
): Promise<Omit<Prepared, 'attribute' | 'leftOut'>> {
  const items = itemIds.length;
  const bins = entropyBins(scale);
  const userCounts = new Uint32Array(types.length);
  const itemCounts = new Uint32Array(items);
  const countsByType = new Uint32Array(items * typeLabels.length);
  const sums = new Float64Array(items);
  const itemSquares = new Float64Array(items);
  const histogram = new Uint32Array(items * bins.count);
  const isHeldOut = holdOutBy(seed, holdOut);
  const hash = createHash('sha256')
    .update(JSON.stringify({ format: 'ulterior stream 1', itemIds, typeLabels }))
    .update(types);
  let [ratings, heldOut, mostUsers, mostRatings] = [0, 0, 1, 1];
  for (let block = 0; block < blocks; block++) {
    signal?.throwIfAborted();
    const first = block * people;
    const sorted = sortedBlock(await readRaw(folder, block), first, Math.min(people, types.length - first));
    const train = blank(sorted);
    const held = blank(sorted);
    let at = 0;
    for (let run = 0; run < sorted.users.length; run++) {
      const user = sorted.users[run]!;
      const end = at + sorted.counts[run]!;
      for (let before = -1; at < end; at++) {
        const item = sorted.items[at]!;
        const value = sorted.values[at]!;
        if (item === before) throw repeated(path, idOf(user), itemIds[item]!);
        before = item;
        if (userCounts[user]! > 0 && itemCounts[item]! > 0 && isHeldOut(user, item)) {
          put(held, run, item, value);
          continue;
        }
        put(train, run, item, value);
        userCounts[user]!++;
        itemCounts[item]!++;
        countsByType[item * typeLabels.length + types[user]!]!++;
        sums[item]! += value;
        itemSquares[item]! += value * value;
        histogram[item * bins.count + bins.of(value)]!++;
      }
    }
    for (const [kind, part] of [
      ['train', train],
      ['held', held],
    ] as const) {
      hash.update(await writeBlock(folder, block, kind, finished(part)));
    }
    await rm(blockFile(folder, block, 'raw'));
    ratings += train.filled;
    heldOut += held.filled;
    mostUsers = Math.max(mostUsers, sorted.users.length);
    mostRatings = Math.max(mostRatings, train.filled);
    onProgress?.(block + 1, blocks, 'sorting');
  }
  return {
    typeLabels,
    itemIds,
    scale,
    userTypes: types,
    userCounts,
    itemCounts,
    countsByType,
    // An item that only people without a group rated has no mean; the middle of the scale stands in.
    itemMeans: Float32Array.from(sums, (sum, item) =>
      itemCounts[item] === 0 ? (scale.min + scale.max) / 2 : sum / itemCounts[item]!,
    ),
    itemSquares,
    histogram,
    ratings,
    heldOut,
    fingerprint: hash.digest('hex'),
    blocks,
    largest: { users: mostUsers, ratings: mostRatings },
  };
}

/** A block that is being filled. */
interface Filling extends RatingBlock {
  filled: number;
}

const blank = ({ users, items }: RatingBlock): Filling => ({
  users,
  counts: new Uint32Array(users.length),
  items: new Uint32Array(items.length),
  values: new Float32Array(items.length),
  filled: 0,
});

function put(block: Filling, run: number, item: number, value: number): void {
  block.counts[run]!++;
  block.items[block.filled] = item;
  block.values[block.filled++] = value;
}

/** Without room that was not needed, and without people who have nothing. */
function finished({ users, counts, items, values, filled }: Filling): RatingBlock {
  return {
    users: users.filter((_, run) => counts[run]! > 0),
    counts: counts.filter((count) => count > 0),
    items: items.subarray(0, filled),
    values: values.subarray(0, filled),
  };
}

/** Whether a rating is held out: by a hash, so that the order of the ratings does not matter. */
export function holdOutBy(seed: number, share: number): (user: number, item: number) => boolean {
  const key = derive(seed, 'streamed-hold-out').below(0x7fffffff);
  const limit = share * 0x100000000;
  return (user, item) => {
    let hash = Math.imul(user ^ key, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ item, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0 < limit;
  };
}

function repeated(path: string, user: string, item: string): UlteriorError {
  return new UlteriorError(
    'RATING_DUPLICATE',
    `"${path}" has ratings that repeat a user and an item: user "${user}" rates item "${item}" more than once`,
    'remove the repeated rows when the file is written',
    { path, user, item },
  );
}

function nobodyKnown(path: string, { users }: ReadPeople): UlteriorError {
  return new UlteriorError(
    'IDS_NOT_SHARED',
    `none of the users of "${path}" is among the ${users.size} people of the table with a known group; ids there are like "${users.id(0 as UserIndex)}"`,
    'use files with the same user ids, or name the columns that hold them (userColumn, usersIdColumn in a data file)',
    { path, people: users.size },
  );
}
