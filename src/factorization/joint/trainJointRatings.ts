/**
 * A rating model of several attributes: r = u.v + zbar + alpha_a + beta_b + noise, for the protocol in which people are
 * only asked what they rated. Types as combinations would be too sparse to train each by itself, so this goes in steps:
 *
 *   1. the ordinary model of the first attribute (`train`) gives the item profiles v and the noise s2;
 *   2. with v fixed, in turn: each user's profile u by ridge regression (ridge s2 / su2), and for each item zbar and the
 *      effects of the values by ridge regression of r - u.v on what the raters are.
 *
 * The effects have the ridge s2 / tau2, with tau2 the variance of true type biases that the first model shows
 * (`gapVariance`): a value whose people hardly rated the item is thought to be like the others.
 *
 * What it is not: v does not know the attributes after the first, so what goes with them may hide in u and v.
 *
 * Cost of a turn: O(ratings (d^2 + attributes^2) + users d^3 + items p^3), p = 1 + the number of all values.
 */
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { commonParts, provenanceOf } from '../commonParts.ts';
import { createModel, type FactorModel, ratingRows } from '../factorModel.ts';
import { measureNoise } from '../noise.ts';
import { checkedParameters, type TrainingParameters } from '../parameters.ts';
import { gapVariance } from '../shrinkGaps.ts';
import type { TrainingTools } from '../solver.ts';
import { type TrainingResult, train } from '../train.ts';
import { forEachUser, prepareTraining, type TrainingData } from '../trainingData.ts';
import { additiveEffects, solveSymmetric } from './additiveEffects.ts';
import type { JointAttributes } from './jointAttributes.ts';
import { withJointAttribute } from './withJointAttribute.ts';

const TURNS = 4;

/** Trains on the users of whom all attributes are known. Rejects for bad input; a numerical failure is a result. */
export async function trainJointRatings(
  dataset: Dataset,
  attributes: readonly string[],
  parameters: TrainingParameters,
  tools: TrainingTools,
): Promise<TrainingResult> {
  const checked = checkedParameters(parameters);
  const { dataset: whole, joint, name } = withJointAttribute(dataset, attributes);
  const { values } = attributeOf(whole, name);
  const known = subsetUsers(
    whole,
    Uint32Array.from(values.keys()).filter((user) => values[user]! >= 0),
  );
  const first = await train(known, attributes[0]!, checked, tools);
  if (first.status === 'failed') return first;
  const data = prepareTraining(known, name, checked);
  const { biases, profiles } = additiveFit(data, joint, first.model);
  const { dimension, rows, profileVariance, provenance } = first.model;
  const noise = measureNoise(data, (user, item) => {
    let predicted = biases[item * joint.types + data.userTypes[user]!]!;
    for (let k = 0; k < dimension; k++) {
      predicted += profiles[user * dimension + k]! * rows.profiles[item * dimension + k]!;
    }
    return predicted;
  });
  const model = createModel({
    ...commonParts(data),
    dimension,
    rows: ratingRows(rows.profiles, Float32Array.from(biases), known.items.size),
    noiseVariance: noise.variance,
    profileVariance,
    provenance: provenanceOf(data, {
      parameters: checked,
      noiseFrom: noise.from,
      trainingErrors: provenance.trainingErrors,
    }),
    attributes: joint.attributes,
  });
  return { status: 'trained', model };
}

/** Biases (items x K) and the users' profiles (users x d), in turn, with the item profiles of the model. */
function additiveFit(data: TrainingData, joint: JointAttributes, first: FactorModel) {
  const firstTypes = first.typeLabels.length;
  const firstCodes = joint.codes[0]!;
  let biases = Float64Array.from(
    { length: data.dataset.items.size * joint.types },
    (_, at) => first.rows.biases[Math.floor(at / joint.types) * firstTypes + firstCodes[at % joint.types]!]!,
  );
  let profiles = new Float64Array(0);
  for (let turn = 0; turn < TURNS; turn++) {
    profiles = userProfiles(data, first, biases);
    biases = additiveEffects(data, joint, first.rows.profiles, profiles, first.noiseVariance / gapVariance(first));
  }
  return { biases, profiles };
}

function userProfiles(data: TrainingData, { dimension: d, rows, ...model }: FactorModel, biases: Float64Array) {
  const { indices, values } = data.dataset.ratings.byUser;
  const ridge = model.noiseVariance / model.profileVariance;
  const profiles = new Float64Array(data.users.length * d);
  const gram = new Float64Array(d * d);
  forEachUser(data, (user, positions, count) => {
    gram.fill(0);
    const own = profiles.subarray(user * d, (user + 1) * d);
    for (let k = 0; k < d; k++) gram[k * d + k] = ridge;
    for (let n = 0; n < count; n++) {
      const at = positions[n]!;
      const item = indices[at]!;
      const left = values[at]! - biases[item * data.types + data.userTypes[user]!]!;
      for (let k = 0; k < d; k++) {
        const entry = rows.profiles[item * d + k]!;
        own[k] = own[k]! + left * entry;
        for (let l = 0; l <= k; l++) gram[k * d + l] = gram[k * d + l]! + entry * rows.profiles[item * d + l]!;
      }
    }
    solveSymmetric(gram, d, own, 'a user');
  });
  return profiles;
}
