/**
 * Records to pages, charts and tables. Pages and tables are text and need nothing else; charts need the packages vega and
 * vega-lite, PNG needs @resvg/resvg-js, Parquet needs @duckdb/node-api.
 */

// Drawing and writing
export {
  chartPng,
  chartSvg,
  drawChart,
  drawCharts,
  type PngOptions,
  renderReport,
  type SvgText,
  type WrittenReport,
  writeReport,
} from './render/index.ts';
export {
  type AnyRecords,
  type AuditAnswer,
  answerOf,
  answerText,
  type Chart,
  type ChartLayout,
  type CurveRow,
  curveRows,
  type DrawnChart,
  type KeyFigure,
  keyFigures,
  type LeakSize,
  layouts,
  leakSize,
  leakWords,
  type NextStep,
  type NextSteps,
  type Report,
  recordVersions,
  reportOf,
  type Series,
  type Spec,
  type Theme,
  type ThemeName,
  themes,
  toCsv,
  toJsonLines,
} from './report/index.ts';
