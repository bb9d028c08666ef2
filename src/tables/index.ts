export {
  type AttributeExpression,
  type AttributeRule,
  type Comparison,
  formatAttribute,
  type NumberRange,
  parseAttribute,
  type ValueGroup,
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
  type LongColumns,
} from './columnRoles.ts';
export { csvCell, textOfCell } from './csvCell.ts';
export { distinctNames } from './distinctNames.ts';
export type { DuplicateRule } from './duplicates.ts';
export type { DatasetOptions, ReadDataset } from './finishDataset.ts';
export { idMissing, permutation, sortIds } from './idCodes.ts';
export { titlesFromHeaders } from './itemTitles.ts';
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
  createTable,
  findColumn,
  type NumberColumn,
  numberFrom,
  requireColumn,
  type Table,
  type TextColumn,
} from './table.ts';
export { type WideOptions, wideTable } from './wideTable.ts';
