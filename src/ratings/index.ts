export type { Answer, Answered } from './answer.ts';
export {
  attributeFromCodes,
  type CategoricalAttribute,
  countsByLabel,
  createAttribute,
  requireSeveralValues,
} from './attribute.ts';
export type { CompressedRows } from './compressedRows.ts';
export { attributeOf, createDataset, type Dataset, type DatasetParts } from './dataset.ts';
export {
  type FilterResult,
  filterByCounts,
  keepItemsOfTwoFolds,
  keepUsersWith,
  type MinimumCounts,
} from './filters.ts';
export { fingerprint } from './fingerprint.ts';
export { type HeldOutRatings, holdOutRatings } from './heldOut.ts';
export { type ItemIndex, itemIndex, type UserIndex, userIndex } from './indexes.ts';
export { createRatingMatrix, type RatingMatrix, type RatingTriples, ratingMatrixFromRows } from './ratingMatrix.ts';
export { levels, nearestOnScale, onScale, type RatingScale, scaleOf } from './ratingScale.ts';
export { shuffledLabels } from './shuffledLabels.ts';
export { stratifiedFolds, subsetUsers } from './splits.ts';
export { createVocabulary, numberedVocabulary, type Vocabulary } from './vocabulary.ts';
