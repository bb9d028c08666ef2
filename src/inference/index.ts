export { Belief, type BeliefParameters, type Observation, type ObservationRow, type Prediction } from './belief.ts';
export * from './classifiers/index.ts';
export { factorClassifier } from './factorClassifier.ts';
export { type BeliefOptions, observe, rowOf, startBelief } from './observe.ts';
