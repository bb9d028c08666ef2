/** The classifier whose types differ in noise (typeBeliefs.ts), and how large the noise of each type is. */
import { outOfRange, UlteriorError } from '../errors/index.ts';
import type { FactorModel } from '../factorization/index.ts';
import { choleskyFactor, choleskySolve } from '../numeric/index.ts';
import { type Answer, attributeOf, type Dataset, itemIndex } from '../ratings/index.ts';
import {
  type ClassifierState,
  type IncrementalClassifier,
  type SparseVector,
  withProbabilities,
} from './classifiers/index.ts';
import { type BeliefOptions, observe, startBelief } from './observe.ts';
import { TypeBeliefs } from './typeBeliefs.ts';

export interface TypeNoiseOptions extends BeliefOptions {
  /** Noise variance of each type; `typeNoises` estimates them. */
  readonly noiseVariances: ArrayLike<number>;
}

/** Reads models of any channels: an answer may carry several rows, all with the noise of the type. */
export function typeNoiseClassifier(model: FactorModel, options: TypeNoiseOptions): IncrementalClassifier {
  const start = TypeBeliefs.start(startBelief(model, options).parameters, options.noiseVariances);
  const stateOf = (beliefs: TypeBeliefs): ClassifierState => {
    const after = (item: number, answer: Answer) => beliefs.afterAll(observe(model, itemIndex(item), answer));
    return withProbabilities({
      logWeights: () => beliefs.logWeights,
      logWeightsWith: (item: number, rating: number) => after(item, rating).logWeights,
      after: (item: number, answer: Answer) => stateOf(after(item, answer)),
    });
  };
  return withProbabilities({
    name: 'typeNoise',
    types: model.typeLabels.length,
    begin: () => stateOf(start),
    logWeights: ({ indices, values }: SparseVector) => {
      let beliefs = start;
      for (let n = 0; n < indices.length; n++) {
        beliefs = beliefs.afterAll(observe(model, itemIndex(indices[n]!), values[n]!));
      }
      return beliefs.logWeights;
    },
  });
}

/**
 * Noise variance of each type, from the ratings of people whose type is known. With each person's profile fitted by
 * ridge, every squared residual counts relative to how uncertain its prediction was, so that people with few ratings do
 * not make the noise too small, as plain residuals would:
 *
 *     s2_t = mean of e^2 / q over the ratings of type t     (= (r - z_t)'M_t (r - z_t) per rating, in whatever order)
 *
 * M_t has the ridge lam_t = s2_t / su2 of the classifier above, hence s2_t stands on both sides; the right one grows more
 * slowly than s2_t, so there is one solution, and repeating finds it.
 *
 * Of people the model was trained on this is too small, for all types alike. So only how the types differ is taken from
 * here: the result is scaled to have the model's noise variance, measured on ratings held out, as its mean over ratings.
 * O(ratings x d^2) per round, and few rounds.
 */
export function typeNoises(model: FactorModel, dataset: Dataset, options: BeliefOptions = {}): Float64Array {
  if (model.rows.channels.join() !== 'rating') {
    throw outOfRange('model', `one that observes ${model.rows.channels.join(' and ')}`, 'a model of ratings');
  }
  const { values: typeOf } = fittingAttribute(model, dataset);
  const { ridge } = startBelief(model, options).parameters;
  let noises = new Float64Array(model.typeLabels.length).fill(model.noiseVariance);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const ridges = noises.map((noise) => (ridge * noise) / model.noiseVariance);
    const { next, counts } = meanSquares(model, dataset, typeOf, ridges);
    if (next.every((noise, t) => Math.abs(noise / noises[t]! - 1) < SETTLED)) {
      const ratings = counts.reduce((sum, count) => sum + count, 0);
      const mean = next.reduce((sum, noise, t) => sum + (counts[t]! * noise) / ratings, 0);
      return next.map((noise) => (noise * model.noiseVariance) / mean);
    }
    noises = next;
  }
  throw new UlteriorError(
    'CLASSIFIER_DID_NOT_CONVERGE',
    `the noise of the groups did not settle in ${MOST_ROUNDS} rounds; it is at ${Array.from(noises).join(', ')}`,
    'pass people with more ratings than the profiles have numbers, or raise the ridge',
    { noises },
  );
}

const MOST_ROUNDS = 100;
/** Of a noise variance that many ratings know to about a hundredth. */
const SETTLED = 1e-3;

/** (r - z_t)'M_t (r - z_t) = |e|^2 - b' Sigma^-1 b with e = r - z_t, b = V'e, Sigma = lam_t I + V'V; per rating of type t. */
function meanSquares(model: FactorModel, dataset: Dataset, typeOf: ArrayLike<number>, ridges: Float64Array) {
  const { dimension: d, rows } = model;
  const { profiles, biases } = rows;
  const { starts, indices, values } = dataset.ratings.byUser;
  const sums = new Float64Array(ridges.length);
  const counts = new Float64Array(ridges.length);
  const sigma = new Float64Array(d * d);
  const moment = new Float64Array(d);
  for (let user = 0; user < dataset.users.size; user++) {
    const type = typeOf[user]!;
    if (type < 0) continue;
    sigma.fill(0);
    moment.fill(0);
    for (let k = 0; k < d; k++) sigma[k * d + k] = ridges[type]!;
    let square = 0;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item = indices[at]!;
      const error = values[at]! - biases[item * ridges.length + type]!;
      square += error * error;
      for (let a = 0; a < d; a++) {
        const entry = profiles[item * d + a]!;
        moment[a] = moment[a]! + entry * error;
        for (let b = 0; b <= a; b++) sigma[a * d + b] = sigma[a * d + b]! + entry * profiles[item * d + b]!;
      }
    }
    // A positive ridge plus squares: this factorization does not fail for a model that was checked.
    choleskyFactor(sigma, d);
    const solved = choleskySolve(sigma, d, moment.slice());
    for (let k = 0; k < d; k++) square -= moment[k]! * solved[k]!;
    sums[type] = sums[type]! + square;
    counts[type] = counts[type]! + starts[user + 1]! - starts[user]!;
  }
  const silent = counts.findIndex((count, t) => !(count > 0 && sums[t]! > 0));
  if (silent >= 0) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `no rating by people of group "${model.typeLabels[silent]}" tells how large their noise is`,
      'pass people of every group',
      { attribute: model.attribute, type: model.typeLabels[silent] },
    );
  }
  return { next: sums.map((sum, t) => sum / counts[t]!), counts };
}

/** The model's attribute in these data, if types and items mean the same there. */
function fittingAttribute(model: FactorModel, dataset: Dataset) {
  const attribute = attributeOf(dataset, model.attribute);
  if (JSON.stringify(attribute.labels) !== JSON.stringify(model.typeLabels)) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the attribute "${model.attribute}" has the values ${attribute.labels.join(', ')}; the model knows ${model.typeLabels.join(', ')}`,
      'pass data that were read in the same way as those of the training',
      { attribute: model.attribute },
    );
  }
  for (let item = 0; item < Math.max(model.items.size, dataset.items.size); item++) {
    const [ours, theirs] = [model.items, dataset.items].map((items) =>
      item < items.size ? items.id(itemIndex(item)) : undefined,
    );
    if (ours === theirs) continue;
    throw new UlteriorError(
      'ITEM_UNKNOWN',
      `item ${item} of the data is "${theirs}", that of the model "${ours}"`,
      'pass data with the items of the training: subsetUsers keeps them',
      { item },
    );
  }
  return attribute;
}
