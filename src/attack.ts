/**
 * Other attackers to compare ours with, and the parts that ours is made of: classifiers of whole histories, rivals that are
 * trained on ratings alone, calibration, batches and fixed lists of questions.
 */

// What a finished recommender gives away; leaks of a known size, to test an audit with; and beliefs that are as sure as
// they are right
export {
  type AfterDefence,
  type AnchorFigures,
  type AskAgain,
  type AuditedPeople,
  calibrate,
  type DefenceBefore,
  type DefendedView,
  impliedAuc,
  type ListUse,
  type ModelAuditData,
  type ModelAuditInput,
  type ModelAuditRecords,
  type ModelAuditSpec,
  type ModelAuditTools,
  modelAuditDefaults,
  type OwnSurface,
  type OwnSurfaceKind,
  peopleWithRatings,
  planModelAudit,
  plantedLeak,
  runModelAudit,
  type Surface,
  type SurfaceDescription,
  type SurfaceFigure,
  type SurfaceKind,
  type ViewFigures,
} from './audit/index.ts';
// Channels: what was seen, and how it was rated, for any design of the users
// Recommenders by name: to be audited, or to compare others with
export {
  type ChannelFit,
  type Design,
  fitChannels,
  type RatedHistory,
  type RatedRows,
  type RecommenderContext,
  type RecommenderDefinition,
  recommenders,
  type TrainedRecommender,
} from './factorization/index.ts';
// Classifiers: what somebody rated, to how probable each group is
export {
  type AffineClassifier,
  type AffineModel,
  affineClassifier,
  type BoostedClassifier,
  type BoostedModel,
  type BoostedOptions,
  boostedClassifier,
  type CalibrationOptions,
  type CalibrationSample,
  type ClassifierDefinition,
  type ClassifierState,
  calibrated,
  channelClassifier,
  factorClassifier,
  fitCalibration,
  historyAt,
  type IncrementalClassifier,
  incremental,
  type LinearClassifier,
  type LinearModel,
  type LogisticOptions,
  linearClassifier,
  type MultinomialOptions,
  packRows,
  type SparseRows,
  type SparseVector,
  type SvmClassifier,
  type SvmModel,
  type SvmOptions,
  svmClassifier,
  type TransductiveData,
  type TransductiveDefinition,
  type TypeClassifier,
  type TypeLabels,
  trainBoosted,
  trainLogistic,
  trainMultinomial,
  trainSvm,
  typeLabels,
} from './inference/index.ts';
export {
  type CompiledQuestion,
  compileQuestionnaire,
  type Questionnaire,
  type QuestionnaireChannel,
  type QuestionnaireOptions,
} from './interview/index.ts';
export {
  createLists,
  createVectors,
  type ListRows,
  type RecommendationLists,
  type VectorRows,
  type Vectors,
} from './ratings/index.ts';
// Rivals: interviewers without a factor model
export {
  type DecisionTreeOptions,
  decisionTree,
  type ForwardLogisticOptions,
  forwardLogistic,
  type OneVersusRestOptions,
  oneVersusRest,
  type Rival,
  type RivalData,
  type RivalDefinition,
  type RivalModel,
  rivals,
  type SkipModelOptions,
  skipModel,
} from './rivals/index.ts';
// Questions chosen ahead
export {
  chooseBatch,
  expectedRisks,
  fixedList,
  type LookAheadOptions,
  lookAheadOver,
} from './selection/index.ts';
