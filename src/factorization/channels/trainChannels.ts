/**
 * Ratings and an attribute in, a model of two channels out: what people have seen, and how they rated it. Means depend on
 * the type, all else is common to the types; see `fitChannels` for the mathematics.
 *
 *     x = mean_t + D (A u + e)        bias_t = scale mean_t,   unit noise,   u of unit variance: the ridge is 1
 */
import type { Dataset } from '../../ratings/index.ts';
import type { ChannelParameters } from '../model/channelParameters.ts';
import type { TrainingResult } from '../training/train.ts';
import type { TrainingData } from '../training/trainingData.ts';
import { type ChannelTools, channelModel } from './channelModel.ts';
import type { Design } from './design.ts';

/** Trains on the users whose attribute is known, by one thread. Rejects for bad input. */
export async function trainChannels(
  dataset: Dataset,
  attribute: string,
  parameters: Partial<ChannelParameters> = {},
  tools: ChannelTools = {},
): Promise<TrainingResult> {
  const meansOf = (data: TrainingData) => {
    const types = occurringTypes(data);
    return {
      design: oneHot(data.userTypes, types.columns, types.count),
      biases: (coefficients: Float64Array) => biasesOf(coefficients, data, types),
    };
  };
  return channelModel(dataset, attribute, parameters, meansOf, tools);
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
