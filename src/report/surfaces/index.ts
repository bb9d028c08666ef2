export { modelAnswer } from './surfaceAnswer.ts';
export { modelCharts } from './surfaceCharts.ts';
export { modelPage } from './surfacePage.ts';
export { modelRows } from './surfaceRows.ts';
export { anchorLabels, headlineViews, viewName } from './surfaceWords.ts';
