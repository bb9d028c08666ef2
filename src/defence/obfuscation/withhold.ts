/**
 * Withholding: the most revealing ratings are not sent. One after another, the rating goes without which the most
 * likely type would be least sure (for two types: the smallest |log odds|); `withholdRandom` leaves out as many at
 * random, to show what the choice adds.
 *
 * What rating j adds to the log weights, given all others, needs no new inversion:                     [eq:leaveOneOut]
 *
 *     log weight_t without j = log weight_t + e_jt^2 / (2 s2 m_j),   e_t = M (r - z_t),   m_j = 1 - v_j' P v_j
 *
 *   P  inverse of Sigma = lam I + V'V over what is still to be sent      M = I - V P V'
 *
 * Taking j out makes P + w w' / m_j of P, with w = P v_j. So a rating withheld costs O(n d), a person O(share n^2 d).
 */
import type { FactorModel } from '../../factorization/index.ts';
import {
  type BeliefOptions,
  type ObservationRow,
  rowOf,
  type SparseVector,
  startBelief,
} from '../../inference/index.ts';
import {
  largestAt,
  logOddsAgainstRest,
  quadraticForm,
  type RandomStream,
  shermanMorrison,
  symmetricTimesVector,
} from '../../maths/index.ts';
import { dithered, itemIndex } from '../../ratings/index.ts';
import type { DefenceDefinition } from './defence.ts';

const strength = { means: 'share of the ratings that is withheld', max: 1, tried: [0.1, 0.2, 0.4] };

/** One rating is always sent. */
const countOf = (share: number, ratings: number, chance: RandomStream) =>
  Math.min(ratings - 1, dithered(share * ratings, chance));

export const withhold: DefenceDefinition = {
  name: 'withhold',
  label: 'Withholding',
  family: 'withhold',
  summary: 'the most revealing ratings are left out',
  needsType: false,
  changesItems: true,
  types: 'any',
  strength,
  create:
    ({ model, strength: share, beliefOptions }) =>
    ({ ratings }, chance) => {
      const count = countOf(share, ratings.indices.length, chance);
      return without(ratings, mostTelling(model, ratings, count, beliefOptions));
    },
};

export const withholdRandom: DefenceDefinition = {
  name: 'withholdRandom',
  label: 'Withholding (random)',
  family: 'withhold',
  summary: 'the same number of ratings left out at random: for comparison',
  needsType: false,
  changesItems: true,
  types: 'any',
  strength,
  create:
    ({ strength: share }) =>
    ({ ratings }, chance) => {
      const size = ratings.indices.length;
      const count = countOf(share, size, chance);
      const places = chance.shuffle(Array.from({ length: size }, (_, n) => n));
      return without(ratings, places.slice(0, count));
    },
};

export function without({ indices, values }: SparseVector, places: readonly number[]): SparseVector {
  const gone = new Set(places);
  const kept = Array.from(indices, (_, n) => n).filter((n) => !gone.has(n));
  return { indices: kept.map((n) => indices[n]!), values: kept.map((n) => values[n]!) };
}

/** Log odds of the most likely type against the rest; of two types, |log odds|. */
export function certainty(logWeights: ArrayLike<number>): number {
  return logOddsAgainstRest(logWeights, largestAt(logWeights));
}

/** Places of the ratings to leave out, in the order in which they go. Ties go to the lower item. */
export function mostTelling(
  model: FactorModel,
  ratings: SparseVector,
  count: number,
  options: BeliefOptions = {},
): number[] {
  const open = Array.from(ratings.indices, (_, n) => n);
  const gone: number[] = [];
  let rest = new Remaining(model, ratings, open, options);
  while (gone.length < count) {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (const [place, n] of open.entries()) {
      const sure = certainty(rest.weightsWithout(n));
      if (sure < least) [best, least] = [place, sure];
    }
    const [chosen] = open.splice(best, 1);
    gone.push(chosen!);
    if (gone.length % REBUILD_AFTER === 0) rest = new Remaining(model, ratings, open, options);
    else rest.takeOut(chosen!, open);
  }
  return gone;
}

/** Computed anew after this many ratings, so that rounding does not pile up. */
const REBUILD_AFTER = 64;

/** What the classifier makes of the ratings that are still to be sent. */
class Remaining {
  private readonly rows: readonly ObservationRow[];
  private readonly values: ArrayLike<number>;
  private readonly dimension: number;
  private readonly noiseVariance: number;
  private readonly profileMeans: Float64Array;
  private covariance: Float64Array;
  private readonly weights: Float64Array;
  /** m_j of each rating. */
  private readonly room: Float64Array;
  private readonly changed: Float64Array;

  constructor(model: FactorModel, { indices, values }: SparseVector, open: readonly number[], options: BeliefOptions) {
    this.rows = Array.from(indices, (item) => rowOf(model, itemIndex(item)));
    this.values = values;
    const belief = startBelief(model, options).afterAll(open.map((n) => ({ row: this.rows[n]!, value: values[n]! })));
    this.dimension = belief.parameters.dimension;
    this.noiseVariance = belief.parameters.noiseVariance;
    this.profileMeans = Float64Array.from(belief.profileMeans);
    this.covariance = belief.covariance;
    this.weights = Float64Array.from(belief.logWeights);
    this.room = new Float64Array(this.rows.length);
    for (const n of open) this.room[n] = 1 - quadraticForm(this.covariance, this.dimension, this.rows[n]!.profile);
    this.changed = new Float64Array(belief.types);
  }

  /** The log weights if a rating were not sent; overwritten by the next call. */
  weightsWithout(n: number): Float64Array {
    const width = 2 * this.noiseVariance * this.room[n]!;
    for (let t = 0; t < this.changed.length; t++) this.changed[t] = this.weights[t]! + this.error(n, t) ** 2 / width;
    return this.changed;
  }

  takeOut(n: number, open: readonly number[]): void {
    const { dimension } = this;
    this.weights.set(this.weightsWithout(n));
    const w = symmetricTimesVector(this.covariance, dimension, this.rows[n]!.profile);
    const room = this.room[n]!;
    for (let t = 0; t < this.weights.length; t++) {
      const error = this.error(n, t);
      for (let k = 0; k < dimension; k++) {
        this.profileMeans[t * dimension + k] = this.profileMeans[t * dimension + k]! - (w[k]! * error) / room;
      }
    }
    this.covariance = shermanMorrison(this.covariance, dimension, w, -room);
    for (const other of open) {
      let common = 0;
      for (let k = 0; k < dimension; k++) common += w[k]! * this.rows[other]!.profile[k]!;
      this.room[other] = this.room[other]! - (common * common) / room;
    }
  }

  /** (M (r - z_t))_j: what the fitted profile leaves unexplained of a rating. */
  private error(n: number, type: number): number {
    const { profile, biases } = this.rows[n]!;
    let error = this.values[n]! - biases[type]!;
    for (let k = 0; k < this.dimension; k++) error -= profile[k]! * this.profileMeans[type * this.dimension + k]!;
    return error;
  }
}
