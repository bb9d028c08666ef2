export { boostedClassifier, type TreesForStack, trainBoosted } from './boosted/boosted.ts';
export type { BoostedOptions } from './boosted/boostedOptions.ts';
export { type AffineModel, affineClassifier } from './common/affineClassifier.ts';
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
export { type Coordinates, historyCoordinates, kernelRidge, presenceOf } from './kernelRidge/index.ts';
export { trainFeatureLogistic } from './logistic/featureLogistic.ts';
export { fitHistoryFeatures, historyFeatureRows } from './logistic/historyFeatures.ts';
export { trainLogistic } from './logistic/logistic.ts';
export { fitScoreWeights, weighScores, withExtraScores } from './logistic/scoreWeights.ts';
export {
  judgeBySource,
  type LeakSource,
  leakSources,
  type SourceData,
  type SourceScores,
  sourceLabels,
} from './sources/leakSources.ts';
export { tellingList } from './sources/tellingList.ts';
export { stackAttack } from './stack/index.ts';
export { rbfKernelMatrix, scaleGamma } from './svm/kernelMatrix.ts';
export { trainSvm } from './svm/svm.ts';
export { svmClassifier } from './svm/svmModel.ts';
