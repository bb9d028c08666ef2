export { chartPng, fontsPresent, type PngOptions } from './chartPng.ts';
export { chartSvg } from './chartSvg.ts';
export { drawChart, drawCharts, renderReport } from './renderReport.ts';
export { reportPdf } from './reportPdf.ts';
export type { SvgText } from './tidySvg.ts';
export { type WrittenReport, writeReport } from './writeReport.ts';
