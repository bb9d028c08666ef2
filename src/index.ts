/**
 * The core: data, training, belief, strategies, interviews, audits; and the threads, kernels and files they use. It runs with
 * the plain dependencies alone.
 *
 * What else there is has entries of its own: `ulterior/datasets` (files to data), `ulterior/attack` (other attackers, and the parts
 * of ours), `ulterior/defence` (advisor, detector, obfuscation, questionnaires), `ulterior/report` (records to pages and charts),
 * `ulterior/store` and `ulterior/service` (HTTP).
 */

// Errors
export { type ErrorCode, type ErrorKind, errorCodes, UlteriorError } from './errors/index.ts';

// Data
export {
  type Answer,
  type Answered,
  type Attribute,
  attributeFromCodes,
  attributeOf,
  type CategoricalAttribute,
  createAttribute,
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  type DatasetParts,
  type FilterResult,
  filterByCounts,
  fingerprint,
  type ItemIndex,
  itemIndex,
  keepUsersWith,
  type MinimumCounts,
  type NumericAttribute,
  numberedVocabulary,
  numericAttributeOf,
  quantileGroups,
  type RatingMatrix,
  type RatingScale,
  type RatingTriples,
  stratifiedFolds,
  subsetUsers,
  type UserIndex,
  userIndex,
  type Vocabulary,
} from './ratings/index.ts';

// Invented data with known truth
export {
  createNumericWorld,
  createWorld,
  type NumericWorld,
  type NumericWorldSpec,
  type World,
  type WorldPresetName,
  type WorldSpec,
  worldPresets,
} from './worlds/index.ts';

// Training, and models
export {
  type CalibratedFor,
  type Calibration,
  type CalibrationPoint,
  type Channel,
  type ChannelParameters,
  createModel,
  decodeModel,
  decodeNumericModel,
  encodeModel,
  encodeNumericModel,
  type FactorModel,
  isNumericModel,
  type ItemStatistics,
  type JointAttributes,
  type ModelAttribute,
  type NumericItemStatistics,
  type NumericModel,
  type NumericParameters,
  type NumericProvenance,
  type ObservationRows,
  type PresetName,
  parametersFrom,
  presets,
  type Provenance,
  ratingRows,
  shrinkGaps,
  type TrainingParameters,
  type TrainingProgress,
  type TrainingResult,
  type TrainingTools,
  train,
  trainChannels,
  trained,
  trainJoint,
  trainJointRatings,
  trainNumeric,
  VERSION,
} from './factorization/index.ts';

// Belief
export {
  Belief,
  type BeliefOptions,
  type BeliefParameters,
  marginal,
  NumericBelief,
  type NumericBeliefOptions,
  type NumericBeliefParameters,
  type NumericObservation,
  type NumericPrediction,
  type NumericRow,
  type Observation,
  type ObservationRow,
  observe,
  type Prediction,
  startBelief,
  startNumericBelief,
} from './inference/index.ts';

// Strategies
export {
  Candidates,
  type Choice,
  createNumericStrategy,
  createStrategy,
  type NumericStrategy,
  type NumericStrategyContext,
  type NumericStrategyDefinition,
  numericStrategies,
  type Strategy,
  type StrategyContext,
  type StrategyDefinition,
  strategies,
} from './selection/index.ts';

// Interviews
export {
  expectedGain,
  Interview,
  type InterviewSetup,
  NumericInterview,
  type NumericInterviewSetup,
  type NumericStatus,
  type NumericStep,
  type NumericStoppingRule,
  type NumericStopReason,
  type NumericTranscript,
  type Protocol,
  replay,
  type Status,
  type Step,
  type StoppingRule,
  type StopReason,
  type Transcript,
  type TranscriptEvent,
} from './interview/index.ts';

// Audits
export {
  type AuditProgress,
  type AuditRecords,
  type AuditSpec,
  type AuditTools,
  auditDefaults,
  auditSpec,
  type BandedEstimate,
  type Checkpoints,
  type Contender,
  type ContenderComparison,
  type Curve,
  type CurvePoint,
  contender,
  type DataDescription,
  defaultContenders,
  describeData,
  type Estimate,
  type FullHistory,
  type Headline,
  type LeakMatrixRecords,
  type LeakMatrixSpec,
  type LeakMatrixTools,
  type LeakyItem,
  type NumericAuditSpec,
  type NumericAuditTools,
  type NumericRecords,
  type PermutationTest,
  runAudit,
  runLeakMatrix,
  runNumericAudit,
  type Tuning,
  type TuningGrid,
  type TuningOptions,
  type TuningResult,
  tune,
  type Verdict,
} from './audit/index.ts';

// Chance, threads, kernels, files
export {
  derive,
  type Executor,
  inlineExecutor,
  type RandomStream,
  type RunOptions,
  type Task,
} from './numeric/index.ts';
export { type KernelRuntime, twinRuntime } from './kernels/index.ts';
export {
  type KernelBuild,
  loadAnyModel,
  loadKernels,
  loadModel,
  openCheckpoints,
  openThreadPool,
  saveModel,
  type ThreadPool,
} from './runtime/index.ts';
