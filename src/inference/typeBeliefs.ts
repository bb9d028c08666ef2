/**
 * A belief in which the types differ in how predictably they answer: the noise variance is one of each type.
 *
 *     r_j = u . v_j + z_jt + noise,     noise ~ N(0, s2_t),     u ~ N(0, su2 I),     t ~ prior
 *
 *   s2_t  noiseVariances (K)      lam_t = s2_t / su2      P_t, p_t, s_jt  those of belief.ts, for each type its own
 *
 * Given the type this is the filter of belief.ts, so there is one belief for each type, and of belief t only what it
 * says of type t is used. The density's normalising factor now differs between types:                      [eq:typeNoise]
 *
 *     log weight_t += -log(s2_t q_t) / 2 - e_t^2 / (2 s2_t q_t),     q_t = 1 + v'P_t v
 *
 * With equal noise the factor is the same for all, and the posterior is that of the plain belief. Absorbing a row costs
 * O(K (d^2 + K d)).
 */
import { outOfRange, requirePositive } from '../errors/index.ts';
import { type Probabilities, softmax } from '../numeric/index.ts';
import { Belief, type BeliefParameters, type Observation, type ObservationRow } from './belief.ts';

/** How an unseen row is expected to come out: N(means_t, variances_t) under type t. */
export interface TypePrediction {
  readonly means: Float64Array;
  readonly variances: Float64Array;
}

export class TypeBeliefs {
  /** Log posterior of each type up to a constant. */
  readonly logWeights: Float64Array;
  readonly #beliefs: readonly Belief[];

  private constructor(beliefs: readonly Belief[], logWeights: Float64Array) {
    this.#beliefs = beliefs;
    this.logWeights = logWeights;
    Object.freeze(this);
  }

  /** Before anything was answered. The ridge is that of a type whose noise is `noiseVariance`; it fixes su2. */
  static start(parameters: BeliefParameters, noiseVariances: ArrayLike<number>): TypeBeliefs {
    const types = parameters.prior.length;
    if (noiseVariances.length !== types) {
      throw outOfRange(
        'noiseVariances',
        `a list of ${noiseVariances.length}`,
        `a list of ${types}, one for each group`,
      );
    }
    const beliefs = Array.from(noiseVariances, (noiseVariance, t) => {
      requirePositive(`noiseVariances[${t}]`, noiseVariance);
      const ridge = (parameters.ridge * noiseVariance) / parameters.noiseVariance;
      return Belief.start({ ...parameters, ridge, noiseVariance });
    });
    return new TypeBeliefs(beliefs, beliefs[0]!.logWeights);
  }

  after(observation: Observation): TypeBeliefs {
    const { variances } = this.predict(observation.row);
    const beliefs = this.#beliefs.map((belief) => belief.after(observation));
    const logWeights = this.logWeights.map((weight, t) => {
      const gained = beliefs[t]!.logWeights[t]! - this.#beliefs[t]!.logWeights[t]!;
      return weight + gained - Math.log(variances[t]!) / 2; // [eq:typeNoise]
    });
    return new TypeBeliefs(beliefs, logWeights);
  }

  afterAll(observations: Iterable<Observation>): TypeBeliefs {
    let beliefs: TypeBeliefs = this;
    for (const observation of observations) beliefs = beliefs.after(observation);
    return beliefs;
  }

  posterior(): Probabilities {
    return softmax(this.logWeights);
  }

  predict(row: ObservationRow): TypePrediction {
    const means = new Float64Array(this.#beliefs.length);
    const variances = new Float64Array(this.#beliefs.length);
    for (const [t, belief] of this.#beliefs.entries()) {
      const prediction = belief.predict(row);
      means[t] = prediction.means[t]!;
      variances[t] = belief.parameters.noiseVariance * (1 + prediction.spread);
    }
    return { means, variances };
  }
}
