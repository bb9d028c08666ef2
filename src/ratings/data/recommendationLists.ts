/**
 * What a recommender shows to people: for each user the recommended items, best first. Made from a long table with one
 * row per user and item, in any order.
 */

import { UlteriorError } from '../../errors/index.ts';
import { accumulateStarts } from './compressedRows.ts';

/** What each user is shown, best first. */
export interface RecommendationLists {
  readonly users: readonly string[];
  /** Every item that occurs in a list. */
  readonly items: readonly string[];
  /** The list of `users[n]` is entries[starts[n]] .. entries[starts[n + 1] - 1]. */
  readonly starts: Uint32Array;
  /** Positions in `items`, best first. */
  readonly entries: Uint32Array;
  /** Of each entry, where the lists came with scores. */
  readonly scores?: Float64Array;
}

/** Lists as rows of a long table, in any order. */
interface ListRows {
  /** As messages name it. */
  readonly file: string;
  readonly users: readonly string[];
  readonly items: readonly string[];
  /** Of each row: positions in `users` and `items`. */
  readonly userOfRow: Uint32Array;
  readonly itemOfRow: Uint32Array;
  /** Of each row: its rank or its score. */
  readonly order: Float64Array;
  /** `lowest` for ranks, `highest` for scores. Equal ones keep the order of the rows. */
  readonly best: 'lowest' | 'highest';
  /** Where a row stands in its file. */
  lineOf(row: number): string;
}

/** Lists from their rows. Refuses an item that a list has twice, and ranks or scores that are no numbers. */
export function createLists(rows: ListRows): RecommendationLists {
  const { users, items, userOfRow, itemOfRow, order, best } = rows;
  requireNumbers(rows);
  const starts = new Uint32Array(users.length + 1);
  for (const user of userOfRow) starts[user + 1]!++;
  accumulateStarts(starts);
  const next = starts.slice(0, users.length);
  const rowAt = new Uint32Array(userOfRow.length);
  for (let row = 0; row < userOfRow.length; row++) rowAt[next[userOfRow[row]!]!++] = row;
  const sign = best === 'lowest' ? 1 : -1;
  const entries = new Uint32Array(rowAt.length);
  const seenAt = new Int32Array(items.length).fill(-1);
  const seenFor = new Int32Array(items.length).fill(-1);
  for (let user = 0; user < users.length; user++) {
    const own = rowAt.subarray(starts[user]!, starts[user + 1]!);
    own.sort((a, b) => sign * (order[a]! - order[b]!) || a - b);
    for (const [place, row] of own.entries()) {
      const item = itemOfRow[row]!;
      if (seenFor[item] === user) throw repeated(rows, user, seenAt[item]!, row);
      seenFor[item] = user;
      seenAt[item] = row;
      entries[starts[user]! + place] = item;
    }
  }
  const lists = { users: Object.freeze([...users]), items: Object.freeze([...items]), starts, entries };
  return Object.freeze(
    best === 'lowest' ? lists : { ...lists, scores: Float64Array.from(rowAt, (row) => order[row]!) },
  );
}

/** Positions in `items` of what the user with that number is shown, best first. */
export function listOf({ starts, entries }: RecommendationLists, user: number): Uint32Array {
  return entries.subarray(starts[user]!, starts[user + 1]!);
}

function requireNumbers({ file, order, best, lineOf }: ListRows): void {
  const wrong = order.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return;
  const what = best === 'lowest' ? 'rank' : 'score';
  throw new UlteriorError(
    'FILE_MALFORMED',
    `${lineOf(wrong)} of "${file}" has no ${what} that is a finite number`,
    `give every row a ${what}, or name another column`,
    { file, row: wrong + 1 },
  );
}

function repeated({ file, users, items, itemOfRow, lineOf }: ListRows, user: number, first: number, second: number) {
  const [userId, itemId] = [users[user]!, items[itemOfRow[second]!]!];
  return new UlteriorError(
    'LIST_ITEM_REPEATED',
    `"${file}" recommends the item "${itemId}" twice to the user "${userId}": ${lineOf(first)} and ${lineOf(second)}`,
    'keep one row for each user and item; if the file holds several lists per user, keep one of them',
    { file, user: userId, item: itemId },
  );
}
