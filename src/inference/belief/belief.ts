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
import { outOfRange, requirePositive, requireWithin } from '../../errors/index.ts';
import { largestAt, type Probabilities, quadraticForm, softmax } from '../../maths/index.ts';
import {
  absorb,
  type BeliefParameters,
  copyOf,
  type Moved,
  meansOf,
  type Observation,
  type ObservationRow,
  unmoved,
} from './filterStep.ts';
import { type MovingBelief, movingBelief } from './movingBelief.ts';

export type { Observation, ObservationRow };

/** How an unseen row is expected to come out: N(means_t, s2 (1 + spread)) under type t. */
export interface Prediction {
  readonly means: Float64Array;
  readonly spread: number;
}

/** The part that a belief has from the one before. */
interface Grown {
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
  /** w = P v of the last observation, with the covariance before it. */
  readonly gain: Float64Array;
  /** The belief before the last observation; undefined at the start. */
  readonly previous: Belief | undefined;
  readonly last: Observation | undefined;
  /** How many observations were absorbed. */
  readonly count: number;
  readonly #moved: Moved;

  private constructor(parameters: BeliefParameters, moved: Moved, { previous, last, count }: Grown) {
    this.parameters = parameters;
    this.types = parameters.prior.length;
    this.logWeights = moved.logWeights;
    this.profileMeans = moved.profileMeans;
    this.covariance = moved.covariance;
    this.gain = moved.gain;
    this.previous = previous;
    this.last = last;
    this.count = count;
    this.#moved = moved;
    Object.freeze(this);
  }

  /** The belief before anything was answered. */
  static start(parameters: BeliefParameters): Belief {
    checkParameters(parameters);
    return new Belief(parameters, unmoved(parameters), { previous: undefined, last: undefined, count: 0 });
  }

  after(observation: Observation): Belief {
    const moved = copyOf(this.#moved);
    const count = this.count + 1;
    absorb(this.parameters, moved, observation, count, () => [...this.observations(), observation]);
    return new Belief(this.parameters, moved, { previous: this, last: observation, count });
  }

  afterAll(observations: Iterable<Observation>): Belief {
    let belief: Belief = this;
    for (const observation of observations) belief = belief.after(observation);
    return belief;
  }

  /** For whoever needs only where a belief ends. */
  moving(): MovingBelief {
    return movingBelief(this.parameters, copyOf(this.#moved), this.observations());
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
    const spread = quadraticForm(this.covariance, this.parameters.dimension, row.profile);
    return { means: meansOf(this, row), spread };
  }
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
