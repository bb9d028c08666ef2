export type { Answer, Answered } from './data/answer.ts';
export {
  type Attribute,
  attributeFromCodes,
  type CategoricalAttribute,
  countsByLabel,
  createAttribute,
  hasValue,
} from './data/attribute.ts';
export type { CompressedRows } from './data/compressedRows.ts';
export {
  anyAttributeOf,
  attributeOf,
  createDataset,
  type Dataset,
  type DatasetParts,
  numericAttributeOf,
  withFindings,
} from './data/dataset.ts';
export { type Finding, type FindingCode, findingCodes, type Repair } from './data/finding.ts';
export { type ItemIndex, itemIndex, type UserIndex, userIndex } from './data/indexes.ts';
export { createNumericAttribute, type NumericAttribute, quantileGroups } from './data/numericAttribute.ts';
export { countByBin, type RatingBins, ratingBins } from './data/ratingBins.ts';
export { createRatingMatrix, type RatingMatrix, ratingMatrixFromRows } from './data/ratingMatrix.ts';
export { levels, nearestOnScale, onScale, type RatingScale, scaleOf } from './data/ratingScale.ts';
export { createLists, listOf, type RecommendationLists } from './data/recommendationLists.ts';
export { dithered, type ScaleSteps, scaleSteps } from './data/scaleSteps.ts';
export {
  clusterCount,
  clusterMembers,
  clustersFrom,
  joinClusters,
  type RepeatedRows,
  type Together,
  togetherOf,
  withoutCopies,
} from './data/together.ts';
export { createVectors, type Vectors } from './data/vectors.ts';
export { createVocabulary, numberedVocabulary, type Vocabulary } from './data/vocabulary.ts';
export { shuffledPeople } from './subsets/clusterShuffle.ts';
export { type FilterResult, filterByCounts, keepItems, keepItemsOfTwoFolds, keepUsersWith } from './subsets/filters.ts';
export { fingerprint, fingerprintOfPeople } from './subsets/fingerprint.ts';
export { heldOutOf, holdOutRatings } from './subsets/heldOut.ts';
export { withCopiesTogether } from './subsets/repeatedRows.ts';
export { withRatings } from './subsets/selection.ts';
export { shuffledLabels } from './subsets/shuffledLabels.ts';
export { stratifiedFolds, subsetUsers } from './subsets/splits.ts';
export {
  type GroupRule,
  groupDefaults,
  type SmallGroup,
  type SmallGroups,
  usableGroupCount,
  usableGroups,
  usableLabels,
} from './subsets/usableGroups.ts';
