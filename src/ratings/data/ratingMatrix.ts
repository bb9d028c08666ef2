/**
 * The ratings, by user and by item. `byUser` is always there; `byItem` is built when first asked for and then kept, so
 * that 100 million ratings cost 0.8 GB and not 1.6 where nobody reads them by item. The arrays are shared with everyone
 * who holds the matrix: never write to them.
 */

import { UlteriorError } from '../../errors/index.ts';
import { accumulateStarts, type CompressedRows, transpose } from './compressedRows.ts';
import { checkRows } from './ratingChecks.ts';

/** All ratings, by user and by item. */
export interface RatingMatrix {
  readonly users: number;
  readonly items: number;
  /** How many ratings. */
  readonly count: number;
  /** A row per user; its indices are items, ascending. */
  readonly byUser: CompressedRows;
  /** A row per item; its indices are users, ascending. */
  readonly byItem: CompressedRows;
}

/** Rating number n is `values[n]`, given by `users[n]` to `items[n]`. */
interface RatingTriples {
  readonly users: ArrayLike<number>;
  readonly items: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** From triples in any order, by counting sorts: O(ratings + users + items). */
export function createRatingMatrix(users: number, items: number, triples: RatingTriples): RatingMatrix {
  checkTriples(users, items, triples);
  const count = triples.values.length;
  const starts = new Uint32Array(users + 1);
  for (let n = 0; n < count; n++) starts[triples.users[n]! + 1]!++;
  accumulateStarts(starts);

  const next = starts.slice(0, users);
  const indices = new Uint32Array(count);
  const values = new Float32Array(count);
  for (let n = 0; n < count; n++) {
    const to = next[triples.users[n]!]!++;
    indices[to] = triples.items[n]!;
    values[to] = triples.values[n]!;
  }
  let byUser: CompressedRows = { starts, indices, values };
  // Files mostly come sorted; the two passes are for those that do not.
  if (!rowsAscend(byUser)) byUser = transpose(transpose(byUser, items), users);
  return ratingMatrixFromRows(users, items, byUser);
}

/** From rows that are ready; takes the arrays over without copying. Checks lengths, order and values in O(ratings). */
export function ratingMatrixFromRows(users: number, items: number, byUser: CompressedRows): RatingMatrix {
  checkRows(users, items, byUser);
  let byItem: CompressedRows | undefined;
  return Object.freeze({
    users,
    items,
    count: byUser.values.length,
    byUser: Object.freeze(byUser),
    get byItem(): CompressedRows {
      byItem ??= transpose(byUser, items);
      return byItem;
    },
  });
}

function rowsAscend({ starts, indices }: CompressedRows): boolean {
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row]! + 1; at < starts[row + 1]!; at++) if (indices[at - 1]! > indices[at]!) return false;
  }
  return true;
}

function checkTriples(users: number, items: number, triples: RatingTriples): void {
  const count = triples.values.length;
  if (triples.users.length !== count || triples.items.length !== count) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `triples has ${triples.users.length} users, ${triples.items.length} items and ${count} values`,
      'pass three arrays of the same length',
      { parameter: 'triples', users: triples.users.length, items: triples.items.length, values: count },
    );
  }
  for (let n = 0; n < count; n++) {
    checkReference('user', triples.users[n]!, users, n);
    checkReference('item', triples.items[n]!, items, n);
    const value = triples.values[n]!;
    // Rounded first: a large double is infinite in the single precision in which ratings are kept.
    if (!Number.isFinite(Math.fround(value))) {
      throw new UlteriorError(
        'RATING_NOT_FINITE',
        `rating number ${n} (counted from 0) is ${value}`,
        'leave out ratings that are missing instead of passing NaN, and check how the column is parsed',
        { position: n, value, user: triples.users[n], item: triples.items[n] },
      );
    }
  }
}

function checkReference(kind: 'user' | 'item', index: number, size: number, position: number): void {
  if (index < size && index >= 0 && Number.isInteger(index)) return;
  throw new UlteriorError(
    'RATING_OUT_OF_RANGE',
    `rating number ${position} (counted from 0) refers to ${kind} ${index}, but there are ${size} ${kind}s (0 to ${size - 1})`,
    `number the ${kind}s from 0 without gaps, or raise the number of ${kind}s`,
    { position, kind, index, size },
  );
}
