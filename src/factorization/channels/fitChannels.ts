/**
 * The general part of a channel model: for any design of the users, the observations' means, profiles and noise.
 *
 *     x = M'c + D (A u + e),     u ~ N(0, I),     e ~ N(0, diag(psi))                                  [eq:channels]
 *
 *   x    observations of one person (rows)      c    the person's row of the design (p)
 *   M    coefficients by least squares          D    diagonal of deviations: root mean square of x - M'c
 *   A    loadings (rows x d): right singular vectors x singular values / sqrt(users) of the standardised residuals
 *   psi  noise: 1 - communality, the row's sum of squared loadings, but not below `noiseFloor`
 *
 * Divided by D sqrt(psi) this is the model of the belief with unit noise and a profile of unit variance:
 *
 *     scale x = (scale M)'c + v.u + noise,     scale = 1 / (D sqrt(psi)),     v = A / sqrt(psi)
 *
 * Cost: five to ten d products of the residuals with a vector, and as many of their transpose; see `singularDirections`.
 */
import { derive, singularDirections } from '../../maths/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { type ChannelParameters, checkedChannelParameters } from '../model/channelParameters.ts';
import { checkDesign, type Design } from './design.ts';
import { channelObservations } from './observations.ts';
import { standardisedResiduals } from './residuals.ts';

/** The random stream that the directions start from. */
export const DIRECTIONS = 'channel-directions';

/** A fitted model of channels: rows for each item, and the noise. */
export interface ChannelFit {
  /** What the ratings of each item are centred on. */
  readonly itemMeans: Float32Array;
  /** scale M (rows x p): the mean of the scaled observation is the row's product with the user's row of the design. */
  readonly coefficients: Float64Array;
  /** v (rows x d). */
  readonly profiles: Float64Array;
  /** What an observation is multiplied with (rows). */
  readonly scales: Float64Array;
  /** psi (rows): the share of the variance, after the design, that the profiles do not explain. */
  readonly noise: Float64Array;
  /** Root mean square of the standardised residuals less their profiles' part, each time the directions were looked at. */
  readonly errors: readonly number[];
  /** Whether the decomposition had converged when it ended. */
  readonly converged: boolean;
}

/** Called each time the directions are looked at: steps done, of at most how many, and the error. It ends with all done. */
type FitProgress = (done: number, total: number, error: number) => void;

/** Fits all users of the dataset; the design has a row for each. */
export function fitChannels(
  dataset: Dataset,
  design: Design,
  parameters: Partial<ChannelParameters> = {},
  onProgress?: FitProgress,
): ChannelFit {
  const { channels, dimension, noiseFloor, iterations, seed } = checkedChannelParameters(parameters);
  const { users } = dataset.ratings;
  checkDesign(design, users);
  const observations = channelObservations(dataset.ratings, channels);
  const residuals = standardisedResiduals(observations, design);
  const { weights, deviations } = residuals;
  const varying = weights.filter((weight) => weight > 0).length;

  const errors: number[] = [];
  const { squares, directions, converged } = singularDirections(residuals, {
    count: dimension,
    steps: iterations,
    stream: derive(seed, DIRECTIONS),
    onCheck: (steps, sumOfSquares, last) => {
      const error = Math.sqrt(Math.max(0, varying - sumOfSquares / users) / Math.max(1, varying));
      errors.push(error);
      onProgress?.(last ? iterations : steps, iterations, error);
    },
  });

  const rows = residuals.columns;
  const p = design.columns;
  const profiles = new Float64Array(rows * dimension);
  const scales = new Float64Array(rows);
  const noise = new Float64Array(rows);
  const coefficients = new Float64Array(rows * p);
  for (let row = 0; row < rows; row++) {
    let communality = 0;
    // A column that takes no part has no loadings, not even the rounding of the random start.
    for (let k = 0; k < dimension && weights[row]! > 0; k++) {
      const loading = directions[row * dimension + k]! * Math.sqrt(squares[k]! / users);
      profiles[row * dimension + k] = loading;
      communality += loading * loading;
    }
    noise[row] = Math.max(noiseFloor, 1 - communality);
    const deviation = Math.sqrt(noise[row]!);
    for (let k = 0; k < dimension; k++) profiles[row * dimension + k] = profiles[row * dimension + k]! / deviation;
    scales[row] = 1 / (deviations[row]! * deviation);
    for (let k = 0; k < p; k++) coefficients[row * p + k] = scales[row]! * residuals.coefficients[row * p + k]!;
  }
  return { itemMeans: observations.itemMeans, coefficients, profiles, scales, noise, errors, converged };
}
