/**
 * The ratings that training sees: those of users whose type is known, less a share that is held out to measure the
 * noise, less the item's mean where that is asked for. Nothing is copied here: solvers walk over the dataset's own
 * arrays through `forEachUser`, so that 100 million ratings need no second copy outside the kernels' memory.
 */
import { UlteriorError } from '../../errors/index.ts';
import { derive } from '../../maths/index.ts';
import {
  type Attribute,
  attributeOf,
  type CategoricalAttribute,
  type Dataset,
  hasValue,
  itemIndex,
  userIndex,
} from '../../ratings/index.ts';
import type { TrainingParameters } from '../model/parameters.ts';

/** Types are bytes in the kernels. */
const MOST_TYPES = 256;

/** What training on any attribute needs of the ratings. */
export interface TrainingRatings {
  readonly dataset: Dataset;
  /** Dataset indexes of the users that train, ascending. */
  readonly users: Uint32Array;
  /** Positions (in dataset.ratings.byUser) of the ratings held out, ascending. */
  readonly heldOut: Uint32Array;
  /** How many ratings train. */
  readonly ratings: number;
  readonly userCounts: Uint32Array;
  readonly itemCounts: Uint32Array;
  /** Mean training rating of each item. */
  readonly itemMeans: Float32Array;
}

export interface TrainingData extends TrainingRatings {
  readonly attribute: CategoricalAttribute;
  readonly types: number;
  /** Type of each training user. */
  readonly userTypes: Uint8Array;
  /** Ratings of item j by type t (items x K). */
  readonly countsByType: Uint32Array;
  /** What is taken off the ratings of each item. */
  readonly centres: Float32Array;
}

export function prepareTraining(
  dataset: Dataset,
  attributeName: string,
  parameters: Pick<TrainingParameters, 'centring' | 'noiseHoldOut' | 'seed'>,
): TrainingData {
  const attribute = attributeOf(dataset, attributeName);
  const types = attribute.labels.length;
  if (types > MOST_TYPES) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the attribute "${attribute.name}" has ${types} values; at most ${MOST_TYPES} groups can be told apart`,
      'merge values into groups',
      { attribute: attribute.name, types },
    );
  }
  const data = trainingRatings(dataset, attribute, parameters);
  const userTypes = Uint8Array.from(data.users, (user) => attribute.values[user]!);
  const { indices } = dataset.ratings.byUser;
  const countsByType = new Uint32Array(dataset.items.size * types);
  forEachUser(data, (n, positions, count) => {
    for (let k = 0; k < count; k++) countsByType[indices[positions[k]!]! * types + userTypes[n]!]!++;
  });
  const centres = parameters.centring === 'item' ? data.itemMeans : new Float32Array(dataset.items.size);
  return { ...data, attribute, types, userTypes, countsByType, centres };
}

/** The ratings of the users whose attribute is known, with a share held out. */
export function trainingRatings(
  dataset: Dataset,
  attribute: Attribute,
  parameters: Pick<TrainingParameters, 'noiseHoldOut' | 'seed'>,
): TrainingRatings {
  const users = Uint32Array.from(attribute.values.keys()).filter((user) => hasValue(attribute, user));
  const { starts, indices, values } = dataset.ratings.byUser;
  const userCounts = new Uint32Array(users.length);
  const itemCounts = new Uint32Array(dataset.items.size);
  for (let n = 0; n < users.length; n++) {
    const user = users[n]!;
    userCounts[n] = starts[user + 1]! - starts[user]!;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) itemCounts[indices[at]!]!++;
  }
  refuseEmpty(dataset, users, userCounts, itemCounts);
  const heldOut = chooseHeldOut(dataset, users, parameters, userCounts, itemCounts);

  let ratings = 0;
  const sums = new Float64Array(dataset.items.size);
  forEachUser({ dataset, users, heldOut }, (_, positions, count) => {
    ratings += count;
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      sums[indices[at]!] = sums[indices[at]!]! + values[at]!;
    }
  });
  const itemMeans = Float32Array.from(sums, (sum, item) => sum / itemCounts[item]!);
  return { dataset, users, heldOut, ratings, userCounts, itemCounts, itemMeans };
}

/** Calls `visit` for each training user with the positions of the ratings that train (a reused array, and how many). */
export function forEachUser(
  data: Pick<TrainingRatings, 'dataset' | 'users' | 'heldOut'>,
  visit: (user: number, positions: Uint32Array, count: number) => void,
): void {
  const { starts } = data.dataset.ratings.byUser;
  const positions = new Uint32Array(data.dataset.items.size);
  let next = 0;
  for (let n = 0; n < data.users.length; n++) {
    const user = data.users[n]!;
    let count = 0;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      while (next < data.heldOut.length && data.heldOut[next]! < at) next++;
      if (data.heldOut[next] !== at) positions[count++] = at;
    }
    visit(n, positions, count);
  }
}

/**
 * Each rating is held out with the same probability, by skipping a geometrically distributed number of ratings at a
 * time. A user's or an item's last rating always trains. The counts are reduced in place.
 */
function chooseHeldOut(
  dataset: Dataset,
  users: Uint32Array,
  parameters: Pick<TrainingParameters, 'noiseHoldOut' | 'seed'>,
  userCounts: Uint32Array,
  itemCounts: Uint32Array,
): Uint32Array {
  const share = parameters.noiseHoldOut;
  if (share === 0) return new Uint32Array(0);
  const stream = derive(parameters.seed, 'noise-hold-out');
  const logKept = Math.log(1 - share);
  const skip = () => Math.floor(Math.log(stream.uniform()) / logKept);
  const { starts, indices } = dataset.ratings.byUser;
  const chosen: number[] = [];
  let wait = skip();
  for (let n = 0; n < users.length; n++) {
    const user = users[n]!;
    const count = starts[user + 1]! - starts[user]!;
    let at = wait;
    for (; at < count; at += 1 + skip()) {
      const position = starts[user]! + at;
      const item = indices[position]!;
      if (userCounts[n]! < 2 || itemCounts[item]! < 2) continue;
      userCounts[n]!--;
      itemCounts[item]!--;
      chosen.push(position);
    }
    wait = at - count;
  }
  return Uint32Array.from(chosen);
}

function refuseEmpty(dataset: Dataset, users: Uint32Array, userCounts: Uint32Array, itemCounts: Uint32Array): void {
  const user = userCounts.indexOf(0);
  if (user >= 0) {
    const id = dataset.users.id(userIndex(users[user]!));
    throw new UlteriorError(
      'USER_WITHOUT_RATINGS',
      `user "${id}" has no ratings to train on`,
      'leave such users out: filter by a minimum count of at least 1 rating',
      { user: id },
    );
  }
  const item = itemCounts.indexOf(0);
  if (item >= 0) {
    const id = dataset.items.id(itemIndex(item));
    throw new UlteriorError(
      'ITEM_WITHOUT_RATINGS',
      `item "${id}" has no rating by a user whose attribute is known`,
      'leave such items out: filter by a minimum count again after choosing the training users',
      { item: id },
    );
  }
}
