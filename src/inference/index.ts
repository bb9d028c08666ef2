export {
  Belief,
  type BeliefParameters,
  type Observation,
  type ObservationRow,
  type Prediction,
} from './belief/belief.ts';
export {
  answersHeard,
  type Calibration,
  type CalibrationOptions,
  type CalibrationPoint,
  type CalibrationSample,
  calibrated,
  fitCalibration,
  statedLogWeights,
} from './belief/calibration.ts';
export { channelClassifier } from './belief/channelClassifier.ts';
export { factorClassifier } from './belief/factorClassifier.ts';
export { logMarginals, logSums, marginal } from './belief/marginals.ts';
export {
  NumericBelief,
  type NumericBeliefOptions,
  type NumericBeliefParameters,
  type NumericObservation,
  type NumericPrediction,
  type NumericRow,
  numericRowOf,
  startNumericBelief,
} from './belief/numericBelief.ts';
export { type BeliefOptions, observe, rowOf, startBelief } from './belief/observe.ts';
export { type RidgeRegression, ridgePrediction, trainRidge } from './belief/ridgeRegression.ts';
export { factoredRows } from './belief/rowSystem.ts';
export * from './classifiers/index.ts';
export type {
  ClassifierData,
  ClassifierDefinition,
  HistoryAttacker,
  HistoryClassifier,
  TransductiveData,
  TransductiveDefinition,
  TransductiveLimits,
  WorkedOut,
} from './registry/classifierDefinition.ts';
export { classifierNamed, classifierRegistry, classifiers } from './registry/classifierRegistry.ts';
