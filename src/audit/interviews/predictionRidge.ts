/**
 * The ridge for predicting ratings, chosen on training users alone. A model is trained on four fifths of them; of some
 * of the others it is given k ratings, for a few k, and predicts others of theirs. The ridge with the least squared
 * error, summed over k, is taken. Users whom the model was trained on will not do: its profiles were fitted to the very
 * ratings it is to predict, which makes a weak ridge look good. (MovieLens 100K: they choose 1, where 3 is best for new
 * people.)
 */
import type { FactorModel } from '../../factorization/index.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { type CompressedRows, type Dataset, heldOutOf, itemIndex } from '../../ratings/index.ts';
import { type GivenItemVectors, trainRatingModel } from '../attackers/trainAttackers.ts';
import type { WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { predictedRating } from './predictedRating.ts';
import { splitTrainers } from './splitTrainers.ts';

/** More people would not move the choice between ridges that lie half a power of ten apart. */
const PEOPLE = 300;
const QUESTIONS = [1, 5, 10, 20, 40];
const RIDGES = [0.3, 1, 3, 10, 30, 100, 300, 1000];

type Choice = Pick<AuditSpec, 'ridge' | 'prior' | 'maxQuestions' | 'heldOut' | 'heldOutShare' | 'seed'>;

export async function predictionRidgeFor(
  trainers: Dataset,
  spec: AuditSpec,
  tools: WorkTools,
  given?: GivenItemVectors,
): Promise<number> {
  if (spec.predictionRidge !== 'tuned') return spec.predictionRidge;
  const { dataset, learnedFrom, unseen } = splitTrainers(trainers, spec, 'audit-prediction-ridge');
  const model = await trainRatingModel(learnedFrom, spec, given, tools);
  const people = derive(spec.seed, 'audit-prediction-people').shuffle([...unseen]);
  return bestRidge(model, dataset.ratings.byUser, people.slice(0, PEOPLE), spec);
}

/** The ridge from which the ratings of these people are predicted best; noise over profile variance if none can be. */
export function bestRidge(model: FactorModel, rows: CompressedRows, people: readonly number[], spec: Choice): number {
  const errors = new Float64Array(RIDGES.length);
  let predicted = 0;
  for (const person of people) predicted += addErrors(model, rows, person, spec, errors);
  if (predicted === 0) return model.noiseVariance / model.profileVariance;
  return RIDGES[errors.indexOf(Math.min(...errors))]!;
}

/** Adds the squared errors of one person for every ridge; returns how many ratings were predicted. */
function addErrors(
  model: FactorModel,
  { starts, indices, values }: CompressedRows,
  person: number,
  spec: Choice,
  errors: Float64Array,
): number {
  const start = starts[person]!;
  const count = starts[person + 1]! - start;
  const order = derive(spec.seed, 'audit-prediction-order', person).shuffle(Array.from({ length: count }, (_, n) => n));
  const targets = order.slice(0, heldOutOf(count, { most: spec.heldOut, share: spec.heldOutShare }));
  const asked = order.slice(targets.length).slice(0, Math.min(spec.maxQuestions, QUESTIONS.at(-1)!));
  const beliefOf = (ridge?: number) => startBelief(model, { ridge, prior: spec.prior }).moving();
  const types = beliefOf(spec.ridge === 'model' ? undefined : spec.ridge);
  const tastes = RIDGES.map((ridge) => beliefOf(ridge));
  let predicted = 0;
  for (const [n, at] of asked.entries()) {
    const answer = observe(model, itemIndex(indices[start + at]!), values[start + at]!);
    for (const belief of [types, ...tastes]) belief.absorbAll(answer);
    if (!QUESTIONS.includes(n + 1)) continue;
    const probabilities = softmax(types.logWeights);
    for (const target of targets) {
      const item = itemIndex(indices[start + target]!);
      for (const [r, taste] of tastes.entries()) {
        errors[r] = errors[r]! + (values[start + target]! - predictedRating(model, taste, item, probabilities)) ** 2;
      }
      predicted++;
    }
  }
  return predicted;
}
