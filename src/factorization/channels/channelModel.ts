/**
 * What every model of two channels has in common, whatever its means depend on: the users who are known, the fit, and
 * the model made from it. A caller says what the means are regressed on, and what biases the coefficients come to.
 */
import { type Dataset, subsetUsers } from '../../ratings/index.ts';
import { type ChannelParameters, checkedChannelParameters } from '../model/channelParameters.ts';
import { createModel, type ModelAttribute } from '../model/factorModel.ts';
import { commonParts, provenanceOf } from '../training/commonParts.ts';
import type { TrainingTools } from '../training/solver.ts';
import type { TrainingResult } from '../training/train.ts';
import { prepareTraining, type TrainingData } from '../training/trainingData.ts';
import type { Design } from './design.ts';
import { fitChannels } from './fitChannels.ts';

interface ChannelMeans {
  /** A row for each training user. */
  readonly design: Design;
  /** Rows x types, from rows x columns. */
  readonly biases: (coefficients: Float64Array) => ArrayLike<number>;
  /** Where types are combinations of several. */
  readonly attributes?: readonly ModelAttribute[] | undefined;
  /** Runs the fit, and says more about an error of it. */
  readonly explained?: <Fit>(work: () => Fit) => Fit;
}

export type ChannelTools = Pick<TrainingTools, 'onProgress' | 'signal'>;

/** Trains on the users whose attribute is known, by one thread. */
export function channelModel(
  dataset: Dataset,
  attribute: string,
  parameters: Partial<ChannelParameters>,
  meansOf: (data: TrainingData) => ChannelMeans,
  { onProgress, signal }: ChannelTools,
): TrainingResult {
  const checked = checkedChannelParameters(parameters);
  const data = prepareTraining(dataset, attribute, { centring: 'item', noiseHoldOut: 0, seed: checked.seed });
  signal?.throwIfAborted();
  const everybody = data.users.length === dataset.users.size;
  const { design, biases, attributes, explained = (work) => work() } = meansOf(data);
  const fit = explained(() =>
    fitChannels(everybody ? dataset : subsetUsers(dataset, data.users), design, checked, (done, total, error) => {
      onProgress?.({ done, total, error });
      signal?.throwIfAborted();
    }),
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
      biases: Float32Array.from(biases(fit.coefficients)),
    },
    noiseVariance: 1,
    profileVariance: 1,
    provenance: provenanceOf(data, { parameters: checked, noiseFrom: 'training', trainingErrors: fit.errors }),
    attributes,
  });
  return { status: 'trained', model };
}
