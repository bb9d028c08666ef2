export { boostedClassifier, type JudgedBoosted, trainBoosted, trainJudgedBoosted } from './boosted/boosted.ts';
export type { BoostedForest } from './boosted/boostedForest.ts';
export type { BoostedColumns, BoostedOptions } from './boosted/boostedOptions.ts';
export { type AffineClassifier, affineClassifier } from './common/affineClassifier.ts';
export {
  type ClassifierState,
  type IncrementalClassifier,
  type TypeClassifier,
  withProbabilities,
} from './common/classifier.ts';
export { type LinearClassifier, type LinearModel, linearClassifier } from './common/linearClassifier.ts';
export { trainMultinomial } from './common/multinomial.ts';
export { sparseProducts } from './common/sparseProducts.ts';
export {
  checkAnswer,
  checkRows,
  historyAt,
  joinRows,
  packRows,
  type SparseRows,
  type SparseVector,
  selectRows,
} from './common/sparseRows.ts';
export { type TypeLabels, typeLabels } from './common/typeLabels.ts';
export {
  type Coordinates,
  historyCoordinates,
  type KernelRidgeOptions,
  kernelRidge,
  presenceOf,
} from './kernelRidge/index.ts';
export { trainFeatureLogistic } from './logistic/featureLogistic.ts';
export { fitHistoryFeatures, type HistoryFeatures, historyFeatureRows } from './logistic/historyFeatures.ts';
export { trainLogistic } from './logistic/logistic.ts';
export type { ScoreTables } from './logistic/scoreSlopes.ts';
export { fitScoreWeights, type ScoreWeights, weighScores, withExtraScores } from './logistic/scoreWeights.ts';
export { stackAttack } from './stack/index.ts';
export { type KernelMatrix, rbfKernelMatrix, scaleGamma } from './svm/kernelMatrix.ts';
export { fitSigmoid, logOdds, type Sigmoid } from './svm/platt.ts';
export { trainSvm } from './svm/svm.ts';
export { type SvmClassifier, svmClassifier } from './svm/svmModel.ts';
