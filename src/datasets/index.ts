export type { Encoding } from './files/delimitedHeader.ts';
/** @internal */
export { forEachChunk, numbersOf, sqlName, sqlText, withDatabase } from './files/duckdb.ts';
/** @internal */
export { firstBytes } from './files/fileHead.ts';
export type { FileOptions } from './files/fileOptions.ts';
export { parquetFromCsv } from './files/parquetFromCsv.ts';
export { previewTable, type TablePreview } from './files/previewTable.ts';
/** @internal */
export { translateFailure } from './files/readFailures.ts';
/** @internal */
export { openTableFile, type TableFile } from './files/tableFile.ts';
/** @internal */
export { type ParquetColumn, writeParquet } from './files/writeParquet.ts';
export { openDataset } from './openDataset.ts';
export { type PeopleOptions, type ReadPeople, readPeople } from './readPeople.ts';
export {
  type DatasetSource,
  type KnownSource,
  type LongFile,
  type LongSource,
  sourceFromText,
  type TitleFile,
  type UsersFile,
  type WideSource,
  type WorldSource,
} from './sources/datasetSource.ts';
export type { DownloadProgress } from './sources/download.ts';
export { type FetchedDataset, type FetchOptions, fetchDataset } from './sources/fetchDataset.ts';
export { type KnownName, knownLayouts } from './sources/knownLayouts.ts';
export { numericWorldSpecOf, worldSpecOf } from './sources/openWorld.ts';
export { type PublishedFile, type PublishedName, publishedFiles } from './sources/publishedFiles.ts';
/** @internal */
export { parquetFiles } from './streamed/parquetRatings.ts';
/** @internal */
export { openStream, prepareStream, type StreamedDataset, type StreamOptions } from './streamed/streamedDataset.ts';
