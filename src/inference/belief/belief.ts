/**
 * What the attacker knows about one person: a posterior over types, and for each type a Gaussian over the person's
 * profile. It is the factor-based classifier as a Kalman filter (Theorem "fbc" of the paper, one answer at a time).
 *
 *     r_j = u . v_j + z_jt + noise,     noise ~ N(0, s2),     u ~ N(0, s2 / lam I),     t ~ prior
 *
 *   v_j  row.profile (d)       z_jt  row.biases (K)      s2   noiseVariance      lam  ridge
 *   P    covariance (d x d): inverse of Sigma = lam I + sum of v v'; the profile's covariance is s2 P
 *   p_t  profileMeans (K x d)  log weight_t  logWeights (K): log posterior up to a constant
 *
 * Absorbing (row, r), with w = P v, q = 1 + v'Pv, e_t = r - z_t - v.p_t            [eq:belief]
 *     log weight_t -= e_t^2 / (2 s2 q)       p_t += w e_t / q       P -= w w' / q
 *
 * costs O(d^2 + K d). The normalising factor of the density is the same for all types and is left out. After every
 * REBUILD_AFTER rank-one updates P and p_t are computed anew from all rows, so that rounding does not pile up.
 *
 * A belief absorbs observation rows, not items: an answer may carry more than one. It knows nothing of rating scales.
 * Deviation from the paper: any prior and any number of types.
 */
import { outOfRange, requirePositive, requireWithin, UlteriorError } from '../../errors/index.ts';
import {
  choleskyFactor,
  choleskyInverse,
  largestAt,
  type Probabilities,
  quadraticForm,
  shermanMorrison,
  softmax,
  symmetricTimesVector,
} from '../../maths/index.ts';

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
interface BeliefParameters {
  readonly dimension: number;
  /** Prior probability of each type. */
  readonly prior: ArrayLike<number>;
  /** The classifier's ridge: noise variance over profile variance. Not the ridge of training, nor of rating prediction. */
  readonly ridge: number;
  readonly noiseVariance: number;
}

/** How an unseen row is expected to come out: N(means_t, s2 (1 + spread)) under type t. */
export interface Prediction {
  readonly means: Float64Array;
  readonly spread: number;
}

const REBUILD_AFTER = 64;

interface State {
  readonly logWeights: Float64Array;
  readonly profileMeans: Float64Array;
  readonly covariance: Float64Array;
  readonly previous: Belief | undefined;
  readonly last: Observation | undefined;
  readonly count: number;
}

/**
 * What the attacker knows now: how probable each group is, and what it thinks of the person's taste. Immutable;
 * `after` gives the next one.
 */
export class Belief {
  readonly parameters: BeliefParameters;
  readonly types: number;
  readonly logWeights: Float64Array;
  readonly profileMeans: Float64Array;
  readonly covariance: Float64Array;
  /** The belief before the last observation; undefined at the start. */
  readonly previous: Belief | undefined;
  readonly last: Observation | undefined;
  /** How many observations were absorbed. */
  readonly count: number;

  private constructor(parameters: BeliefParameters, state: State) {
    this.parameters = parameters;
    this.types = parameters.prior.length;
    this.logWeights = state.logWeights;
    this.profileMeans = state.profileMeans;
    this.covariance = state.covariance;
    this.previous = state.previous;
    this.last = state.last;
    this.count = state.count;
    Object.freeze(this);
  }

  /** The belief before anything was answered. */
  static start(parameters: BeliefParameters): Belief {
    checkParameters(parameters);
    const { dimension, prior, ridge } = parameters;
    const covariance = new Float64Array(dimension * dimension);
    for (let k = 0; k < dimension; k++) covariance[k * dimension + k] = 1 / ridge;
    return new Belief(parameters, {
      logWeights: Float64Array.from(prior, Math.log),
      profileMeans: new Float64Array(prior.length * dimension),
      covariance,
      previous: undefined,
      last: undefined,
      count: 0,
    });
  }

  after(observation: Observation): Belief {
    const moved = this.movable();
    absorb(this.parameters, moved, observation, new Float64Array(this.parameters.dimension));
    const next = new Belief(this.parameters, {
      ...moved,
      previous: this,
      last: observation,
      count: this.count + 1,
    });
    return next.count % REBUILD_AFTER === 0 ? next.rebuilt() : next;
  }

  afterAll(observations: Iterable<Observation>): Belief {
    let belief: Belief = this;
    for (const observation of observations) belief = belief.after(observation);
    return belief;
  }

  /** The log weights of `afterAll(observations)`, the same bits, without the beliefs in between. */
  logWeightsAfterAll(observations: readonly Observation[]): Float64Array {
    const moved = this.movable();
    const spare = new Float64Array(this.parameters.dimension);
    for (const [n, observation] of observations.entries()) {
      absorb(this.parameters, moved, observation, spare);
      const count = this.count + n + 1;
      if (count % REBUILD_AFTER !== 0) continue;
      const { covariance, profileMeans } = fromAll(this.parameters, [
        ...this.observations(),
        ...observations.slice(0, n + 1),
      ]);
      moved.covariance.set(covariance);
      moved.profileMeans.set(profileMeans);
    }
    return moved.logWeights;
  }

  /** Everything absorbed so far, oldest first. */
  observations(): Observation[] {
    const found: Observation[] = [];
    for (let belief: Belief | undefined = this; belief?.last; belief = belief.previous) found.push(belief.last);
    return found.reverse();
  }

  posterior(): Probabilities {
    return softmax(this.logWeights);
  }

  /** The most likely type; the lower one of two equally likely. */
  mostLikely(): number {
    return largestAt(this.logWeights);
  }

  /** Posterior probability of the most likely type. */
  confidence(): number {
    return this.posterior()[this.mostLikely()]!;
  }

  /** Probability that the most likely type is wrong; exact even when it is tiny. */
  risk(): number {
    const posterior = this.posterior();
    const best = this.mostLikely();
    let risk = 0;
    for (let t = 0; t < this.types; t++) if (t !== best) risk += posterior[t]!;
    return risk;
  }

  predict(row: ObservationRow): Prediction {
    const means = new Float64Array(this.types);
    for (let t = 0; t < this.types; t++) means[t] = this.mean(row, t);
    return { means, spread: quadraticForm(this.covariance, this.parameters.dimension, row.profile) };
  }

  private mean(row: ObservationRow, type: number): number {
    return meanOf(this, this.parameters.dimension, row, type);
  }

  private movable(): Moved {
    return {
      logWeights: this.logWeights.slice(),
      profileMeans: this.profileMeans.slice(),
      covariance: this.covariance.slice(),
    };
  }

  /** The same belief with P and p_t computed directly from all observations. */
  private rebuilt(): Belief {
    const { logWeights, previous, last, count } = this;
    const anew = fromAll(this.parameters, this.observations());
    return new Belief(this.parameters, { logWeights, ...anew, previous, last, count });
  }
}

/** What an observation moves. */
type Moved = Pick<State, 'logWeights' | 'profileMeans' | 'covariance'>;

/** Moves a belief by one observation, in place [eq:belief]. `w` is overwritten. */
function absorb(
  { dimension, noiseVariance }: BeliefParameters,
  moved: Moved,
  { row, value }: Observation,
  w: Float64Array,
): void {
  if (!Number.isFinite(value)) {
    throw new UlteriorError('RATING_NOT_FINITE', `an observation is ${value}`, 'pass finite numbers only', { value });
  }
  const { logWeights, profileMeans, covariance } = moved;
  symmetricTimesVector(covariance, dimension, row.profile, 0, w);
  let q = 1;
  for (let k = 0; k < dimension; k++) q += row.profile[k]! * w[k]!;
  for (let t = 0; t < logWeights.length; t++) {
    const error = value - meanOf(moved, dimension, row, t);
    logWeights[t] = logWeights[t]! - (error * error) / (2 * noiseVariance * q);
    for (let k = 0; k < dimension; k++) {
      profileMeans[t * dimension + k] = profileMeans[t * dimension + k]! + (w[k]! * error) / q;
    }
  }
  shermanMorrison(covariance, dimension, w, q, covariance);
}

function meanOf(
  { profileMeans }: Pick<State, 'profileMeans'>,
  dimension: number,
  row: ObservationRow,
  type: number,
): number {
  let mean = row.biases[type]!;
  for (let k = 0; k < dimension; k++) mean += row.profile[k]! * profileMeans[type * dimension + k]!;
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

function checkParameters({ dimension, prior, ridge, noiseVariance }: BeliefParameters): void {
  requireWithin('dimension', dimension, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  requirePositive('ridge', ridge);
  requirePositive('noiseVariance', noiseVariance);
  let total = 0;
  for (let t = 0; t < prior.length; t++) {
    requirePositive(`prior[${t}]`, prior[t]!);
    total += prior[t]!;
  }
  if (prior.length < 2 || Math.abs(total - 1) > 1e-9) {
    throw outOfRange('prior', Array.from(prior).join(', '), 'at least two probabilities that add up to 1');
  }
}
