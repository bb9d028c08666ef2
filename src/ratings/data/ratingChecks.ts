/**
 * What rows must satisfy before anything trusts them. One pass over the ratings: an unsorted row or a NaN that slips
 * through here would surface much later, as a wrong number instead of an error.
 */

import { UlteriorError } from '../../errors/index.ts';
import type { CompressedRows } from './compressedRows.ts';

export function checkRows(users: number, items: number, rows: CompressedRows): void {
  const { starts, indices, values } = rows;
  if (starts.length !== users + 1) refuse(`starts has ${starts.length} entries for ${users} users`);
  if (starts[0] !== 0) refuse(`starts begins with ${starts[0]} instead of 0`);
  if (indices.length !== values.length) refuse(`there are ${indices.length} indices and ${values.length} values`);
  if (starts[users] !== values.length) refuse(`starts ends with ${starts[users]} for ${values.length} ratings`);
  // First all starts, so that the rows below cannot reach beyond the arrays.
  for (let user = 0; user < users; user++)
    if (starts[user]! > starts[user + 1]!) refuse(`starts falls at user ${user}`);

  for (let user = 0; user < users; user++) {
    let previous = -1;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = indices[at]!;
      if (item <= previous) refuseOrder(user, previous, item);
      if (item >= items) refuseItem(user, item, items);
      if (!Number.isFinite(values[at])) refuseValue(user, item, at, values[at]!);
      previous = item;
    }
  }
}

function refuse(what: string): never {
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `rows are not compressed sparse rows: ${what}`,
    'build the matrix from triples with createRatingMatrix, which makes the rows itself',
    { parameter: 'rows' },
  );
}

function refuseOrder(user: number, previous: number, item: number): never {
  if (item !== previous) refuse(`the items of user ${user} do not ascend (${previous} is followed by ${item})`);
  throw new UlteriorError(
    'RATING_DUPLICATE',
    `user ${user} rates item ${item} more than once`,
    'keep one rating for each user and item, for example the newest or the mean',
    { user, item },
  );
}

function refuseItem(user: number, item: number, items: number): never {
  throw new UlteriorError(
    'RATING_OUT_OF_RANGE',
    `user ${user} rates item ${item}, but there are ${items} items (0 to ${items - 1})`,
    'number the items from 0 without gaps, or raise the number of items',
    { user, item, size: items },
  );
}

function refuseValue(user: number, item: number, position: number, value: number): never {
  throw new UlteriorError(
    'RATING_NOT_FINITE',
    `rating number ${position} (counted from 0), of user ${user} for item ${item}, is ${value}`,
    'leave out ratings that are missing instead of passing NaN',
    { position, user, item, value },
  );
}
