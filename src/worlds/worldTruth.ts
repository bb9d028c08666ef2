/**
 * The truth behind a world, in the symbols of the model r_ij = u_i . v_j + z_{j,t_i} + noise:
 *
 *     u_i  userProfiles (users x dimension)      t_i  userTypes (users)
 *     v_j  itemProfiles (items x dimension)      z_jt typeBiases (items x types)
 *
 * Row-major and in single precision, like the parameters of a trained model. Ratings are computed from these rounded
 * numbers, so the truth is exact.
 */

import { derive } from '../maths/index.ts';
import { refuseSpec, type WorldSpec } from './worldSpec.ts';

export interface WorldTruth {
  readonly dimension: number;
  readonly userProfiles: Float32Array;
  readonly itemProfiles: Float32Array;
  readonly typeBiases: Float32Array;
  readonly userTypes: Int16Array;
  /** Variance of a rating around its expectation, before rounding to the scale. */
  readonly noiseVariance: number;
  /** Variance of the entries of user profiles, and of item profiles. */
  readonly profileVariance: number;
  readonly itemProfileVariance: number;
  /** Relative weights with which items are drawn; they sum to 1. */
  readonly popularity: Float64Array;
}

type ItemTruth = Pick<WorldTruth, 'itemProfiles' | 'typeBiases'>;

/** Each item from a stream of its own. */
export function drawItems(spec: WorldSpec, seed: number): ItemTruth {
  const { items, dimension, types, leak, ratingMean, itemSpread, profileScales } = spec;
  const itemProfiles = new Float32Array(items * dimension);
  const typeBiases = new Float32Array(items * types.length);
  const gaps = new Float64Array(types.length);
  // Subtracting their mean leaves the gaps (K-1)/K of their variance; this gives it back.
  const scale = leak * Math.sqrt(types.length / (types.length - 1));
  for (let item = 0; item < items; item++) {
    const stream = derive(seed, 'world-item', item);
    for (let k = 0; k < dimension; k++) itemProfiles[item * dimension + k] = profileScales.item * stream.normal();
    const centre = ratingMean + itemSpread * stream.normal();
    let mean = 0;
    for (let type = 0; type < gaps.length; type++) {
      gaps[type] = stream.normal();
      mean += gaps[type]! / gaps.length;
    }
    for (let type = 0; type < gaps.length; type++) {
      typeBiases[item * gaps.length + type] = centre + scale * (gaps[type]! - mean);
    }
  }
  return { itemProfiles, typeBiases };
}

/**
 * The users' types. Shares are met to within one user (largest remainders) and dealt out at random: drawing every
 * user's type by itself could leave a small world without one of its types.
 */
export function drawTypes(spec: WorldSpec, seed: number): Int16Array {
  const exact = spec.types.map((type) => type.share * spec.users);
  const quotas = exact.map(Math.floor);
  const missing = spec.users - quotas.reduce((sum, quota) => sum + quota, 0);
  const byRemainder = [...quotas.keys()].sort((a, b) => exact[b]! - quotas[b]! - (exact[a]! - quotas[a]!) || a - b);
  for (const type of byRemainder.slice(0, missing)) quotas[type]!++;
  const empty = quotas.indexOf(0);
  if (empty >= 0) {
    refuseSpec(
      `types[${empty}].share`,
      spec.types[empty]!.share,
      `of ${spec.users} users none is of the type "${spec.types[empty]!.label}"`,
      'raise the share or the number of users',
    );
  }
  const types = quotas.flatMap((quota, type) => new Array<number>(quota).fill(type));
  return Int16Array.from(derive(seed, 'world-types').shuffle(types));
}
