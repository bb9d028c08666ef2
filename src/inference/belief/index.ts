export { Belief, type Observation, type ObservationRow, type Prediction } from './belief.ts';
export {
  answersHeard,
  type Calibration,
  type CalibrationSample,
  calibrated,
  fitCalibration,
  statedLogWeights,
} from './calibration.ts';
export { channelClassifier } from './channelClassifier.ts';
export { factorClassifier } from './factorClassifier.ts';
export { meansOf } from './filterStep.ts';
export { logMarginals, logSums, marginal } from './marginals.ts';
export type { MovingBelief } from './movingBelief.ts';
export { NumericBelief, type NumericBeliefOptions, numericRowOf, startNumericBelief } from './numericBelief.ts';
export { type BeliefOptions, observe, rowOf, startBelief } from './observe.ts';
export { ridgePrediction, trainRidge } from './ridgeRegression.ts';
export { factoredRows } from './rowSystem.ts';
export { heldAsCalibrated, surerThan } from './sureness.ts';
