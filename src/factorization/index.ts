export { alsTask } from './als.ts';
export {
  type ChannelParameters,
  channelDefaults,
  channelSchema,
  checkedChannelParameters,
  OPEN_CHANNELS,
  type OpenChannel,
} from './channels/channelParameters.ts';
export type { Design } from './channels/design.ts';
export { type ChannelFit, fitChannels } from './channels/fitChannels.ts';
export { trainChannels } from './channels/trainChannels.ts';
export * from './dense/index.ts';
export {
  type CalibratedFor,
  type Calibration,
  type CalibrationPoint,
  type Channel,
  createModel,
  type FactorModel,
  type ItemStatistics,
  type ObservationRows,
  type Provenance,
  ratingRows,
} from './factorModel.ts';
export * from './foreign/index.ts';
export * from './implicit/index.ts';
export * from './joint/index.ts';
export { decodeModel, encodeModel } from './modelFile.ts';
export * from './numeric/index.ts';
export {
  checkedParameters,
  type PresetName,
  parametersFrom,
  presets,
  type TrainingParameters,
  trainingSchema,
} from './parameters.ts';
export * from './recommenders/index.ts';
export { decodeTensors, encodeTensors, type Tensor, type TensorArray, type TensorFile } from './safetensors.ts';
export { formatOf } from './sealedFile.ts';
export { sgdTask } from './sgd.ts';
export { shrinkGaps } from './shrinkGaps.ts';
export type { TrainingProgress, TrainingTools } from './solver.ts';
export { type TrainingResult, train, trained } from './train.ts';
export { VERSION } from './version.ts';
