export { trainChannels } from './channels/trainChannels.ts';
export * from './dense/index.ts';
export * from './implicit/index.ts';
export * from './joint/index.ts';
export {
  type ChannelParameters,
  channelDefaults,
  channelSchema,
  checkedChannelParameters,
  OPEN_CHANNELS,
  type OpenChannel,
} from './model/channelParameters.ts';
export {
  type CalibratedFor,
  type Calibration,
  type CalibrationPoint,
  type Channel,
  createModel,
  type FactorModel,
  lineRises,
  ratingRows,
} from './model/factorModel.ts';
export { decodeModel, encodeModel } from './model/modelFile.ts';
export {
  checkedParameters,
  type PresetName,
  parametersFrom,
  presets,
  type TrainingParameters,
  trainingSchema,
} from './model/parameters.ts';
export { decodeTensors, encodeTensors, type TensorArray } from './model/safetensors.ts';
export { decodeSealed, describedBy, encodeSealed, foreign as foreignModel, formatOf } from './model/sealedFile.ts';
export * from './numeric/index.ts';
export { trainingPlan } from './plan/trainingPlan.ts';
export * from './recommenders/index.ts';
export * from './streamed/index.ts';
export { alsTask } from './training/als.ts';
export { entropyBins } from './training/itemEntropies.ts';
export { withOwnNoise } from './training/ownNoise.ts';
export { sgdTask } from './training/sgd.ts';
export { shrinkGaps } from './training/shrinkGaps.ts';
export type { TrainingProgress, TrainingTools } from './training/solver.ts';
export { train, trained } from './training/train.ts';
