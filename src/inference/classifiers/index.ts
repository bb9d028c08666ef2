export { type AffineClassifier, type AffineModel, affineClassifier } from './affineClassifier.ts';
export {
  type BoostedClassifier,
  type BoostedModel,
  type BoostedNumber,
  type BoostedNumberModel,
  boostedClassifier,
  boostedNumber,
  trainBoosted,
  trainBoostedNumber,
} from './boosted.ts';
export type { BoostedForest } from './boostedForest.ts';
export type { BoostedOptions } from './boosting.ts';
export {
  type ClassifierState,
  type IncrementalClassifier,
  incremental,
  type TypeClassifier,
  withProbabilities,
} from './classifier.ts';
export { type FeatureLogisticOptions, trainFeatureLogistic } from './featureLogistic.ts';
export { fitHistoryFeatures, type HistoryFeatures, historyFeatureRows } from './historyFeatures.ts';
export { type KernelMatrix, rbfKernelMatrix, scaleGamma } from './kernelMatrix.ts';
export {
  type CoordinateOptions,
  type Coordinates,
  historyCoordinates,
  type KernelRidgeOptions,
  type KernelRidgeProblem,
  type KernelRidgeResult,
  type KernelRidgeScores,
  kernelRidge,
} from './kernelRidge/index.ts';
export { type LinearClassifier, type LinearModel, linearClassifier } from './linearClassifier.ts';
export { type LogisticOptions, trainLogistic } from './logistic.ts';
export { type MultinomialOptions, trainMultinomial } from './multinomial.ts';
export { fitSigmoid, logOdds, type Sigmoid } from './platt.ts';
export { fitScoreWeights, type ScoreTables, type ScoreWeights, weighScores } from './scoreWeights.ts';
export {
  checkAnswer,
  checkRows,
  historyAt,
  packRows,
  type SparseRows,
  type SparseVector,
  selectRows,
} from './sparseRows.ts';
export { type StackOptions, type StackProblem, type StackResult, stackAttack } from './stack/index.ts';
export { type SvmOptions, trainSvm } from './svm.ts';
export { type SvmClassifier, type SvmModel, svmClassifier } from './svmModel.ts';
export { type TypeLabels, typeLabels } from './typeLabels.ts';
