/**
 * What the attacker knows about one person's number x: a Gaussian over x and the person's profile together. The model
 * r_j = u . v_j + a_j + b_j x + noise is linear in (u, x), so x is one more entry of the profile and b_j one more of the
 * item's, and the filter of the types' belief carries over (belief.ts).                               [eq:numericBelief]
 *
 *     h_j = (v_j, b_j),   state (u, x) ~ N(m, s2 P),   start: m = (0, mx),  P = diag(I / lam, sx2 / s2)
 *
 *   h_j  row.direction (d + 1)    a_j  row.intercept    m  means (d + 1)    P  covariance (d + 1 x d + 1)
 *   s2   noiseVariance            lam  ridge            mx, sx2  prior of x
 *
 * Absorbing (row, r), with w = P h, q = 1 + h'Ph, e = r - a - h.m:      m += w e / q       P -= w w' / q
 *
 * costs O(d^2). P does not contain the answers: how sure the attacker is depends on what was asked, not on what was
 * answered. After every REBUILD_AFTER updates P and m are computed anew from all rows, so that rounding does not pile up.
 */
import { requirePositive, requireWithin, UlteriorError } from '../../errors/index.ts';
import type { NumericModel } from '../../factorization/index.ts';
import {
  choleskyFactor,
  choleskyInverse,
  normalQuantile,
  quadraticForm,
  shermanMorrison,
  symmetricTimesVector,
} from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { requireItem } from './observe.ts';

/** One linear observation: value = direction . (u, x) + intercept + noise. */
interface NumericRow {
  readonly direction: Float64Array;
  readonly intercept: number;
}

/** A row of the model of a number, and the value that was seen there. */
export interface NumericObservation {
  readonly row: NumericRow;
  readonly value: number;
}

/** What a belief about a number starts from, with everything filled in. */
interface NumericBeliefParameters {
  /** Length d of the profile, without x. */
  readonly dimension: number;
  /** Noise variance over profile variance. */
  readonly ridge: number;
  readonly noiseVariance: number;
  /** What is known of x before anything is answered. */
  readonly prior: { readonly mean: number; readonly variance: number };
}

/** How an unseen row is expected to come out. */
interface NumericPrediction {
  /** Of the rating. */
  readonly mean: number;
  /** Variance of the rating over the noise variance, without the noise itself. */
  readonly spread: number;
  /** Covariance of the rating with x, over the noise variance. */
  readonly covariance: number;
}

const REBUILD_AFTER = 64;

interface State {
  readonly means: Float64Array;
  readonly covariance: Float64Array;
  readonly previous: NumericBelief | undefined;
  readonly last: NumericObservation | undefined;
  readonly count: number;
}

/** What the attacker knows about a number: its mean and its variance. Immutable; `after` gives the next one. */
export class NumericBelief {
  readonly parameters: NumericBeliefParameters;
  readonly means: Float64Array;
  readonly covariance: Float64Array;
  /** The belief before the last observation; undefined at the start. */
  readonly previous: NumericBelief | undefined;
  readonly last: NumericObservation | undefined;
  /** How many observations were absorbed. */
  readonly count: number;

  private constructor(parameters: NumericBeliefParameters, state: State) {
    this.parameters = parameters;
    this.means = state.means;
    this.covariance = state.covariance;
    this.previous = state.previous;
    this.last = state.last;
    this.count = state.count;
    Object.freeze(this);
  }

  /** The belief before anything was answered. */
  static start(parameters: NumericBeliefParameters): NumericBelief {
    const { dimension, ridge, noiseVariance, prior } = parameters;
    requireWithin('dimension', dimension, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
    requirePositive('ridge', ridge);
    requirePositive('noiseVariance', noiseVariance);
    requireWithin('prior.mean', prior.mean, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE });
    requirePositive('prior.variance', prior.variance);
    const size = dimension + 1;
    const covariance = new Float64Array(size * size);
    for (let k = 0; k < dimension; k++) covariance[k * size + k] = 1 / ridge;
    covariance[size * size - 1] = prior.variance / noiseVariance;
    const means = new Float64Array(size);
    means[dimension] = prior.mean;
    return new NumericBelief(parameters, { means, covariance, previous: undefined, last: undefined, count: 0 });
  }

  after(observation: NumericObservation): NumericBelief {
    const { row, value } = observation;
    if (!Number.isFinite(value)) {
      throw new UlteriorError('RATING_NOT_FINITE', `an observation is ${value}`, 'pass finite numbers only', { value });
    }
    const size = this.means.length;
    const w = symmetricTimesVector(this.covariance, size, row.direction);
    let q = 1;
    for (let k = 0; k < size; k++) q += row.direction[k]! * w[k]!;
    const error = value - this.#expected(row);
    const next = new NumericBelief(this.parameters, {
      means: this.means.map((mean, k) => mean + (w[k]! * error) / q),
      covariance: shermanMorrison(this.covariance, size, w, q),
      previous: this,
      last: observation,
      count: this.count + 1,
    });
    return next.count % REBUILD_AFTER === 0 ? next.#rebuilt() : next;
  }

  afterAll(observations: Iterable<NumericObservation>): NumericBelief {
    let belief: NumericBelief = this;
    for (const observation of observations) belief = belief.after(observation);
    return belief;
  }

  /** Everything absorbed so far, oldest first. */
  observations(): NumericObservation[] {
    const found: NumericObservation[] = [];
    for (let belief: NumericBelief | undefined = this; belief?.last; belief = belief.previous) found.push(belief.last);
    return found.reverse();
  }

  /** The best guess of x. */
  get mean(): number {
    return this.means[this.parameters.dimension]!;
  }

  get variance(): number {
    return this.parameters.noiseVariance * this.covariance[this.covariance.length - 1]!;
  }

  /** Standard deviation of x: how unsure the guess is. */
  get deviation(): number {
    return Math.sqrt(this.variance);
  }

  /** Where x lies with probability `level`, around the guess. */
  interval(level: number): { readonly low: number; readonly high: number } {
    requireWithin('level', level, { min: 0, max: 1 });
    const reach = normalQuantile((1 + level) / 2) * this.deviation;
    return { low: this.mean - reach, high: this.mean + reach };
  }

  predict(row: NumericRow): NumericPrediction {
    const size = this.means.length;
    let covariance = 0;
    for (let k = 0; k < size; k++) covariance += this.covariance[(size - 1) * size + k]! * row.direction[k]!;
    return { mean: this.#expected(row), spread: quadraticForm(this.covariance, size, row.direction), covariance };
  }

  #expected({ direction, intercept }: NumericRow): number {
    let sum = intercept;
    for (let k = 0; k < this.means.length; k++) sum += direction[k]! * this.means[k]!;
    return sum;
  }

  /** The same belief computed directly from all observations: P = (P0^-1 + H'H)^-1, m = P (P0^-1 m0 + H'(r - a)). */
  #rebuilt(): NumericBelief {
    const { dimension, ridge, noiseVariance, prior } = this.parameters;
    const size = dimension + 1;
    const sigma = new Float64Array(size * size);
    for (let k = 0; k < dimension; k++) sigma[k * size + k] = ridge;
    sigma[size * size - 1] = noiseVariance / prior.variance;
    const moments = new Float64Array(size);
    moments[dimension] = (noiseVariance / prior.variance) * prior.mean;
    for (const { row, value } of this.observations()) {
      for (let a = 0; a < size; a++) {
        moments[a] = moments[a]! + row.direction[a]! * (value - row.intercept);
        for (let b = 0; b <= a; b++) {
          sigma[a * size + b] = sigma[a * size + b]! + row.direction[a]! * row.direction[b]!;
        }
      }
    }
    const factored = choleskyFactor(sigma, size);
    // The prior is positive and the rest a sum of squares: it fails only when rows are not finite or beyond any scale.
    if (!factored.ok) {
      throw new UlteriorError(
        'MODEL_INVALID',
        `the profiles of ${this.count} observations give a singular system (unknown ${factored.pivot})`,
        'raise the ridge of the belief, or check the model for values that are not finite',
        { pivot: factored.pivot },
      );
    }
    const covariance = choleskyInverse(sigma, size);
    const means = symmetricTimesVector(covariance, size, moments);
    const { previous, last, count } = this;
    return new NumericBelief(this.parameters, { means, covariance, previous, last, count });
  }
}

/** What a belief about a number starts from. */
export interface NumericBeliefOptions {
  /** By default noise variance over profile variance, as the model has it. */
  readonly ridge?: number | undefined;
}

/** The belief about somebody of whom nothing is known. */
export function startNumericBelief(model: NumericModel, options: NumericBeliefOptions = {}): NumericBelief {
  const { dimension, noiseVariance, profileVariance, attribute } = model;
  const { ridge = noiseVariance / profileVariance } = options;
  return NumericBelief.start({ dimension, ridge, noiseVariance, prior: attribute });
}

export function numericRowOf(model: NumericModel, item: ItemIndex): NumericRow {
  const { dimension, profiles, slopes, intercepts } = model;
  requireItem(model, item);
  const direction = new Float64Array(dimension + 1);
  direction.set(profiles.subarray(item * dimension, (item + 1) * dimension));
  direction[dimension] = slopes[item]!;
  return { direction, intercept: intercepts[item]! };
}
