export {
  type AttributeExpression,
  type AttributeRule,
  attributeName,
  type Comparison,
  type CutLabels,
  formatAttribute,
  type NumberRange,
  parseAttribute,
  type ValueGroup,
  type ValueLabel,
} from './attributeExpression.ts';
export { type LabelExpression, labelRows, type RowLabels } from './attributeLabels.ts';
export { numberRows, type Outliers, type RowNumbers } from './attributeNumbers.ts';
export { cleanText } from './cleanText.ts';
export {
  type ColumnRole,
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseWideUser,
  type GuessedColumn,
  type ItemColumns,
  itemColumnsFrom,
  type LongColumns,
} from './columnRoles.ts';
export type { DuplicateRule } from './duplicates.ts';
export { requireTable, type Utf16, utf16Of } from './fileKinds.ts';
export type { DatasetOptions, ReadDataset } from './finishDataset.ts';
export { idMissing, permutation, sortIds } from './idCodes.ts';
export { titlesFromHeaders } from './itemTitles.ts';
export { type CutNumbers, lenientAdvice, lenientNumber } from './lenientNumbers.ts';
export { type LongOptions, type LongTables, longTable, ratingNotNumeric } from './longTable.ts';
export { type MissingValues, missingValues, WordCounts } from './missingValues.ts';
export {
  type AttributeFacts,
  type AttributeSummary,
  type DroppedPart,
  type LabelBalance,
  type MissingCells,
  type Quantiles,
  type ReadFacts,
  type ReadSummary,
  summarise,
} from './readSummary.ts';
export { readWarnings } from './readWarnings.ts';
export {
  type CodedColumn,
  type Column,
  columnNested,
  createTable,
  findColumn,
  type NumberColumn,
  numberFrom,
  requireColumn,
  type Table,
  type TextColumn,
} from './table.ts';
export { type WideOptions, wideTable } from './wideTable.ts';
