/**
 * Dropping users and items that say too little, or about whom nothing is known. Every filter reports what it dropped:
 * an audit must be able to say which people it is not about.
 */

import { requireWithin, UlteriorError } from '../../errors/index.ts';
import { hasValue } from '../data/attribute.ts';
import { anyAttributeOf, type Dataset } from '../data/dataset.ts';
import { keepFlagged } from './selection.ts';

/** 0 means the same as 1: a dataset has nobody and nothing without ratings. */
interface MinimumCounts {
  readonly minPerUser?: number | undefined;
  readonly minPerItem?: number | undefined;
}

/** What is left, and what was left out. */
export interface FilterResult {
  readonly dataset: Dataset;
  readonly dropped: { readonly users: number; readonly items: number; readonly ratings: number };
  /** How many times something was dropped until nothing more had to be. */
  readonly rounds: number;
}

/**
 * Keeps users and items with enough ratings, repeated until it is stable: dropping an item takes ratings from users,
 * who may then fall short. What remains is the largest part in which all have enough, whatever the order of dropping.
 * Each round costs O(ratings).
 */
export function filterByCounts(dataset: Dataset, minimum: MinimumCounts): FilterResult {
  const { minPerUser = 1, minPerItem = 1 } = minimum;
  requireWithin('minPerUser', minPerUser, { min: 0, max: 2 ** 32 - 1, whole: true });
  requireWithin('minPerItem', minPerItem, { min: 0, max: 2 ** 32 - 1, whole: true });
  const userFlags = new Uint8Array(dataset.ratings.users).fill(1);
  const itemFlags = new Uint8Array(dataset.ratings.items).fill(1);
  let rounds = 0;
  for (;;) {
    const counts = countFlagged(dataset, userFlags, itemFlags);
    const fell =
      lower(userFlags, counts.users, Math.max(1, minPerUser)) + lower(itemFlags, counts.items, Math.max(1, minPerItem));
    if (fell === 0) break;
    rounds++;
  }
  return result(
    dataset,
    userFlags,
    itemFlags,
    rounds,
    `at least ${minPerUser} ratings per user and ${minPerItem} per item`,
  );
}

/** Keeps the users of whom the attribute is known; items that only the others rated go too. */
export function keepUsersWith(dataset: Dataset, attributeName: string): FilterResult {
  const attribute = anyAttributeOf(dataset, attributeName);
  const userFlags = Uint8Array.from({ length: dataset.ratings.users }, (_, user) => Number(hasValue(attribute, user)));
  const itemFlags = new Uint8Array(dataset.ratings.items).fill(1);
  lower(itemFlags, countFlagged(dataset, userFlags, itemFlags).items, 1);
  const rounds = userFlags.includes(0) || itemFlags.includes(0) ? 1 : 0;
  return result(dataset, userFlags, itemFlags, rounds, `known "${attributeName}"`);
}

/** Keeps the items that users of at least two folds rated: each fold then leaves ratings of every item to train on. */
export function keepItemsOfTwoFolds(dataset: Dataset, folds: ArrayLike<number>): FilterResult {
  const { starts, indices } = dataset.ratings.byUser;
  // One more than the first fold that rated the item; 0 for none.
  const firstFold = new Uint32Array(dataset.ratings.items);
  const itemFlags = new Uint8Array(dataset.ratings.items);
  for (let user = 0; user < dataset.ratings.users; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = indices[at]!;
      if (firstFold[item] === 0) firstFold[item] = folds[user]! + 1;
      else if (firstFold[item] !== folds[user]! + 1) itemFlags[item] = 1;
    }
  }
  return keepItems(dataset, itemFlags, 'ratings by users of two folds or more');
}

/** Keeps the items whose flag is not 0, and the users who rated one of them; `wanted` says what these items have. */
export function keepItems(dataset: Dataset, itemFlags: Uint8Array, wanted: string): FilterResult {
  const userFlags = new Uint8Array(dataset.ratings.users).fill(1);
  lower(userFlags, countFlagged(dataset, userFlags, itemFlags).users, 1);
  const rounds = userFlags.includes(0) || itemFlags.includes(0) ? 1 : 0;
  return result(dataset, userFlags, itemFlags, rounds, wanted);
}

function countFlagged(dataset: Dataset, userFlags: Uint8Array, itemFlags: Uint8Array) {
  const { starts, indices } = dataset.ratings.byUser;
  const users = new Uint32Array(userFlags.length);
  const items = new Uint32Array(itemFlags.length);
  for (let user = 0; user < users.length; user++) {
    if (userFlags[user] === 0) continue;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = indices[at]!;
      if (itemFlags[item] === 0) continue;
      users[user]!++;
      items[item]!++;
    }
  }
  return { users, items };
}

/** Takes down the flags of those below the minimum; returns how many. */
function lower(flags: Uint8Array, counts: Uint32Array, minimum: number): number {
  let fell = 0;
  for (let index = 0; index < flags.length; index++) {
    if (flags[index] === 0 || counts[index]! >= minimum) continue;
    flags[index] = 0;
    fell++;
  }
  return fell;
}

function result(
  dataset: Dataset,
  userFlags: Uint8Array,
  itemFlags: Uint8Array,
  rounds: number,
  wanted: string,
): FilterResult {
  const before = dataset.ratings;
  // Nothing dropped: the same value, without a copy.
  const kept = rounds === 0 ? dataset : keepFlagged(dataset, userFlags, itemFlags);
  if (kept.ratings.count === 0) {
    throw new UlteriorError(
      'DATASET_EMPTY',
      `no ratings are left of ${before.count} (${before.users} users, ${before.items} items) after keeping those with ${wanted}`,
      'lower the minimum counts, or load more data',
      { users: before.users, items: before.items, ratings: before.count },
    );
  }
  const { users, items, count } = kept.ratings;
  const dropped = { users: before.users - users, items: before.items - items, ratings: before.count - count };
  return Object.freeze({ dataset: kept, dropped: Object.freeze(dropped), rounds });
}
