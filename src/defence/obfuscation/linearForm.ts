/**
 * The factor-based classifier, for a fixed set of rated items, as a linear function of the ratings: what a defence must
 * know to see which rating gives away how much.
 *
 *     log weight_t = log prior_t + sum_j r_j (M z_t)_j / s2 - z_t' M z_t / (2 s2)   + the same for all t      [eq:influence]
 *     M = I - V Sigma^-1 V',     Sigma = lam I + V'V
 *
 *   V    profiles of the rated items (n x d)          z_t  their biases under type t (n)
 *   lam  ridge of the classifier                      s2   noise variance
 *   (M z_t)_j / s2           influences (n x K)       the rest without r  intercepts (K)
 *
 * For two types the log odds move by (M (z_1 - z_0))_j / s2 = 2 (M delta)_j / s2 for each point of rating j. The filter
 * of `Belief` gives the same log weights answer by answer; here they cost O(n d^2 + d^3) at once.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type BeliefOptions, type ObservationRow, rowOf, startBelief } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';

interface LinearForm {
  readonly types: number;
  readonly influences: Float64Array;
  readonly intercepts: Float64Array;
}

export function linearForm(model: FactorModel, items: ArrayLike<number>, options: BeliefOptions = {}): LinearForm {
  const { ridge, prior, noiseVariance, dimension } = startBelief(model, options).parameters;
  const types = prior.length;
  const rows = Array.from(items, (item) => rowOf(model, itemIndex(item)));
  const factor = factoredGram(rows, dimension, ridge);
  const influences = new Float64Array(rows.length * types);
  const intercepts = Float64Array.from(prior, Math.log);
  for (let t = 0; t < types; t++) {
    const fitted = fittedProfile(factor, rows, dimension, (n) => rows[n]!.biases[t]!);
    for (const [n, { profile, biases }] of rows.entries()) {
      let rest = biases[t]!;
      for (let k = 0; k < dimension; k++) rest -= profile[k]! * fitted[k]!;
      influences[n * types + t] = rest / noiseVariance;
      intercepts[t] = intercepts[t]! - (biases[t]! * rest) / (2 * noiseVariance);
    }
  }
  return { types, influences, intercepts };
}

/** The Cholesky factor of ridge I + V'V. */
export function factoredGram(rows: readonly ObservationRow[], dimension: number, ridge: number): Float64Array {
  const sigma = new Float64Array(dimension * dimension);
  for (let k = 0; k < dimension; k++) sigma[k * dimension + k] = ridge;
  for (const { profile } of rows) {
    for (let a = 0; a < dimension; a++) {
      for (let b = 0; b <= a; b++) sigma[a * dimension + b] = sigma[a * dimension + b]! + profile[a]! * profile[b]!;
    }
  }
  const factored = choleskyFactor(sigma, dimension);
  if (factored.ok) return sigma;
  throw new UlteriorError(
    'MODEL_INVALID',
    `the profiles of ${rows.length} items give a singular system (unknown ${factored.pivot})`,
    'raise the ridge, or check the model for values that are not finite',
    { pivot: factored.pivot },
  );
}

/** Sigma^-1 V'x: the profile that a ridge fits to one number for each row. */
export function fittedProfile(
  factor: Float64Array,
  rows: readonly ObservationRow[],
  dimension: number,
  numberOf: (row: number) => number,
): Float64Array {
  const moments = new Float64Array(dimension);
  for (const [n, { profile }] of rows.entries()) {
    const number = numberOf(n);
    for (let k = 0; k < dimension; k++) moments[k] = moments[k]! + profile[k]! * number;
  }
  return choleskySolve(factor, dimension, moments);
}

/** The log posterior of each type, up to a constant that is the same for all. */
export function logWeightsOf({ types, influences, intercepts }: LinearForm, ratings: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from(intercepts);
  for (let n = 0; n < ratings.length; n++) {
    for (let t = 0; t < types; t++) weights[t] = weights[t]! + ratings[n]! * influences[n * types + t]!;
  }
  return weights;
}
