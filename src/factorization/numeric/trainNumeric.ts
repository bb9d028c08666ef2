/** Ratings and a number in, an immutable model out; the number's counterpart of train.ts. */
import { UlteriorError } from '../../errors/index.ts';
import { withinFences } from '../../maths/index.ts';
import { type Dataset, fingerprint, itemIndex, numericAttributeOf, userIndex } from '../../ratings/index.ts';
import { VERSION } from '../../version/index.ts';
import { itemEntropies } from '../training/itemEntropies.ts';
import { measureNoise, type Noise } from '../training/noise.ts';
import type { TrainingTools } from '../training/solver.ts';
import { profileVarianceOf, type TrainingResult } from '../training/train.ts';
import { type TrainingRatings, trainingRatings } from '../training/trainingData.ts';
import { NumericSystem, type SingularEntity } from './numericAls.ts';
import { createNumericModel, type NumericModel } from './numericModel.ts';
import { type NumericParameters, numericParameters } from './numericParameters.ts';
import { slopeVariance } from './slopeShrinkage.ts';

/**
 * Numbers further beyond the quartiles than this many times their distance count as if they stood there: 4.7 standard
 * deviations of a normal distribution. One impossible number would otherwise decide mean, spread and every slope.
 */
const FENCE = 3;

/** Numbers as training takes them. */
export function trainingNumbers(numbers: Float64Array): Float64Array {
  return withinFences(numbers, FENCE);
}

/** Where the number lies among the training users. */
interface Spread {
  readonly mean: number;
  readonly variance: number;
}

/** Trains on the users whose number is known. Rejects for bad input; a numerical failure is a result. */
export async function trainNumeric(
  dataset: Dataset,
  attribute: string,
  parameters: Partial<NumericParameters>,
  tools: Pick<TrainingTools, 'onProgress' | 'signal'> = {},
): Promise<TrainingResult<NumericModel>> {
  const checked = numericParameters(parameters);
  const { values } = numericAttributeOf(dataset, attribute);
  const data = trainingRatings(dataset, { kind: 'numeric', name: attribute, values }, checked);
  const numbers = trainingNumbers(Float64Array.from(data.users, (user) => values[user]!));
  const spread = spreadOf(numbers);
  const deviation = Math.sqrt(spread.variance);
  const system = new NumericSystem(
    data,
    numbers.map((number) => (number - spread.mean) / deviation),
    checked,
  );

  const errors: number[] = [];
  for (let sweep = 1; sweep <= checked.iterations; sweep++) {
    tools.signal?.throwIfAborted();
    const singular = system.solveUsers(checked.profileRidge) ?? system.solveItems(checked);
    if (singular !== undefined) return { status: 'failed', error: singularError(singular, sweep, data, checked) };
    const error = system.error();
    if (!Number.isFinite(error)) return { status: 'failed', error: divergedError(error, sweep, checked) };
    errors.push(error);
    tools.onProgress?.({ done: sweep, total: checked.iterations, error });
  }
  const measured = () => measureNoise(data, (user, item) => data.itemMeans[item]! + system.predicted(user, item));
  let slopes: number | undefined;
  if (checked.slopeShrinkage === 'empiricalBayes') {
    const { variance } = measured();
    slopes = slopeVariance(system.factors, checked.slopeRidge, variance);
    const singular = system.solveItems({ ...checked, slopeRidge: variance / slopes });
    if (singular !== undefined)
      return { status: 'failed', error: singularError(singular, checked.iterations, data, checked) };
  }
  const model = modelFrom(system, data, { name: attribute, ...spread }, measured(), checked, errors, slopes);
  return { status: 'trained', model };
}

function spreadOf(numbers: Float64Array): Spread {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { mean, variance: numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length };
}

function modelFrom(
  { factors }: NumericSystem,
  data: TrainingRatings,
  attribute: NumericModel['attribute'],
  noise: Noise,
  parameters: NumericParameters,
  trainingErrors: readonly number[],
  slopes: number | undefined,
): NumericModel {
  const { dataset, itemMeans } = data;
  const deviation = Math.sqrt(attribute.variance);
  // From the standardised number back to its own unit.
  const ownSlopes = factors.slopes.map((slope) => slope / deviation);
  return createNumericModel({
    attribute,
    dimension: parameters.dimension,
    profiles: factors.itemProfiles,
    intercepts: factors.intercepts.map(
      (intercept, item) => itemMeans[item]! + intercept - ownSlopes[item]! * attribute.mean,
    ),
    slopes: ownSlopes,
    noiseVariance: noise.variance,
    profileVariance: profileVarianceOf(factors.userProfiles, noise.variance),
    items: dataset.items,
    scale: dataset.scale,
    itemStatistics: {
      counts: data.itemCounts,
      means: itemMeans,
      entropies: itemEntropies(data),
      slopeErrors: factors.slopeVariances.map((variance) => Math.sqrt(noise.variance * variance) / deviation),
    },
    provenance: {
      version: VERSION,
      dataFingerprint: fingerprint(dataset, attribute.name),
      users: data.users.length,
      ratings: data.ratings,
      parameters,
      noiseFrom: noise.from,
      trainingErrors,
      slopeVariance: slopes,
    },
  });
}

function singularError(
  { entity, index }: SingularEntity,
  sweep: number,
  { dataset, users }: TrainingRatings,
  { profileRidge, interceptRidge, slopeRidge }: NumericParameters,
): UlteriorError {
  const id = entity === 'user' ? dataset.users.id(userIndex(users[index]!)) : dataset.items.id(itemIndex(index));
  const profiles = entity === 'user' || profileRidge === 0;
  return new UlteriorError(
    'TRAINING_SINGULAR',
    `the least-squares system of ${entity} "${id}" has no unique solution (sweep ${sweep})`,
    profiles
      ? `raise profileRidge, now ${profileRidge}`
      : `raise interceptRidge (now ${interceptRidge}) and slopeRidge (now ${slopeRidge}) above 0: too few people rated this item`,
    { entity, id, profileRidge, interceptRidge, slopeRidge },
  );
}

function divergedError(error: number, sweep: number, { profileRidge }: NumericParameters): UlteriorError {
  return new UlteriorError(
    'TRAINING_DIVERGED',
    `training diverged in iteration ${sweep}: the error is ${error}`,
    `raise profileRidge, now ${profileRidge}`,
    { iteration: sweep, error, profileRidge },
  );
}
