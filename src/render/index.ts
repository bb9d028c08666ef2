export { chartPng } from './chartPng.ts';
export { chartSvg } from './chartSvg.ts';
export { briefReport, drawChart, renderReport } from './renderReport.ts';
export { printedPage, reportPdf } from './reportPdf.ts';
export { writeReport } from './writeReport.ts';
