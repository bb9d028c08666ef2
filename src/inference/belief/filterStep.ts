/** What a belief consists of, and how an observation moves it in place [eq:belief]. */
import { UlteriorError } from '../../errors/index.ts';
import { choleskyFactor, choleskyInverse, shermanMorrison, symmetricTimesVector } from '../../maths/index.ts';

/** One linear observation of a profile: value = u . profile + biases[type] + noise. */
export interface ObservationRow {
  readonly profile: ArrayLike<number>;
  readonly biases: ArrayLike<number>;
}

/** A row of the model, and the value that was seen there. */
export interface Observation {
  readonly row: ObservationRow;
  readonly value: number;
}

/** What a belief starts from. */
export interface BeliefParameters {
  readonly dimension: number;
  /** Prior probability of each type. */
  readonly prior: ArrayLike<number>;
  /** The classifier's ridge: noise variance over profile variance. Not the ridge of training, nor of rating prediction. */
  readonly ridge: number;
  readonly noiseVariance: number;
}

/** What an observation moves. */
export interface Moved {
  readonly logWeights: Float64Array;
  readonly profileMeans: Float64Array;
  readonly covariance: Float64Array;
  /** w = P v of the last observation, with the covariance before it. */
  readonly gain: Float64Array;
  /** All of these: arrays of their own would take three times as long to copy, at every answer of every interview. */
  readonly block: Float64Array;
}

/** Before the first observation. */
export function unmoved({ dimension: d, prior, ridge }: BeliefParameters): Moved {
  const moved = partsOf(new Float64Array(prior.length + (prior.length + d + 1) * d), prior.length, d);
  moved.logWeights.set(Float64Array.from(prior, Math.log));
  for (let k = 0; k < d; k++) moved.covariance[k * d + k] = 1 / ridge;
  return moved;
}

export function copyOf({ block, logWeights, gain }: Moved): Moved {
  return partsOf(block.slice(), logWeights.length, gain.length);
}

function partsOf(block: Float64Array, types: number, d: number): Moved {
  const part = (from: number, length: number) => new Float64Array(block.buffer, 8 * from, length);
  const means = types + d * d;
  return {
    logWeights: part(0, types),
    covariance: part(types, d * d),
    profileMeans: part(means, types * d),
    gain: part(means + types * d, d),
    block,
  };
}

const REBUILD_AFTER = 64;

/** Moves a belief by its observation number `count`, from 1; `all` are those before and this one. */
export function absorb(
  parameters: BeliefParameters,
  moved: Moved,
  observation: Observation,
  count: number,
  all: () => readonly Observation[],
): void {
  update(parameters, moved, observation);
  if (count % REBUILD_AFTER !== 0) return;
  const { covariance, profileMeans } = fromAll(parameters, all());
  moved.covariance.set(covariance);
  moved.profileMeans.set(profileMeans);
}

function update({ dimension, noiseVariance }: BeliefParameters, moved: Moved, { row, value }: Observation): void {
  if (!Number.isFinite(value)) {
    throw new UlteriorError('RATING_NOT_FINITE', `an observation is ${value}`, 'pass finite numbers only', { value });
  }
  const { logWeights, profileMeans, covariance, gain: w } = moved;
  symmetricTimesVector(covariance, dimension, row.profile, 0, w);
  let q = 1;
  for (let k = 0; k < dimension; k++) q += row.profile[k]! * w[k]!;
  for (let t = 0; t < logWeights.length; t++) {
    const error = value - meanOf(profileMeans, row, t);
    logWeights[t] = logWeights[t]! - (error * error) / (2 * noiseVariance * q);
    for (let k = 0; k < dimension; k++) {
      profileMeans[t * dimension + k] = profileMeans[t * dimension + k]! + (w[k]! * error) / q;
    }
  }
  shermanMorrison(covariance, dimension, w, q, covariance);
}

/** How a row is expected to come out under each type. */
export function meansOf({ profileMeans, logWeights }: Pick<Moved, 'profileMeans' | 'logWeights'>, row: ObservationRow) {
  const means = new Float64Array(logWeights.length);
  for (let t = 0; t < means.length; t++) means[t] = meanOf(profileMeans, row, t);
  return means;
}

function meanOf(profileMeans: Float64Array, { profile, biases }: ObservationRow, type: number): number {
  const dimension = profile.length;
  let mean = biases[type]!;
  for (let k = 0; k < dimension; k++) mean += profile[k]! * profileMeans[type * dimension + k]!;
  return mean;
}

/** P and p_t computed directly from all observations: p_t = P sum of v (r - z_t). */
function fromAll({ dimension, ridge, prior }: BeliefParameters, observations: readonly Observation[]) {
  const types = prior.length;
  const sigma = new Float64Array(dimension * dimension);
  for (let k = 0; k < dimension; k++) sigma[k * dimension + k] = ridge;
  const moments = new Float64Array(types * dimension);
  for (const { row, value } of observations) {
    for (let a = 0; a < dimension; a++) {
      for (let b = 0; b <= a; b++) {
        sigma[a * dimension + b] = sigma[a * dimension + b]! + row.profile[a]! * row.profile[b]!;
      }
      for (let t = 0; t < types; t++) {
        moments[t * dimension + a] = moments[t * dimension + a]! + row.profile[a]! * (value - row.biases[t]!);
      }
    }
  }
  const factored = choleskyFactor(sigma, dimension);
  // Sigma is a positive ridge plus a sum of squares: it fails only when profiles are not finite or beyond any scale.
  if (!factored.ok) {
    throw new UlteriorError(
      'MODEL_INVALID',
      `the profiles of ${observations.length} observations give a singular system (unknown ${factored.pivot})`,
      'raise the ridge of the classifier, or check the model for values that are not finite',
      { pivot: factored.pivot },
    );
  }
  const covariance = choleskyInverse(sigma, dimension);
  const profileMeans = new Float64Array(types * dimension);
  for (let t = 0; t < types; t++) {
    profileMeans.set(symmetricTimesVector(covariance, dimension, moments, t * dimension), t * dimension);
  }
  return { covariance, profileMeans };
}
