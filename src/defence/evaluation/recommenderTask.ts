/**
 * A unit of work: what a recommender makes of the ratings that some people sent. It predicts the ratings that were set
 * aside to measure it. Attackers are not measured on this cut: they see what was set aside, too.
 *
 * The profile p_t that the prediction rests on is fitted by a ridge of its own, under each type; the prediction is the
 * mean over the types, weighted by how probable the classifier holds them:
 *
 *     r_j = sum over t of Pr(t | sent) (z_jt + v_j . p_t),      p_t = (ridge I + V'V)^-1 V'(r - z_t)
 */
import { joinedParts, type NamedArrays, runTasks, type WorkTools } from '../../audit/index.ts';
import { decodeModel, encodeModel, type FactorModel, type ItemRecommender } from '../../factorization/index.ts';
import { historyAt, rowOf, type SparseRows, type SparseVector, selectRows } from '../../inference/index.ts';
import { defineTask, softmax } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { factoredGram, fittedProfile, linearForm, logWeightsOf } from '../obfuscation/index.ts';
import { ndcg } from './measures/ndcg.ts';
import { topTens } from './measures/topTen.ts';
import type { AttackSituation } from './records.ts';
import { parts } from './sending.ts';
import type { DefenceSpec } from './spec.ts';

/** Places of the ranking that count. */
const NDCG_LENGTH = 10;

interface RecommenderUnit {
  readonly model: Uint8Array;
  readonly spec: Pick<DefenceSpec, 'ridge' | 'prior' | 'predictionRidge'>;
  /** A row for each of the people: what they sent without those set aside, and those. */
  readonly sent: SparseRows;
  readonly heldOut: SparseRows;
}

interface RecommenderOutcome {
  /** Summed squared error of the held-out ratings of each person. */
  readonly squaredErrors: Float64Array;
  /** NaN where there is nothing to rank. */
  readonly ndcgs: Float64Array;
}

export const recommenderTask = defineTask<RecommenderUnit, RecommenderOutcome>('defence-recommender', (unit) => {
  const { spec, sent, heldOut } = unit;
  const model = decodeModel(unit.model);
  const squaredErrors = new Float64Array(sent.rows);
  const ndcgs = new Float64Array(sent.rows);
  for (let person = 0; person < sent.rows; person++) {
    const known = historyAt(sent, person);
    const { indices, values } = historyAt(heldOut, person);
    const predicted = predictions(
      model,
      known,
      indices,
      softmax(typeWeights(model, known, spec)),
      spec.predictionRidge,
    );
    for (let n = 0; n < predicted.length; n++) {
      squaredErrors[person] = squaredErrors[person]! + (values[n]! - predicted[n]!) ** 2;
    }
    const gains = Float64Array.from(values, (value) => value - model.scale.min);
    ndcgs[person] = ndcg(predicted, gains, NDCG_LENGTH);
  }
  return { squaredErrors, ndcgs };
});

/** What recommenders make of what was sent: quantities that are named after whom the recommender learned from. */
export async function predictSetAside(
  learnedFrom: AttackSituation,
  model: FactorModel,
  lists: ItemRecommender | undefined,
  sent: SparseRows,
  { setAside, spec }: { readonly setAside: SparseRows; readonly spec: DefenceSpec },
  tools: WorkTools,
): Promise<NamedArrays> {
  const { ridge, prior, predictionRidge } = spec;
  const encoded = encodeModel(model);
  const units = parts(sent.rows).map((part) => ({
    model: encoded,
    spec: { ridge, prior, predictionRidge },
    sent: selectRows(sent, part),
    heldOut: selectRows(setAside, part),
  }));
  const found = joinedParts(await runTasks(recommenderTask, units, tools));
  const all = lists === undefined ? found : { ...found, topTens: topTens(lists, sent, setAside) };
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [`${learnedFrom}.${name}`, values]));
}

/** Log weights of the types of somebody who sent these ratings. */
function typeWeights(
  model: FactorModel,
  { indices, values }: SparseVector,
  { ridge, prior }: RecommenderUnit['spec'],
): Float64Array {
  return logWeightsOf(linearForm(model, indices, { ridge: ridge === 'model' ? undefined : ridge, prior }), values);
}

/** Ratings of `items` by somebody of whom some ratings are known, and how probable each type is. */
export function predictions(
  model: FactorModel,
  { indices, values }: SparseVector,
  items: ArrayLike<number>,
  types: ArrayLike<number>,
  ridge: number,
): Float64Array {
  const { dimension } = model;
  const rows = Array.from(indices, (item) => rowOf(model, itemIndex(item)));
  const factor = factoredGram(rows, dimension, ridge);
  const predicted = new Float64Array(items.length);
  for (let t = 0; t < types.length; t++) {
    const fitted = fittedProfile(factor, rows, dimension, (n) => values[n]! - rows[n]!.biases[t]!);
    for (let n = 0; n < items.length; n++) {
      const { profile, biases } = rowOf(model, itemIndex(items[n]!));
      let rating = biases[t]!;
      for (let k = 0; k < dimension; k++) rating += profile[k]! * fitted[k]!;
      predicted[n] = predicted[n]! + types[t]! * rating;
    }
  }
  return predicted;
}
