export type { Answer, Answered } from './answer.ts';
export {
  type Attribute,
  attributeFromCodes,
  type CategoricalAttribute,
  countsByLabel,
  createAttribute,
  hasValue,
  requireSeveralValues,
} from './attribute.ts';
export type { CompressedRows } from './compressedRows.ts';
export {
  anyAttributeOf,
  attributeOf,
  createDataset,
  type Dataset,
  type DatasetParts,
  numericAttributeOf,
} from './dataset.ts';
export {
  type FilterResult,
  filterByCounts,
  keepItems,
  keepItemsOfTwoFolds,
  keepUsersWith,
  type MinimumCounts,
} from './filters.ts';
export { fingerprint } from './fingerprint.ts';
export { type HeldOutRatings, type HeldOutRule, heldOutOf, holdOutRatings } from './heldOut.ts';
export { type ItemIndex, itemIndex, type UserIndex, userIndex } from './indexes.ts';
export { createNumericAttribute, type NumericAttribute, quantileGroups } from './numericAttribute.ts';
export { countByBin, type RatingBins, ratingBins } from './ratingBins.ts';
export { createRatingMatrix, type RatingMatrix, type RatingTriples, ratingMatrixFromRows } from './ratingMatrix.ts';
export { levels, nearestOnScale, onScale, type RatingScale, scaleOf } from './ratingScale.ts';
export { createLists, type ListRows, listOf, type RecommendationLists, topOfLists } from './recommendationLists.ts';
export { withRatings } from './selection.ts';
export { shuffledLabels } from './shuffledLabels.ts';
export { stratifiedFolds, subsetUsers } from './splits.ts';
export {
  type GroupRule,
  groupDefaults,
  type SmallGroup,
  type SmallGroups,
  type UsableGroups,
  usableGroupCount,
  usableGroups,
} from './usableGroups.ts';
export { createVectors, type VectorRows, type Vectors } from './vectors.ts';
export { createVocabulary, numberedVocabulary, type Vocabulary } from './vocabulary.ts';
