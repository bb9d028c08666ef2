export { chartPng } from './chartPng.ts';
export { chartSvg } from './chartSvg.ts';
export { drawChart, renderReport } from './renderReport.ts';
export { reportPdf } from './reportPdf.ts';
export { writeReport } from './writeReport.ts';
