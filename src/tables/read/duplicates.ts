/**
 * The same user rates the same item more than once. That is an error unless the caller says which rating counts: an
 * audit must not depend on what a reader happened to keep.
 *
 * Rows are grouped by user with a counting sort; within a user a stamp per item finds the repetitions. O(rows), 4 bytes
 * per row.
 */

import { UlteriorError } from '../../errors/index.ts';
import type { CodedColumn, Table } from '../cells/table.ts';

/** What counts where the same person has rated the same item more than once. */
export type DuplicateRule = 'error' | 'last' | 'mean';

interface Triples {
  readonly users: Uint32Array;
  readonly items: Uint32Array;
  readonly values: Float32Array;
}

export interface LongRatings {
  readonly table: Table;
  readonly users: CodedColumn;
  readonly items: CodedColumn;
  readonly values: Float32Array;
  /** Decides what is last; the order of the rows where it is missing. */
  readonly times?: Float64Array | undefined;
}

export function resolveDuplicates(ratings: LongRatings, rule: DuplicateRule): { triples: Triples; found: number } {
  const { users, items, values } = ratings;
  const { first, found } = firstOccurrences(ratings);
  if (first === undefined) return { triples: { users: users.codes, items: items.codes, values }, found };
  if (rule === 'error') throw refuse(ratings, first, found);

  const resolved = rule === 'mean' ? means(values, first) : lasts(ratings, first);
  const kept = first.length - found;
  const triples = { users: new Uint32Array(kept), items: new Uint32Array(kept), values: new Float32Array(kept) };
  let to = 0;
  for (let row = 0; row < first.length; row++) {
    if (first[row] !== row) continue;
    triples.users[to] = users.codes[row]!;
    triples.items[to] = items.codes[row]!;
    triples.values[to++] = resolved[row]!;
  }
  return { triples, found };
}

/** For each row the first row with the same user and item, and how many rows repeat one; no rows where none does. */
function firstOccurrences({ users, items }: LongRatings): { first: Uint32Array | undefined; found: number } {
  const rows = users.codes.length;
  const starts = new Uint32Array(users.ids.length + 1);
  for (let row = 0; row < rows; row++) starts[users.codes[row]! + 1]!++;
  for (let user = 1; user < starts.length; user++) starts[user]! += starts[user - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) order[next[users.codes[row]!]!++] = row;

  const stamps = new Uint32Array(items.ids.length);
  const seenAt = new Uint32Array(items.ids.length);
  let found = 0;
  for (let user = 0; user < users.ids.length; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const row = order[at]!;
      const item = items.codes[row]!;
      if (stamps[item] !== user + 1) {
        stamps[item] = user + 1;
        seenAt[item] = row;
      } else {
        found++;
      }
      // In place: this row's entry of the order is not read again.
      order[at] = seenAt[item]!;
    }
  }
  if (found === 0) return { first: undefined, found };
  // Back from the order by user to the order of the rows; `next` ran on to the ends, so it starts over.
  next.set(starts);
  const first = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) first[row] = order[next[users.codes[row]!]!++]!;
  return { first, found };
}

function means(values: Float32Array, first: Uint32Array): Float64Array {
  const sums = new Float64Array(values.length);
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    sums[first[row]!]! += values[row]!;
    counts[first[row]!]!++;
  }
  for (let row = 0; row < values.length; row++) if (first[row] === row) sums[row]! /= counts[row]!;
  return sums;
}

function lasts({ values, times }: LongRatings, first: Uint32Array): Float32Array {
  const latest = Uint32Array.from(first);
  for (let row = 0; row < values.length; row++) {
    const key = first[row]!;
    // Of equal or unknown times the later row counts.
    if (times === undefined || !(times[row]! < times[latest[key]!]!)) latest[key] = row;
  }
  return values.map((value, row) => (first[row] === row ? values[latest[row]!]! : value));
}

function refuse({ table, users, items }: LongRatings, first: Uint32Array, found: number): UlteriorError {
  const row = first.findIndex((earlier, at) => earlier !== at);
  const [user, item] = [users.ids[users.codes[row]!]!, items.ids[items.codes[row]!]!];
  return new UlteriorError(
    'RATING_DUPLICATE',
    `"${table.name}" has ${found} ${found === 1 ? 'rating that repeats' : 'ratings that repeat'} a user and an item; the first is ${table.lineOf(row)}: user "${user}" rates item "${item}" again after ${table.lineOf(first[row]!)}`,
    'remove the repeated rows, or say in a data file which rating counts: ulterior describe DATA --set duplicates=last, or mean',
    { file: table.name, count: found, user, item, line: table.lineOf(row) },
  );
}
