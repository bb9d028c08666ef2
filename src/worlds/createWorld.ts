/**
 * Synthetic data with known truth: what an audit finds in them can be compared with what was put in.
 *
 * Every random number belongs to a user, an item or the world as a whole, and comes from a stream derived from that.
 * So a user's ratings do not depend on the order in which users are made. The steps are: how many ratings each user
 * gives, which items, a rating for items that nobody drew, and only then the ratings themselves. All of it is written
 * straight into the rows of the rating matrix: 8 bytes per rating, and nothing is created per rating.
 */

import { derive } from '../maths/index.ts';
import {
  attributeFromCodes,
  type CompressedRows,
  createDataset,
  type Dataset,
  numberedVocabulary,
  type RatingScale,
  ratingMatrixFromRows,
} from '../ratings/index.ts';
import { createItemSampler, drawPopularity } from './itemSampler.ts';
import { placeOrphans } from './orphans.ts';
import { drawRowStarts } from './ratingCounts.ts';
import { inventTitles } from './titles.ts';
import { completeSpec, type WorldSpec } from './worldSpec.ts';
import { drawItems, drawTypes, type WorldTruth } from './worldTruth.ts';

/** An invented world, and its truth. */
export interface World {
  readonly dataset: Dataset;
  readonly truth: WorldTruth;
  /** With the defaults filled in. */
  readonly spec: WorldSpec;
}

/** Beyond this many items nobody reads the titles, and the strings would outweigh the profiles. */
const MOST_TITLES = 100_000;

/**
 * Invents people, items and ratings with a leak of a known size. The same seed gives the same world.
 *
 * @example
 * ```ts
 * import { createWorld } from 'ulterior/core';
 *
 * const { dataset } = createWorld({ users: 100, items: 60, leak: 0.5 }, 1);
 * console.log(dataset.ratings.count);
 * ```
 */
export function createWorld(partial: Partial<WorldSpec>, seed: number): World {
  const spec = completeSpec(partial);
  const userTypes = drawTypes(spec, seed);
  const popularity = drawPopularity(spec.items, spec.popularity, derive(seed, 'world-popularity'));
  const starts = drawRowStarts(spec, seed);
  const indices = drawRatedItems(spec, starts, popularity, seed);
  const truth: WorldTruth = Object.freeze({
    dimension: spec.dimension,
    userProfiles: new Float32Array(spec.users * spec.dimension),
    ...drawItems(spec, seed),
    userTypes,
    noiseVariance: spec.noise ** 2,
    profileVariance: spec.profileScales.user ** 2,
    itemProfileVariance: spec.profileScales.item ** 2,
    popularity,
  });
  const rows = { starts, indices, values: new Float32Array(indices.length) };
  const scale = drawRatings(spec, truth, rows, seed);

  const titles = spec.items <= MOST_TITLES ? inventTitles(spec.items, derive(seed, 'world-titles')) : undefined;
  const labels = spec.types.map((type) => type.label);
  const dataset = createDataset({
    users: numberedVocabulary(spec.users, 'user-'),
    items: numberedVocabulary(spec.items, 'item-', titles),
    ratings: ratingMatrixFromRows(spec.users, spec.items, rows),
    scale,
    attributes: [attributeFromCodes(spec.attribute, labels, userTypes)],
  });
  return Object.freeze({ dataset, truth, spec });
}

function drawRatedItems(spec: WorldSpec, starts: Uint32Array, popularity: Float64Array, seed: number): Uint32Array {
  const indices = new Uint32Array(starts[spec.users]!);
  const sampler = createItemSampler(popularity);
  for (let user = 0; user < spec.users; user++) {
    sampler.draw(derive(seed, 'world-items', user), indices.subarray(starts[user]!, starts[user + 1]!));
  }
  placeOrphans(spec.items, starts, indices, derive(seed, 'world-orphans'));
  return indices;
}

/** Fills in the user profiles and the ratings, from one stream per user; returns the scale the ratings lie on. */
function drawRatings(spec: WorldSpec, truth: WorldTruth, rows: CompressedRows, seed: number): RatingScale {
  const { dimension, types, noise, scale } = spec;
  const { userProfiles, itemProfiles, typeBiases, userTypes } = truth;
  const {
    min: floor,
    max: ceiling,
    step,
  } = scale === 'continuous' ? { min: -Infinity, max: Infinity, step: 0 } : scale;
  const profile = new Float32Array(dimension);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let user = 0; user < spec.users; user++) {
    const stream = derive(seed, 'world-user', user);
    for (let k = 0; k < dimension; k++) profile[k] = spec.profileScales.user * stream.normal();
    userProfiles.set(profile, user * dimension);
    const type = userTypes[user]!;
    const end = rows.starts[user + 1]!;
    for (let at = rows.starts[user]!; at < end; at++) {
      const item = rows.indices[at]!;
      const first = item * dimension;
      let rating = typeBiases[item * types.length + type]! + noise * stream.normal();
      for (let k = 0; k < dimension; k++) rating += profile[k]! * itemProfiles[first + k]!;
      // Written out, not nearestOnScale: this runs once per rating.
      if (step > 0) rating = floor + step * Math.round((rating - floor) / step);
      rating = Math.fround(rating < floor ? floor : rating > ceiling ? ceiling : rating);
      rows.values[at] = rating;
      if (rating < lowest) lowest = rating;
      if (rating > highest) highest = rating;
    }
  }
  return scale === 'continuous' ? { min: lowest, max: highest, step: 0 } : scale;
}
