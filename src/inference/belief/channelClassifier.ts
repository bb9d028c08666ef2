/**
 * The factor-based classifier over whole histories of a channel model: every item of the catalogue has been answered,
 * the items of the history with their ratings and all others with "not seen". Always the same rows are observed, so
 * that the covariance is the same for everybody, is factorised once, and the log weights are linear in the observations:
 *
 *     log weight_t = log prior_t + d_t'M (x - b) / s2 - d_t'M d_t / (2 s2)                     [eq:history]
 *
 *   x    observations times their scales (rows), 0 for everything not seen
 *   b    mean over types of the biases; d_t  the bias of type t less b (rows)
 *   M    I - V (lam I + V'V)^-1 V' (rows x rows), applied and never written out
 *
 * A rated item adds base + r x slope to the log weight of each type. Cost: O(rows d^2 + rows d K) once, then
 * O(ratings K) per person, where the belief takes O(rows d^2). An item occurs at most once in a history; a rating of 0 is
 * a rating like any other.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { choleskyFactor, choleskySolve, type Reals } from '../../maths/index.ts';
import { type TypeClassifier, withProbabilities } from '../classifiers/common/classifier.ts';
import { checkAnswer, type SparseVector } from '../classifiers/common/sparseRows.ts';
import { type BeliefOptions, startBelief } from './observe.ts';

/** A classifier of whole histories that counts what was seen as well as how it was rated. */
export function channelClassifier(model: FactorModel, options: BeliefOptions = {}): TypeClassifier {
  const { channels } = model.rows;
  if (channels.includes('rating')) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the classifier of channels needs a model that learns from unseen items; this one observes ${channels.join(', ')}`,
      'train a model of channels with trainChannels, or use factorClassifier',
      { channels },
    );
  }
  const items = model.items.size;
  const types = model.typeLabels.length;
  const { bases, slopes, intercepts } = linearForm(model, options);
  return withProbabilities({
    name: 'channels',
    types,
    logWeights: ({ indices, values }: SparseVector) => {
      const logWeights = Float64Array.from(intercepts);
      for (let n = 0; n < indices.length; n++) {
        checkAnswer(items, indices[n]!, values[n]!);
        for (let t = 0; t < types; t++) {
          const at = indices[n]! * types + t;
          logWeights[t] = logWeights[t]! + bases[at]! + values[n]! * slopes[at]!;
        }
      }
      return logWeights;
    },
  });
}

/** What each item adds to the log weights (items x K), if it was rated r: base + r x slope. */
interface LinearForm {
  readonly bases: Float64Array;
  readonly slopes: Float64Array;
  readonly intercepts: Float64Array;
}

function linearForm(model: FactorModel, options: BeliefOptions): LinearForm {
  const { rows, itemStatistics } = model;
  const { parameters } = startBelief(model, options);
  const types = model.typeLabels.length;
  const perItem = rows.channels.length;
  const rowCount = rows.scales.length;
  const { centre, apart } = centredBiases(rows.biases, types);
  const whitened = timesM(model, parameters.ridge, apart, types);

  const intercepts = Float64Array.from(parameters.prior, Math.log);
  const bases = new Float64Array(model.items.size * types);
  const slopes = new Float64Array(model.items.size * types);
  for (let row = 0; row < rowCount; row++) {
    const item = Math.floor(row / perItem);
    const isRating = rows.channels[row % perItem] === 'centredRating';
    const scale = rows.scales[row]! / parameters.noiseVariance;
    for (let t = 0; t < types; t++) {
      const weight = whitened[row * types + t]!;
      intercepts[t] =
        intercepts[t]! - (weight * (centre[row]! + apart[row * types + t]! / 2)) / parameters.noiseVariance;
      const at = item * types + t;
      if (isRating) {
        slopes[at] = scale * weight;
        bases[at] = bases[at]! - scale * weight * itemStatistics.means[item]!;
      } else {
        bases[at] = bases[at]! + scale * weight;
      }
    }
  }
  return { bases, slopes, intercepts };
}

/** The mean over types of each row's biases (rows), and what each type's differs by (rows x K). */
function centredBiases(biases: Reals, types: number): { centre: Float64Array; apart: Float64Array } {
  const centre = new Float64Array(biases.length / types);
  for (let at = 0; at < biases.length; at++) centre[Math.floor(at / types)]! += biases[at]! / types;
  return { centre, apart: Float64Array.from(biases, (bias, at) => bias - centre[Math.floor(at / types)]!) };
}

/** M times a matrix of `columns` columns (rows x columns): itself, less V (lam I + V'V)^-1 V' times it. */
function timesM(
  { rows, dimension: d }: FactorModel,
  ridge: number,
  matrix: Float64Array,
  columns: number,
): Float64Array {
  const { profiles } = rows;
  const sigma = new Float64Array(d * d);
  for (let k = 0; k < d; k++) sigma[k * d + k] = ridge;
  const moments = Array.from({ length: columns }, () => new Float64Array(d));
  for (let row = 0; row * d < profiles.length; row++) {
    for (let a = 0; a < d; a++) {
      const entry = profiles[row * d + a]!;
      for (let b = 0; b <= a; b++) sigma[a * d + b]! += entry * profiles[row * d + b]!;
      for (let t = 0; t < columns; t++) moments[t]![a]! += entry * matrix[row * columns + t]!;
    }
  }
  const factored = choleskyFactor(sigma, d);
  // Sigma is a positive ridge plus a sum of squares: it fails only when profiles are not finite or beyond any scale.
  if (!factored.ok) {
    throw new UlteriorError(
      'MODEL_INVALID',
      `the profiles of the model give a singular system (unknown ${factored.pivot})`,
      'raise the ridge of the classifier, or check the model for values that are not finite',
      { pivot: factored.pivot },
    );
  }
  const explained = moments.map((moment) => choleskySolve(sigma, d, moment));
  return matrix.map((value, at) => {
    const row = Math.floor(at / columns);
    const means = explained[at % columns]!;
    let rest = value;
    for (let k = 0; k < d; k++) rest -= profiles[row * d + k]! * means[k]!;
    return rest;
  });
}
