/**
 * Ratings and several attributes in, one model out whose types are the combinations of their values, of two channels:
 * what people have seen, and how they rated it (`fitChannels`).
 *
 * The means of the channels are additive in the attributes (additiveDesign.ts): combinations that few people have borrow
 * from all others, and one that nobody has is still known. All that belief, strategies and interviews see is a model of
 * K types. With one attribute it is the model that `trainChannels` gives, but for rounding.
 */
import type { Dataset } from '../../ratings/index.ts';
import { type ChannelTools, channelModel } from '../channels/channelModel.ts';
import type { ChannelParameters } from '../model/channelParameters.ts';
import type { TrainingResult } from '../training/train.ts';
import type { TrainingData } from '../training/trainingData.ts';
import { additiveBiases, additiveDesign, designOfUsers, namingAttributes } from './additiveDesign.ts';
import { withJointAttribute } from './withJointAttribute.ts';

/** Trains on the users of whom all attributes are known, by one thread. Rejects for bad input. */
export async function trainJoint(
  dataset: Dataset,
  attributes: readonly string[],
  parameters: Partial<ChannelParameters> = {},
  tools: ChannelTools = {},
): Promise<TrainingResult> {
  const { dataset: whole, joint, name } = withJointAttribute(dataset, attributes);
  const meansOf = (data: TrainingData) => {
    const design = additiveDesign(joint, data.userTypes);
    return {
      design: designOfUsers(design, data.userTypes),
      biases: (coefficients: Float64Array) => additiveBiases(design, coefficients),
      attributes: joint.attributes,
      explained: <Fit>(work: () => Fit) => namingAttributes(design, joint, work),
    };
  };
  return channelModel(whole, name, parameters, meansOf, tools);
}
