/**
 * What an answer buys: how far it lowers the uncertainty of the predicted ratings, on average over the catalogue, each
 * item weighted by how popular it is.
 *
 *     gain = s2 sum_j w_j (v_j' P v_k)^2 / (1 + s_k) = s2 v_k' P G P v_k / (1 + s_k),     G = sum_j w_j v_j v_j'   [eq:gain-of-answer]
 *
 *   w_j  weights, adding up to 1     P  covariance of the belief     s_k = v_k' P v_k     s2  noise variance
 *
 * in squared units of the rating. G is made once, O(items d^2); a question then costs O(d^2). An answer that is observed
 * on two rows buys what the first takes off, and then what the second takes off the rest. What is predicted is the
 * rating (in a model without ratings: whether the item was seen). The values of answers do not matter, so that in a
 * model that observes skips a skip buys as much as a rating; in a model of ratings it buys nothing.
 *
 * The belief passed in decides the ridge. Ratings are predicted best with a ridge of about 1; that of the classifier is
 * chosen for another purpose.
 */
import { outOfRange } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, rowOf } from '../../inference/index.ts';
import { normalise, quadraticForm, shermanMorrison, symmetricTimesVector } from '../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../ratings/index.ts';

/** The items of a model, weighted by how much their predictions matter. */
export interface WeightedCatalogue {
  readonly model: FactorModel;
  /** G (d x d), of profiles in units of the rating. */
  readonly gram: Float64Array;
}

/** What an answer is worth to the recommender: how much surer it is of the ratings of everything else. */
export interface Gain {
  /** Mean squared uncertainty that the answer takes off the predictions. */
  readonly drop: number;
  /** The same as a share of what the person's unknown taste left uncertain before it. */
  readonly share: number;
}

/** Weighted by popularity it depends on the model alone, and is made once for each. */
const byPopularity = new WeakMap<FactorModel, WeightedCatalogue>();

/** `weights` of the items are 0 or more and need not add up to 1; by default how many training users rated each. */
export function weightedCatalogue(model: FactorModel, weights?: ArrayLike<number>): WeightedCatalogue {
  if (weights !== undefined) return catalogueOf(model, weights);
  const known = byPopularity.get(model) ?? catalogueOf(model, popularityOf(model));
  byPopularity.set(model, known);
  return known;
}

function catalogueOf(model: FactorModel, weights: ArrayLike<number>): WeightedCatalogue {
  const { dimension: d, rows, items } = model;
  if (weights.length !== items.size) {
    throw outOfRange('weights', `${weights.length} numbers`, `one number for each of the ${items.size} items`);
  }
  const bad = Array.from(weights).findIndex((weight) => !(weight >= 0 && Number.isFinite(weight)));
  const some = Array.from(weights).some((weight) => weight > 0);
  if (bad >= 0 || !some) {
    throw outOfRange('weights', bad >= 0 ? weights[bad] : 'all 0', 'finite numbers from 0, some above 0');
  }
  const shares = normalise(Float64Array.from(weights));
  const channel = predictedChannel(model);
  const gram = new Float64Array(d * d);
  for (let item = 0; item < items.size; item++) {
    const { profile } = rowOf(model, itemIndex(item), channel);
    const scale = rows.scales[item * rows.channels.length + channel]!;
    const weight = shares[item]! / (scale * scale);
    for (let a = 0; a < d; a++) {
      for (let b = 0; b < d; b++) gram[a * d + b] = gram[a * d + b]! + weight * profile[a]! * profile[b]!;
    }
  }
  return { model, gram };
}

/** How many training users rated each item. */
export function popularityOf({ items, itemStatistics, typeLabels }: FactorModel): Float64Array {
  const types = typeLabels.length;
  return Float64Array.from({ length: items.size }, (_, item) =>
    itemStatistics.countsByType.subarray(item * types, (item + 1) * types).reduce((sum, count) => sum + count, 0),
  );
}

/** What the recommender gains if the item is answered. */
export function gainOf({ model, gram }: WeightedCatalogue, belief: Belief, item: ItemIndex): Gain {
  const { dimension: d } = model;
  const { noiseVariance } = belief.parameters;
  let { covariance } = belief;
  const open = noiseVariance * traceOfProduct(gram, covariance);
  let drop = 0;
  for (const [channel] of model.rows.channels.entries()) {
    const { profile } = rowOf(model, item, channel);
    const w = symmetricTimesVector(covariance, d, profile);
    let q = 1;
    for (let k = 0; k < d; k++) q += profile[k]! * w[k]!;
    drop += (noiseVariance * quadraticForm(gram, d, w)) / q;
    covariance = shermanMorrison(covariance, d, w, q);
  }
  return { drop, share: open > 0 ? drop / open : 0 };
}

function predictedChannel({ rows: { channels } }: FactorModel): number {
  const ofRating = channels.findIndex((channel) => channel !== 'presence');
  return Math.max(0, ofRating);
}

/** tr(A B) of symmetric matrices. */
function traceOfProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!;
  return sum;
}
