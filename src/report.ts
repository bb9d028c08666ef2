/**
 * Records to pages, charts and tables. Pages and tables are text and need nothing else; charts need the packages vega and
 * vega-lite, PNG needs @resvg/resvg-js, Parquet needs @duckdb/node-api.
 */
export { chartPng, chartSvg, renderReport, writeReport } from './render/index.ts';
export {
  type AnyRecords,
  answerText,
  gateLines,
  judgeLeaks,
  labelOf,
  layouts,
  reportOf,
  toCsv,
  toJsonLines,
} from './report/index.ts';
