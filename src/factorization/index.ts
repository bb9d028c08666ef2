export { alsTask } from './als.ts';
export {
  type Channel,
  createModel,
  type FactorModel,
  type ItemStatistics,
  type ObservationRows,
  type Provenance,
  ratingRows,
} from './factorModel.ts';
export { decodeModel, encodeModel } from './modelFile.ts';
export {
  checkedParameters,
  type PresetName,
  parametersFrom,
  presets,
  type TrainingParameters,
} from './parameters.ts';
export { decodeTensors, encodeTensors, type Tensor, type TensorFile } from './safetensors.ts';
export { sgdTask } from './sgd.ts';
export type { TrainingProgress, TrainingTools } from './solver.ts';
export { type TrainingResult, train, trained } from './train.ts';
export { VERSION } from './version.ts';
