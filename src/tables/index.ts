export { type AnswerScale, type ReadAnswers, readAnswers } from './answers/readAnswers.ts';
export {
  type AttributeExpression,
  type AttributeRule,
  attributeName,
  formatAttribute,
  parseAttribute,
  type ValueGroup,
} from './attributes/attributeExpression.ts';
export { type LabelExpression, labelRows } from './attributes/attributeLabels.ts';
export { numberRows } from './attributes/attributeNumbers.ts';
export { attributePlaces, columnsAt } from './attributes/attributePlaces.ts';
export { cleanText } from './cells/cleanText.ts';
export type { NamedColumns } from './cells/columnsMissing.ts';
export { csvCell, textOfCell } from './cells/csvCell.ts';
export { type Encoding, encodings } from './cells/encodingNames.ts';
export { type EncodingGuess, encodingGuessed, guessEncoding, linesIn } from './cells/encodings.ts';
export { idMissing, permutation, sortIds } from './cells/idCodes.ts';
export { lenientNumber } from './cells/lenientNumbers.ts';
export { type MissingValues, missingValues } from './cells/missingValues.ts';
export { numberMarks } from './cells/numberMarks.ts';
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
  type Understood,
} from './cells/table.ts';
export { type Accepted, openFindings, requireAccepted } from './checks/accepted.ts';
export { attributeFindings } from './checks/attributeChecks.ts';
export { checkDataset } from './checks/checkDataset.ts';
export { findingText } from './checks/findingWords.ts';
export { personColumns } from './checks/severalRows.ts';
export {
  type ColumnRole,
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseWideUser,
  guess as habitualColumn,
  type ItemColumns,
  itemColumnsFrom,
  type LongColumns,
} from './columns/columnRoles.ts';
export { type LayoutOptions, SPACES, type TextLayout, textLayout } from './columns/delimitedLayout.ts';
export { requireTable, type Utf16, utf16Of } from './columns/fileKinds.ts';
export { columnRange, isColumnRange } from './columns/itemColumnRange.ts';
export { publishedColumns } from './described/croissant.ts';
export {
  type DataFile,
  dataFileDocument,
  dataFileNameOf,
  dataSchema,
  formatDataFile,
  isDataFile,
  parseDataFile,
  type Reading,
  readingKeys,
  readingSchema,
  requireSameTable,
  type TableMark,
} from './described/dataFile.ts';
export { withRepair } from './described/repair.ts';
export type { ForeignOptions, ForeignTable } from './formats/foreignTable.ts';
export { foreignReader } from './formats/openForeign.ts';
export type { ColumnGuess, GuessedRole, TableGuess, TableShape } from './guess/columnGuess.ts';
export { attributeColumns } from './guess/columnGuess.ts';
export type { SampleRow } from './guess/columnProfile.ts';
export { guessColumns } from './guess/guessColumns.ts';
export type { DuplicateRule } from './read/duplicates.ts';
export type { DatasetOptions, ReadDataset } from './read/finishDataset.ts';
export type { RowMatch } from './read/joinTables.ts';
export { longTable, ratingNotNumeric } from './read/longTable.ts';
export { matchIds, type NamedIds } from './read/matchIds.ts';
export { PeopleInRatings } from './read/peopleInRatings.ts';
export { type ReaderDefinition, type ReaderOptions, readerRegistry } from './read/readers.ts';
export { type Quantiles, type ReadSummary, summarise } from './read/readSummary.ts';
export {
  chooseTitleColumns,
  chooseUserIds,
  type ItemsChoice,
  idColumns,
  type UsersChoice,
  wideAttributeTables,
} from './read/wideJoins.ts';
export { columnsWithWords, wideTable } from './read/wideTable.ts';
