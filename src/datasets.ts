/**
 * Files to data: ratings and people as CSV, JSON lines, Parquet or a survey, known data sets, and invented worlds by name. Files need
 * the package @duckdb/node-api; worlds need none.
 */
export {
  type DatasetSource,
  fetchDataset,
  openDataset,
  previewTable,
  readPeople,
  sourceFromText,
} from './datasets/index.ts';
// What other recommenders keep and show
export { readLists, readVectors } from './recommenderFiles/index.ts';
// Tables of a program
export { createTable, guessColumns, longTable } from './tables/index.ts';
