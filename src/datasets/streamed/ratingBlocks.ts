/**
 * Ratings of any size as blocks in a folder, each with all ratings of some people, so that training reads one at a time.
 *
 *   1. Every rating goes to the file of its block, in whatever order it comes. Blocks are of as many people as have about
 *      BLOCK_RATINGS ratings on average.
 *   2. Block after block is sorted by person and item, checked for repeated ratings, and written again: those that train,
 *      and those that are held out. From here on nothing depends on the order of the files.
 *
 * A rating is held out by a hash of (seed, person, item); a person's and an item's first one always trains.
 * Disk: 12 bytes per rating while it is sorted, then 8. Memory: one block, and a few numbers per person and item.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RatingBlock } from '../../factorization/index.ts';
import type { RatingChunk } from './parquetRatings.ts';

const BLOCK_RATINGS = 4_000_000;
/** Files that are open at once. */
const MOST_BLOCKS = 500;
/** Ratings that are gathered for a block before they are written. */
const GATHERED = 8192;
/** Of a rating that is not sorted yet: person, item, rating. */
const WORDS = 3;

interface BlockPlan {
  readonly blocks: number;
  /** Of each but the last. */
  readonly people: number;
}

export function planBlocks(people: number, ratings: number, wanted = BLOCK_RATINGS): BlockPlan {
  const blocks = Math.min(MOST_BLOCKS, people, Math.ceil(ratings / wanted));
  const each = Math.ceil(people / blocks);
  return { blocks: Math.ceil(people / each), people: each };
}

type Kind = 'raw' | 'train' | 'held';

export const blockFile = (folder: string, block: number, kind: Kind) =>
  join(folder, `${kind}-${String(block).padStart(5, '0')}.bin`);

interface RatingSorter {
  add(chunk: RatingChunk): void;
  /** Writes what is left; how many ratings came. */
  close(): number;
}

/** Takes ratings in any order, and puts each into the file of its block. */
export function sortIntoBlocks(folder: string, { blocks, people }: BlockPlan): RatingSorter {
  const files = Array.from({ length: blocks }, (_, block) => openSync(blockFile(folder, block, 'raw'), 'w'));
  const gathered = files.map(() => new Uint32Array(WORDS * GATHERED));
  const filled = new Uint32Array(blocks);
  let ratings = 0;
  const write = (block: number) => {
    writeSync(files[block]!, gathered[block]!, 0, 4 * WORDS * filled[block]!);
    filled[block] = 0;
  };
  return {
    add: ([users, items, values]) => {
      const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
      for (let n = 0; n < users.length; n++) {
        const block = Math.floor(users[n]! / people);
        const own = gathered[block]!;
        const at = WORDS * filled[block]!++;
        own[at] = users[n]!;
        own[at + 1] = items[n]!;
        own[at + 2] = words[n]!;
        if (filled[block] === GATHERED) write(block);
      }
      ratings += users.length;
    },
    close: () => {
      for (const [block, file] of files.entries()) {
        write(block);
        closeSync(file);
      }
      return ratings;
    },
  };
}

/** The ratings of a block by person and item: a counting sort by person, then each person's own. */
export function sortedBlock(raw: Uint32Array, first: number, people: number): RatingBlock {
  const ratings = raw.length / WORDS;
  const starts = new Uint32Array(people + 1);
  for (let at = 0; at < raw.length; at += WORDS) starts[raw[at]! - first + 1]!++;
  for (let n = 0; n < people; n++) starts[n + 1]! += starts[n]!;
  const next = starts.slice(0, people);
  const items = new Uint32Array(ratings);
  const words = new Uint32Array(ratings);
  for (let at = 0; at < raw.length; at += WORDS) {
    const place = next[raw[at]! - first]!++;
    items[place] = raw[at + 1]!;
    words[place] = raw[at + 2]!;
  }
  for (let n = 0; n < people; n++) sortOne(items, words, starts[n]!, starts[n + 1]!);
  const present = Uint32Array.from({ length: people }, (_, n) => n).filter((n) => starts[n + 1]! > starts[n]!);
  return {
    users: present.map((n) => first + n),
    counts: present.map((n) => starts[n + 1]! - starts[n]!),
    items,
    values: new Float32Array(words.buffer),
  };
}

/** Sorts what lies between two places by item, unless it is. */
function sortOne(items: Uint32Array, words: Uint32Array, from: number, to: number): void {
  let at = from + 1;
  while (at < to && items[at - 1]! <= items[at]!) at++;
  if (at >= to) return;
  const count = to - from;
  const keys = Float64Array.from({ length: count }, (_, n) => items[from + n]! * count + n).sort();
  const before = words.slice(from, to);
  for (let n = 0; n < count; n++) {
    items[from + n] = Math.floor(keys[n]! / count);
    words[from + n] = before[keys[n]! % count]!;
  }
}

export async function readRaw(folder: string, block: number): Promise<Uint32Array> {
  return wordsOf(await readFile(blockFile(folder, block, 'raw')));
}

/** Two words (people, ratings), then the arrays one after another. Returns what was written, for a fingerprint. */
export async function writeBlock(
  folder: string,
  number: number,
  kind: Kind,
  { users, counts, items, values }: RatingBlock,
): Promise<Uint8Array> {
  const parts = [Uint32Array.of(users.length, items.length), users, counts, items, values];
  const bytes = Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
  await writeFile(blockFile(folder, number, kind), bytes);
  return bytes;
}

export async function readBlock(folder: string, number: number, kind: Kind): Promise<RatingBlock> {
  const words = wordsOf(await readFile(blockFile(folder, number, kind)));
  const [people, ratings] = [words[0]!, words[1]!];
  const ends = [2, 2 + people, 2 + 2 * people, 2 + 2 * people + ratings];
  const values = words.subarray(ends[3]!, ends[3]! + ratings);
  return {
    users: words.subarray(ends[0]!, ends[1]!),
    counts: words.subarray(ends[1]!, ends[2]!),
    items: words.subarray(ends[2]!, ends[3]!),
    values: new Float32Array(values.buffer, values.byteOffset, values.length),
  };
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
