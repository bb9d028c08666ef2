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
} from './datasetSource.ts';
export type { Encoding } from './delimitedHeader.ts';
export type { DownloadProgress } from './download.ts';
export { forEachChunk, numbersOf, sqlName, sqlText, withDatabase } from './duckdb.ts';
export { type FetchedDataset, type FetchOptions, fetchDataset } from './fetchDataset.ts';
export type { FileOptions } from './fileOptions.ts';
export { firstBytes } from './fileHead.ts';
export { type KnownName, knownLayouts } from './knownLayouts.ts';
export { openDataset } from './openDataset.ts';
export { numericWorldSpecOf, worldSpecOf } from './openWorld.ts';
export { parquetFromCsv } from './parquetFromCsv.ts';
export { previewTable, type TablePreview } from './previewTable.ts';
export { type PublishedFile, type PublishedName, publishedFiles } from './publishedFiles.ts';
export { translateFailure } from './readFailures.ts';
export { openTableFile, type TableFile } from './tableFile.ts';
