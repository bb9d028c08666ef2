/**
 * The paper alone: ratings, a factor model of them, the belief about a person, the choice of the next question, and the
 * interview. Everything else builds on it, and nothing else is loaded with it. `docs/paper-in-code.md` walks through it.
 */

// What bad input raises
export { UlteriorError } from './errors/index.ts';
// Models: trained, made from parts, and as bytes
export {
  createModel,
  decodeModel,
  encodeModel,
  type FactorModel,
  parametersFrom,
  shrinkGaps,
  type TrainingParameters,
  train,
  trainChannels,
  trained,
  trainJoint,
  trainNumeric,
} from './factorization/index.ts';
// What the attacker knows
export { Belief, fitCalibration, marginal, observe, startBelief } from './inference/belief/index.ts';
// Question by question
export { compileQuestionnaire, expectedGain, Interview, NumericInterview, replay } from './interview/index.ts';
export { twinRuntime } from './kernels/index.ts';
export { derive } from './maths/index.ts';
// Data
export {
  attributeFromCodes,
  attributeOf,
  createAttribute,
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  filterByCounts,
  itemIndex,
  stratifiedFolds,
  subsetUsers,
} from './ratings/index.ts';
// What to ask next
export {
  Candidates,
  chooseBatch,
  createNumericStrategy,
  createStrategy,
  fixedList,
  fixedOrder,
  lookAheadOver,
  type StrategyDefinition,
  strategies,
} from './selection/index.ts';
// Invented data with known truth
export { createNumericWorld, createWorld, worldPresets } from './worlds/index.ts';
