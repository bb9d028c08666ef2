/** @internal */
export { type CellCount, columnCounts } from './files/columnCounts.ts';
/** @internal */
export { forEachChunk, numbersOf, sqlName, sqlText, withDatabase } from './files/duckdb.ts';
/** @internal */
export { firstBytes } from './files/fileHead.ts';
export { parquetFromCsv } from './files/parquetFromCsv.ts';
export { previewTable } from './files/previewTable.ts';
/** @internal */
export { translateFailure } from './files/readFailures.ts';
/** @internal */
export { openTableFile, type TableFile } from './files/tableFile.ts';
/** @internal */
export { type ParquetColumn, writeParquet } from './files/writeParquet.ts';
export { openDataset } from './openDataset.ts';
export { readPeople } from './readPeople.ts';
export { type DatasetSource, type LongSource, sourceFromText, type WorldSource } from './sources/datasetSource.ts';
export { type DescribedData, dataFileText, openDataFile } from './sources/describedData.ts';
export { fetchDataset } from './sources/fetchDataset.ts';
export { knownLayouts } from './sources/knownLayouts.ts';
export { numericWorldSpecOf, worldSpecOf } from './sources/openWorld.ts';
export { publishedFiles } from './sources/publishedFiles.ts';
export { openNamedSource, readingOptions, tableSource } from './sources/tableSource.ts';
/** @internal */
export { parquetFiles } from './streamed/parquetRatings.ts';
/** @internal */
export { openStream, prepareStream, type StreamOptions } from './streamed/streamedDataset.ts';
