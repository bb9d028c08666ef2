/**
 * Ratings and several attributes in, one model out whose types are the combinations of their values, of two channels:
 * what people have seen, and how they rated it (`fitChannels`).
 *
 * The means of the channels are additive in the attributes (additiveDesign.ts): combinations that few people have borrow
 * from all others, and one that nobody has is still known. All that belief, strategies and interviews see is a model of
 * K types. With one attribute it is the model that `trainChannels` gives, but for rounding.
 */
import { type Dataset, subsetUsers } from '../../ratings/index.ts';
import { type ChannelParameters, checkedChannelParameters } from '../channels/channelParameters.ts';
import { fitChannels } from '../channels/fitChannels.ts';
import { commonParts, provenanceOf } from '../commonParts.ts';
import { createModel } from '../factorModel.ts';
import type { TrainingTools } from '../solver.ts';
import type { TrainingResult } from '../train.ts';
import { prepareTraining } from '../trainingData.ts';
import { additiveBiases, additiveDesign, designOfUsers, namingAttributes } from './additiveDesign.ts';
import { withJointAttribute } from './withJointAttribute.ts';

/** Trains on the users of whom all attributes are known, by one thread. Rejects for bad input. */
export async function trainJoint(
  dataset: Dataset,
  attributes: readonly string[],
  parameters: Partial<ChannelParameters> = {},
  tools: Pick<TrainingTools, 'onProgress' | 'signal'> = {},
): Promise<TrainingResult> {
  const checked = checkedChannelParameters(parameters);
  const { dataset: whole, joint, name } = withJointAttribute(dataset, attributes);
  const data = prepareTraining(whole, name, { centring: 'item', noiseHoldOut: 0, seed: checked.seed });
  tools.signal?.throwIfAborted();
  const everybody = data.users.length === whole.users.size;
  const design = additiveDesign(joint, data.userTypes);
  const fit = namingAttributes(design, joint, () =>
    fitChannels(
      everybody ? whole : subsetUsers(whole, data.users),
      designOfUsers(design, data.userTypes),
      checked,
      (done, total, error) => {
        tools.onProgress?.({ done, total, error });
        tools.signal?.throwIfAborted();
      },
    ),
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
      biases: Float32Array.from(additiveBiases(design, fit.coefficients)),
    },
    noiseVariance: 1,
    profileVariance: 1,
    provenance: provenanceOf(data, { parameters: checked, noiseFrom: 'training', trainingErrors: fit.errors }),
    attributes: joint.attributes,
  });
  return { status: 'trained', model };
}
