/**
 * Ratings and an attribute in, a model of two channels out: what people have seen, and how they rated it. Means depend on
 * the type, all else is common to the types; see `fitChannels` for the mathematics.
 *
 *     x = mean_t + D (A u + e)        bias_t = scale mean_t,   unit noise,   u of unit variance: the ridge is 1
 */
import { type Dataset, subsetUsers } from '../../ratings/index.ts';
import { commonParts, provenanceOf } from '../commonParts.ts';
import { createModel } from '../factorModel.ts';
import type { TrainingTools } from '../solver.ts';
import type { TrainingResult } from '../train.ts';
import { prepareTraining, type TrainingData } from '../trainingData.ts';
import { type ChannelParameters, checkedChannelParameters } from './channelParameters.ts';
import type { Design } from './design.ts';
import { fitChannels } from './fitChannels.ts';

/** Trains on the users whose attribute is known, by one thread. Rejects for bad input. */
export async function trainChannels(
  dataset: Dataset,
  attribute: string,
  parameters: Partial<ChannelParameters> = {},
  tools: Pick<TrainingTools, 'onProgress' | 'signal'> = {},
): Promise<TrainingResult> {
  const checked = checkedChannelParameters(parameters);
  const data = prepareTraining(dataset, attribute, { centring: 'item', noiseHoldOut: 0, seed: checked.seed });
  tools.signal?.throwIfAborted();
  const everybody = data.users.length === dataset.users.size;
  const types = occurringTypes(data);
  const fit = fitChannels(
    everybody ? dataset : subsetUsers(dataset, data.users),
    oneHot(data.userTypes, types.columns, types.count),
    checked,
    (done, total, error) => {
      tools.onProgress?.({ done, total, error });
      tools.signal?.throwIfAborted();
    },
  );
  const common = commonParts(data);
  const model = createModel({
    ...common,
    itemStatistics: { ...common.itemStatistics, means: fit.itemMeans },
    dimension: checked.dimension,
    rows: {
      channels: checked.channels,
      scales: Float32Array.from(fit.scales),
      profiles: Float32Array.from(fit.profiles),
      biases: biasesOf(fit.coefficients, data, types),
    },
    noiseVariance: 1,
    profileVariance: 1,
    provenance: provenanceOf(data, { parameters: checked, noiseFrom: 'training', trainingErrors: fit.errors }),
  });
  return { status: 'trained', model };
}

/** The types that training users have, numbered without gaps; a column is -1 where nobody has the type. */
interface OccurringTypes {
  readonly columns: Int32Array;
  readonly count: number;
  readonly users: Uint32Array;
}

function occurringTypes(data: TrainingData): OccurringTypes {
  const users = new Uint32Array(data.types);
  for (const type of data.userTypes) users[type]!++;
  let count = 0;
  const columns = Int32Array.from(users, (members) => (members > 0 ? count++ : -1));
  return { columns, count, users };
}

function oneHot(userTypes: Uint8Array, columns: Int32Array, count: number): Design {
  const values = new Float64Array(userTypes.length * count);
  for (let user = 0; user < userTypes.length; user++) values[user * count + columns[userTypes[user]!]!] = 1;
  return { columns: count, values };
}

/** The coefficients of the one-hot types are their means; a type that nobody has gets the mean of all users. */
function biasesOf(means: Float64Array, data: TrainingData, { columns, count, users }: OccurringTypes): Float32Array {
  const rows = means.length / count;
  const biases = new Float32Array(rows * data.types);
  for (let row = 0; row < rows; row++) {
    let overall = 0;
    for (let t = 0; t < data.types; t++) {
      if (columns[t]! >= 0) overall += (users[t]! / data.users.length) * means[row * count + columns[t]!]!;
    }
    for (let t = 0; t < data.types; t++) {
      biases[row * data.types + t] = columns[t]! < 0 ? overall : means[row * count + columns[t]!]!;
    }
  }
  return biases;
}
