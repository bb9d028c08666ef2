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
export { attributePlaces, columnsAt } from './attributePlaces.ts';
export { cleanText } from './cleanText.ts';
export type { ColumnGuess, GuessedRole, TableGuess, TableShape } from './columnGuess.ts';
export type { SampleRow } from './columnProfile.ts';
export {
  type ColumnRole,
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseWideUser,
  type GuessedColumn,
  guess as habitualColumn,
  type ItemColumns,
  itemColumnsFrom,
  type LongColumns,
  type TableKind,
} from './columnRoles.ts';
export type { NamedColumns } from './columnsMissing.ts';
export { csvCell, textOfCell } from './csvCell.ts';
export { type LayoutOptions, SPACES, type TextLayout, textLayout } from './delimitedLayout.ts';
export type { DuplicateRule } from './duplicates.ts';
export { requireTable, type Utf16, utf16Of } from './fileKinds.ts';
export type { DatasetOptions, ReadDataset } from './finishDataset.ts';
export { guessColumns } from './guessColumns.ts';
export { idMissing, permutation, sortIds } from './idCodes.ts';
export { titlesFromHeaders } from './itemTitles.ts';
export type { RowMatch } from './joinTables.ts';
export { type CutNumbers, lenientAdvice, lenientNumber } from './lenientNumbers.ts';
export { type LongOptions, type LongTables, longTable, ratingNotNumeric } from './longTable.ts';
export { type IdMatch, type MatchedIds, matchIds, type NamedIds } from './matchIds.ts';
export { type MissingValues, missingValues, WordCounts } from './missingValues.ts';
export { PeopleInRatings } from './peopleInRatings.ts';
export { type ReaderDefinition, type ReaderOptions, readerRegistry } from './readers.ts';
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
  type UnlistedUsers,
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
export {
  chooseTitleColumns,
  chooseUserIds,
  type ItemsChoice,
  idColumns,
  type UserIds,
  type UsersChoice,
  wideAttributeTables,
} from './wideJoins.ts';
export { type WideOptions, type WideTables, wideTable } from './wideTable.ts';
