/**
 * Ratings and an attribute in, an immutable model out. There is no untrained model: numerical failure is an outcome of
 * its own, with what to change.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type Dataset, itemIndex, userIndex } from '../../ratings/index.ts';
import { createModel, type FactorModel, ratingRows } from '../model/factorModel.ts';
import { checkedParameters, type TrainingParameters } from '../model/parameters.ts';
import { solveByAls } from './als.ts';
import { commonParts, provenanceOf } from './commonParts.ts';
import { measureNoise } from './noise.ts';
import { solveBySgd } from './sgd.ts';
import type { Factors, SolverResult, TrainingTools } from './solver.ts';
import { prepareTraining, type TrainingData } from './trainingData.ts';

/** A model, or why there is none. `trained` takes the model out. */
export type TrainingResult<Model = FactorModel> =
  | { readonly status: 'trained'; readonly model: Model }
  | { readonly status: 'failed'; readonly error: UlteriorError };

const solvers = { sgd: solveBySgd, als: solveByAls } as const;

/** Trains on the users whose attribute is known. Rejects for bad input; a numerical failure is a result. */
export async function train(
  dataset: Dataset,
  attribute: string,
  parameters: TrainingParameters,
  tools: TrainingTools,
): Promise<TrainingResult> {
  const checked = checkedParameters(parameters);
  const data = prepareTraining(dataset, attribute, checked);
  const solved = await solvers[checked.solver](data, checked, tools);
  if (solved.status !== 'solved') return { status: 'failed', error: failure(solved, data, checked) };
  return { status: 'trained', model: modelFrom(solved.factors, solved.errors, data, checked) };
}

/** The model, or the failure as an exception: for callers that have no use for a failed training. */
export function trained<Model>(result: TrainingResult<Model>): Model {
  if (result.status === 'failed') throw result.error;
  return result.model;
}

function modelFrom(
  factors: Factors,
  trainingErrors: readonly number[],
  data: TrainingData,
  parameters: TrainingParameters,
): FactorModel {
  const { types } = data;
  const { dimension } = parameters;
  const noise = measureNoise(data, (user, item) => {
    let predicted = data.centres[item]! + factors.typeBiases[item * types + data.userTypes[user]!]!;
    for (let k = 0; k < dimension; k++) {
      predicted += factors.userProfiles[user * dimension + k]! * factors.itemProfiles[item * dimension + k]!;
    }
    return predicted;
  });
  const biases = factors.typeBiases.map((bias, at) => bias + data.centres[Math.floor(at / types)]!);
  return createModel({
    ...commonParts(data),
    dimension,
    rows: ratingRows(factors.itemProfiles, biases, data.dataset.items.size),
    noiseVariance: noise.variance,
    profileVariance: profileVarianceOf(factors.userProfiles, noise.variance),
    provenance: provenanceOf(data, { parameters, noiseFrom: noise.from, trainingErrors }),
  });
}

/** In parts of the noise variance. Less is nothing, and the ridge that divides by it must stay a number. */
const LEAST_PROFILE_VARIANCE = 1e-9;

/** The mean square of the profiles. Where all ratings are equal they vanish, and the ridge takes their place. */
export function profileVarianceOf(profiles: Float32Array | Float64Array, noiseVariance: number): number {
  let sum = 0;
  for (const value of profiles) sum += value * value;
  return Math.max(sum / profiles.length, LEAST_PROFILE_VARIANCE * noiseVariance);
}

function failure(
  outcome: Exclude<SolverResult, { status: 'solved' }>,
  data: TrainingData,
  parameters: TrainingParameters,
): UlteriorError {
  const { profileRidge, biasRidge } = parameters;
  if (outcome.status === 'singular') {
    const { entity, index } = outcome;
    const id =
      entity === 'user'
        ? data.dataset.users.id(userIndex(data.users[index]!))
        : data.dataset.items.id(itemIndex(index));
    return new UlteriorError(
      'TRAINING_SINGULAR',
      `the least-squares system of ${entity} "${id}" has no unique solution (sweep ${outcome.iteration})`,
      entity === 'user' || profileRidge === 0
        ? `raise profileRidge, now ${profileRidge}`
        : `raise biasRidge, now ${biasRidge}: some groups may never have rated this item`,
      { entity, id, profileRidge, biasRidge },
    );
  }
  return diverged(outcome, parameters);
}

export function diverged(
  { iteration, error }: { readonly iteration: number; readonly error: number },
  { solver, step, profileRidge }: TrainingParameters,
): UlteriorError {
  return new UlteriorError(
    'TRAINING_DIVERGED',
    `training diverged in iteration ${iteration}: the error is ${error}`,
    solver === 'sgd'
      ? `lower step (--step), now ${step}, to ${step / 4} for instance`
      : `raise profileRidge, now ${profileRidge}`,
    { iteration, error, step, profileRidge },
  );
}
