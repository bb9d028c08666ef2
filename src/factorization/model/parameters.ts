/**
 * What can be set in training, with the two presets.
 *
 * There are three different ridges, and none of them is "lambda": those of training are here; the classifier's belongs
 * to the belief; that of rating prediction to whoever predicts ratings.
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';

/** How a model is trained. */
export interface TrainingParameters {
  /** `sgd`: stochastic gradient descent, as in the paper. `als`: alternating least squares with a joint item step. */
  readonly solver: 'sgd' | 'als';
  /** Length d of the profiles. */
  readonly dimension: number;
  /** Epochs of SGD, sweeps of ALS. */
  readonly iterations: number;
  /** Step size of SGD; ALS has none. */
  readonly step: number;
  /** Ridge on user and item profiles, towards 0. */
  readonly profileRidge: number;
  /** Ridge on type biases, towards the centre that `centring` gives. */
  readonly biasRidge: number;
  /**
   * `perRating`: the ridge counts once per rating, so a user with n ratings is held by n times the ridge (what SGD does
   * by itself). `perEntity`: once per user, item and bias. Compare solvers only under the same form.
   */
  readonly ridgeForm: 'perRating' | 'perEntity';
  /** What is taken off the ratings before training and added to the biases afterwards: nothing, or the item's mean. */
  readonly centring: 'none' | 'item';
  /** Standard deviation of the profiles' random start. */
  readonly initialScale: number;
  /** Share of ratings left out of training to estimate the noise variance from; 0 takes the training residuals. */
  readonly noiseHoldOut: number;
  readonly seed: number;
}

const { about, oneOf, whole, between, positive } = schema;
const fields = schema.fieldsOf<TrainingParameters>({
  solver: oneOf(['sgd', 'als']),
  dimension: about('Length of the profiles.', whole(1, 512)),
  iterations: about('Epochs of SGD, sweeps of ALS.', whole(1, 10_000)),
  step: about('Step size of SGD.', positive),
  profileRidge: about('Ridge on the profiles in training.', between(0, 1e9)),
  biasRidge: about('Ridge on the group biases in training.', between(0, 1e9)),
  ridgeForm: oneOf(['perRating', 'perEntity']),
  centring: oneOf(['none', 'item']),
  initialScale: positive,
  noiseHoldOut: between(0, 0.5),
  seed: schema.seed,
});
/** All of them are needed: a preset has them. */
export const trainingSchema = {
  ...fields,
  required: Object.keys(fields.fields),
  about: 'All training parameters; see src/factorization/model/parameters.ts.',
};

/** Stochastic gradient descent as in the paper, or alternating least squares. */
export type PresetName = 'paper' | 'als';

/**
 * `paper`: what the paper's figures need: ratings as they are, biases that start at 0 and are held like the profiles,
 * so that items one type seldom rates keep a low bias, and a gap tells who rates what as well as how. The paper does
 * not name the step size: choose it by cross-validation, together with the classifier's ridge.
 * `als`: ratings centred on the item's mean and biases that are barely held: a gap tells how the types rate.
 */
export const presets: Readonly<Record<PresetName, TrainingParameters>> = {
  paper: {
    solver: 'sgd',
    dimension: 20,
    iterations: 20,
    step: 0.02,
    profileRidge: 0.1,
    biasRidge: 0.1,
    ridgeForm: 'perRating',
    centring: 'none',
    initialScale: 0.1,
    noiseHoldOut: 0.02,
    seed: 1,
  },
  als: {
    solver: 'als',
    dimension: 10,
    iterations: 15,
    step: 0.02,
    profileRidge: 10,
    biasRidge: 0.1,
    ridgeForm: 'perEntity',
    centring: 'item',
    initialScale: 0.1,
    noiseHoldOut: 0.02,
    seed: 1,
  },
};

/** The step and the seed: all that the paper leaves open. */
const OPEN_IN_PAPER: readonly string[] = ['step', 'seed', 'noiseHoldOut'];

/** A preset with some values replaced. The `paper` preset fixes all but the step, or it would not be the paper's. */
export function parametersFrom(preset: PresetName, changes: Partial<TrainingParameters> = {}): TrainingParameters {
  const base = presets[preset];
  if (base === undefined) throw outOfRange('preset', preset, `one of ${Object.keys(presets).join(', ')}`);
  if (preset === 'paper') {
    const fixed = Object.keys(filledIn<Partial<TrainingParameters>>({}, changes)).find(
      (name) => !OPEN_IN_PAPER.includes(name) && Reflect.get(changes, name) !== Reflect.get(base, name),
    );
    if (fixed !== undefined) {
      throw new UlteriorError(
        'PARAMETER_OUT_OF_RANGE',
        `the preset "paper" fixes ${fixed} at ${Reflect.get(base, fixed)}`,
        `leave ${fixed} out, or pass all parameters yourself instead of a preset`,
        { parameter: fixed, value: Reflect.get(changes, fixed) },
      );
    }
  }
  return checkedParameters(filledIn(base, changes));
}

/** Returns its argument, frozen, if every value is there and within its range. */
export function checkedParameters(parameters: TrainingParameters): TrainingParameters {
  requireFit(trainingSchema, parameters);
  return Object.freeze({ ...parameters });
}
