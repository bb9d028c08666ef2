export { chartPng, fontsPresent, type PngOptions } from './chartPng.ts';
export { chartSvg, type SvgText } from './chartSvg.ts';
export { drawChart, drawCharts, renderReport } from './renderReport.ts';
export { type WrittenReport, writeReport } from './writeReport.ts';
