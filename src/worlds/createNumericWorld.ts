/**
 * A world in which ratings give away a number: a world without types, in which each item's rating rises or falls with
 * the person's number x.
 *
 *     r_ij = u_i . v_j + a_j + b_j x_i + noise,     x_i ~ N(mean, deviation^2),     b_j ~ N(0, (leak / deviation)^2)
 *
 *   u_i  userProfiles     v_j  itemProfiles     a_j  intercepts (the rating at x = 0)     b_j  slopes     x_i  numbers
 *
 * `leak` is in rating points for one standard deviation of the number.
 */

import { requirePositive, requireWithin } from '../errors/index.ts';
import { derive } from '../maths/index.ts';
import {
  createDataset,
  createNumericAttribute,
  type Dataset,
  nearestOnScale,
  ratingMatrixFromRows,
} from '../ratings/index.ts';
import { createWorld } from './createWorld.ts';
import { completeSpec, type WorldSpec } from './worldSpec.ts';
import type { WorldTruth } from './worldTruth.ts';

/** What a world with a number is made of. */
export interface NumericWorldSpec extends Omit<WorldSpec, 'types'> {
  readonly mean: number;
  readonly deviation: number;
}

interface NumericWorldTruth
  extends Pick<WorldTruth, 'dimension' | 'userProfiles' | 'itemProfiles' | 'noiseVariance' | 'profileVariance'> {
  readonly intercepts: Float64Array;
  readonly slopes: Float64Array;
  readonly numbers: Float64Array;
}

/** An invented world in which ratings give away a number, and its truth. */
export interface NumericWorld {
  readonly dataset: Dataset;
  readonly truth: NumericWorldTruth;
  /** With the defaults filled in. */
  readonly spec: NumericWorldSpec;
}

/** Invents a world in which ratings give away a number. */
export function createNumericWorld(partial: Partial<NumericWorldSpec>, seed: number): NumericWorld {
  const { mean = 35, deviation = 12, attribute = 'age', ...rest } = partial;
  requireWithin('mean', mean, { min: -1e9, max: 1e9 });
  requirePositive('deviation', deviation);
  const { types: _, ...spec } = completeSpec({ ...rest, attribute });
  // Without leak both of its types have the same biases: the intercepts.
  const base = createWorld({ ...spec, leak: 0, scale: 'continuous' }, seed);
  const { dimension, userProfiles, itemProfiles, typeBiases, noiseVariance, profileVariance } = base.truth;
  const slopes = Float64Array.from(
    { length: spec.items },
    (_, item) => (spec.leak / deviation) * derive(seed, 'world-slope', item).normal(),
  );
  const numbers = Float64Array.from(
    { length: spec.users },
    (_, user) => mean + deviation * derive(seed, 'world-number', user).normal(),
  );
  const { users, items, ratings } = base.dataset;
  const { starts, indices } = ratings.byUser;
  const values = ratings.byUser.values.slice();
  for (let user = 0; user < spec.users; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const rating = values[at]! + slopes[indices[at]!]! * (numbers[user]! - mean);
      values[at] = spec.scale === 'continuous' ? rating : nearestOnScale(spec.scale, rating);
    }
  }
  const dataset = createDataset({
    users,
    items,
    ratings: ratingMatrixFromRows(spec.users, spec.items, { starts, indices, values }),
    // A continuous scale is the range of the ratings, which the slopes have widened.
    scale: spec.scale === 'continuous' ? rangeOf(values) : spec.scale,
    attributes: [createNumericAttribute(attribute, numbers)],
  });
  const intercepts = Float64Array.from(slopes, (slope, item) => typeBiases[2 * item]! - slope * mean);
  const truth = { dimension, userProfiles, itemProfiles, noiseVariance, profileVariance, intercepts, slopes, numbers };
  return Object.freeze({ dataset, truth: Object.freeze(truth), spec: Object.freeze({ ...spec, mean, deviation }) });
}

function rangeOf(values: Float32Array): Dataset['scale'] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, step: 0 };
}
