/**
 * Ratings and an attribute in, an immutable model out. There is no untrained model: numerical failure is an outcome of
 * its own, with what to change.
 */
import { UlteriorError } from '../errors/index.ts';
import { normalise } from '../numeric/index.ts';
import { type Dataset, fingerprint, itemIndex, userIndex } from '../ratings/index.ts';
import { solveByAls } from './als.ts';
import { createModel, type FactorModel, ratingRows } from './factorModel.ts';
import { itemEntropies } from './itemEntropies.ts';
import { measureNoise } from './noise.ts';
import { checkedParameters, type TrainingParameters } from './parameters.ts';
import { solveBySgd } from './sgd.ts';
import type { Factors, SolverResult, TrainingTools } from './solver.ts';
import { prepareTraining, type TrainingData } from './trainingData.ts';
import { VERSION } from './version.ts';

export type TrainingResult =
  | { readonly status: 'trained'; readonly model: FactorModel }
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
export function trained(result: TrainingResult): FactorModel {
  if (result.status === 'failed') throw result.error;
  return result.model;
}

function modelFrom(
  factors: Factors,
  trainingErrors: readonly number[],
  data: TrainingData,
  parameters: TrainingParameters,
): FactorModel {
  const { dataset, types } = data;
  const noise = measureNoise(factors, data, parameters.dimension);
  // Half a user more of each type: a type that nobody of the training users has is unlikely, not impossible.
  const typePriors = new Float64Array(types).fill(0.5);
  for (const type of data.userTypes) typePriors[type]!++;
  const biases = factors.typeBiases.map((bias, at) => bias + data.centres[Math.floor(at / types)]!);
  return createModel({
    attribute: data.attribute.name,
    typeLabels: data.attribute.labels,
    typePriors: normalise(typePriors),
    dimension: parameters.dimension,
    rows: ratingRows(factors.itemProfiles, biases, dataset.items.size),
    noiseVariance: noise.variance,
    profileVariance: meanSquare(factors.userProfiles),
    items: dataset.items,
    scale: dataset.scale,
    itemStatistics: {
      countsByType: data.countsByType,
      means: data.itemMeans,
      entropies: itemEntropies(data),
    },
    provenance: {
      version: VERSION,
      dataFingerprint: fingerprint(dataset, data.attribute.name),
      users: data.users.length,
      ratings: data.ratings,
      parameters,
      noiseFrom: noise.from,
      trainingErrors,
    },
  });
}

function meanSquare(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.max(sum / values.length, Number.MIN_VALUE);
}

function failure(
  outcome: Exclude<SolverResult, { status: 'solved' }>,
  data: TrainingData,
  { solver, step, profileRidge, biasRidge }: TrainingParameters,
): UlteriorError {
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
        ? `raise profileRidge (now ${profileRidge}) above 0`
        : `raise biasRidge (now ${biasRidge}) above 0: some types never rated this item`,
      { entity, id, profileRidge, biasRidge },
    );
  }
  return new UlteriorError(
    'TRAINING_DIVERGED',
    `training diverged in iteration ${outcome.iteration}: the error is ${outcome.error}`,
    solver === 'sgd'
      ? `lower step (now ${step}), to ${step / 4} for instance`
      : `raise profileRidge (now ${profileRidge})`,
    { iteration: outcome.iteration, error: outcome.error, step, profileRidge },
  );
}
