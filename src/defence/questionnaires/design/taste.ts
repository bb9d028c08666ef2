/**
 * What a list teaches a recommender: the drop in the variance of its predictions, averaged over the catalogue by how
 * often items are rated. An item that somebody has not seen teaches nothing about taste, so each question counts only as
 * often as it is answered.
 *
 *     variance = tr(G P),     G = sum_j w_j v_j v_j'
 *     cut_k = p_k v_k'P G P v_k / (1 + s_k),     P <- P - p_k (P v_k)(P v_k)' / (1 + s_k)           [eq:taste-cut]
 *
 *   v_j  profile of item j       w_j  its share of all ratings       p_k  share of people who rated item k
 *   P    covariance of a person's profile over the noise variance: I / lam before the first question
 *   s_k  v_k'P v_k               variance is in units of the noise variance
 *
 * The cut is what is to be expected of the next question where P is known: a full update with probability p_k, none
 * otherwise. After it P itself depends on who is asked. The recursion goes on with its mean over people; because the update
 * is concave in P, what it says of longer lists is an upper bound of the variance that is left (for answers that do not
 * depend on each other), so that no list is praised for more than it teaches. It is exact for one question, and where
 * every p_k is 0 or 1. The order of a list matters a little; lists are valued in their order.
 *
 * Cost: O(d^2) per question and candidate, O(d^3) once per state for P G P.
 */
import { requirePositive, UlteriorError } from '../../../errors/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { rowOf } from '../../../inference/index.ts';
import { quadraticForm, symmetricTimesVector } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { leakKind } from './impliedLeak.ts';

export interface TasteOptions {
  /** Ridge of the recommender's predictions; by default noise variance over profile variance, as the model has it. */
  readonly predictionRidge?: number | undefined;
}

/** What never changes while a list grows. */
interface Ground {
  readonly model: FactorModel;
  /** p: share of the training users who rated each item. */
  readonly seen: Float64Array;
  /** G (d x d). */
  readonly spread: Float64Array;
}

export class Taste {
  private readonly ground: Ground;
  /** P (d x d). */
  private readonly covariance: Float64Array;
  /** P G P, once it is asked for. */
  private sandwich: Float64Array | undefined;
  /** tr(G P): mean variance of what is predicted, over the noise variance. */
  readonly variance: number;

  private constructor(ground: Ground, covariance: Float64Array) {
    this.ground = ground;
    this.covariance = covariance;
    this.variance = ground.spread.reduce((sum, entry, at) => sum + entry * covariance[at]!, 0);
  }

  /** Before the first question. */
  static start(model: FactorModel, options: TasteOptions = {}): Taste {
    requireRatings(model);
    const { predictionRidge = model.noiseVariance / model.profileVariance } = options;
    requirePositive('predictionRidge', predictionRidge);
    const { dimension } = model;
    const counts = ratingCounts(model);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) {
      throw new UlteriorError(
        'MODEL_INVALID',
        'the model does not say how often its items were rated, so nothing is known about what a question teaches',
        'train it on ratings',
      );
    }
    const spread = new Float64Array(dimension * dimension);
    for (let item = 0; item < counts.length; item++) {
      const { profile } = rowOf(model, itemIndex(item));
      for (let a = 0; a < dimension; a++) {
        const scaled = (counts[item]! / total) * profile[a]!;
        for (let b = 0; b < dimension; b++) spread[a * dimension + b]! += scaled * profile[b]!;
      }
    }
    const covariance = new Float64Array(dimension * dimension);
    for (let k = 0; k < dimension; k++) covariance[k * dimension + k] = 1 / predictionRidge;
    return new Taste({ model, seen: seenShares(model), spread }, covariance);
  }

  /** How much of the variance the item takes away, if it is asked next. */
  cut(item: ItemIndex): number {
    const { model, seen } = this.ground;
    const { profile } = rowOf(model, item);
    this.sandwich ??= product(
      product(this.covariance, this.ground.spread, model.dimension),
      this.covariance,
      model.dimension,
    );
    const learnt = quadraticForm(this.sandwich, model.dimension, profile);
    return (seen[item]! * learnt) / (1 + quadraticForm(this.covariance, model.dimension, profile));
  }

  after(item: ItemIndex): Taste {
    const { model, seen } = this.ground;
    const { profile } = rowOf(model, item);
    const { dimension } = model;
    const w = symmetricTimesVector(this.covariance, dimension, profile);
    let q = 1;
    for (let k = 0; k < dimension; k++) q += profile[k]! * w[k]!;
    const covariance = new Float64Array(dimension * dimension);
    for (let a = 0; a < dimension; a++) {
      for (let b = 0; b <= a; b++) {
        const value = this.covariance[a * dimension + b]! - (seen[item]! * w[a]! * w[b]!) / q;
        covariance[a * dimension + b] = value;
        covariance[b * dimension + a] = value;
      }
    }
    return new Taste(this.ground, covariance);
  }

  afterAll(items: readonly ItemIndex[]): Taste {
    return items.reduce((taste: Taste, item) => taste.after(item), this);
  }

  /** Root mean squared error of predictions that is to be expected, in units of the ratings. */
  get expectedError(): number {
    return Math.sqrt(this.ground.model.noiseVariance * (1 + this.variance));
  }
}

/** How many training users rated each item. */
function ratingCounts({ typeLabels, items, itemStatistics }: FactorModel): Float64Array {
  const types = typeLabels.length;
  return Float64Array.from({ length: items.size }, (_, item) => {
    let count = 0;
    for (let t = 0; t < types; t++) count += itemStatistics.countsByType[item * types + t]!;
    return count;
  });
}

/** The share of the training users who rated each item: how often a question about it is answered. */
export function seenShares(model: FactorModel): Float64Array {
  return ratingCounts(model).map((count) => Math.min(1, count / model.provenance.users));
}

function requireRatings(model: FactorModel): void {
  const kind = leakKind(model);
  if (kind === 'ratings') return;
  throw new UlteriorError(
    'STRATEGY_UNSUITABLE',
    `what questions teach about taste is read from a model of ratings; this one reads ${model.rows.channels.join(' and ')}`,
    'pass a model of ratings too (ulterior train, without --model)',
    { channels: model.rows.channels },
  );
}

function product(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < size; k++) {
      const factor = a[row * size + k]!;
      for (let column = 0; column < size; column++) out[row * size + column]! += factor * b[k * size + column]!;
    }
  }
  return out;
}
