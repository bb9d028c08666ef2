/**
 * Files to data: ratings and people as CSV, JSON lines, Parquet or a survey, known data sets, and invented worlds by name. Files need
 * the package @duckdb/node-api; worlds need none.
 */
export {
  type DatasetSource,
  type DownloadProgress,
  type Encoding,
  type FetchedDataset,
  type FetchOptions,
  type FileOptions,
  fetchDataset,
  type KnownName,
  type KnownSource,
  type LongFile,
  type LongSource,
  openDataset,
  type PeopleOptions,
  type PublishedFile,
  type PublishedName,
  previewTable,
  publishedFiles,
  type ReadPeople,
  readPeople,
  sourceFromText,
  type TablePreview,
  type TitleFile,
  type UsersFile,
  type WideSource,
  type WorldSource,
} from './datasets/index.ts';
// What other recommenders keep and show
export {
  type ListOptions,
  type ReadLists,
  type ReadVectors,
  readLists,
  readVectors,
  type VectorOptions,
} from './recommenderFiles/index.ts';
// What the columns mean, and what was read
export {
  type AttributeExpression,
  type AttributeSummary,
  type ColumnGuess,
  createTable,
  type DatasetOptions,
  type DuplicateRule,
  formatAttribute,
  guessColumns,
  longTable,
  parseAttribute,
  type ReadDataset,
  type ReaderDefinition,
  type ReadSummary,
  readWarnings,
  type SampleRow,
  type TableGuess,
} from './tables/index.ts';
