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
} from './attributes/attributeExpression.ts';
export { type LabelExpression, labelRows, type RowLabels } from './attributes/attributeLabels.ts';
export { numberRows, type Outliers, type RowNumbers } from './attributes/attributeNumbers.ts';
export { attributePlaces, columnsAt } from './attributes/attributePlaces.ts';
export { cleanText } from './cells/cleanText.ts';
export type { NamedColumns } from './cells/columnsMissing.ts';
export { csvCell, textOfCell } from './cells/csvCell.ts';
export { idMissing, permutation, sortIds } from './cells/idCodes.ts';
export { type CutNumbers, lenientAdvice, lenientNumber } from './cells/lenientNumbers.ts';
export { type MissingValues, missingValues, WordCounts } from './cells/missingValues.ts';
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
} from './cells/table.ts';
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
} from './columns/columnRoles.ts';
export { type LayoutOptions, SPACES, type TextLayout, textLayout } from './columns/delimitedLayout.ts';
export { requireTable, type Utf16, utf16Of } from './columns/fileKinds.ts';
export { titlesFromHeaders } from './columns/itemTitles.ts';
export type { ColumnGuess, GuessedRole, TableGuess, TableShape } from './guess/columnGuess.ts';
export type { SampleRow } from './guess/columnProfile.ts';
export { guessColumns } from './guess/guessColumns.ts';
export type { DuplicateRule } from './read/duplicates.ts';
export { type FarCode, type FarCodes, farCodes } from './read/farCodes.ts';
export type { DatasetOptions, ReadDataset } from './read/finishDataset.ts';
export type { RowMatch } from './read/joinTables.ts';
export { type LongOptions, type LongTables, longTable, ratingNotNumeric } from './read/longTable.ts';
export { type IdMatch, type MatchedIds, matchIds, type NamedIds } from './read/matchIds.ts';
export { PeopleInRatings } from './read/peopleInRatings.ts';
export { type ReaderDefinition, type ReaderOptions, readerRegistry } from './read/readers.ts';
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
} from './read/readSummary.ts';
export { readWarnings } from './read/readWarnings.ts';
export {
  chooseTitleColumns,
  chooseUserIds,
  type ItemsChoice,
  idColumns,
  type UserIds,
  type UsersChoice,
  wideAttributeTables,
} from './read/wideJoins.ts';
export { type WideOptions, type WideTables, wideTable } from './read/wideTable.ts';
