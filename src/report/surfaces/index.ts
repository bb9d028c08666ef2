export { modelAnswer } from './surfaceAnswer.ts';
export { modelCharts } from './surfaceCharts.ts';
export { modelPage } from './surfacePage.ts';
export { afterOf, defenceName, headlineViews, surfaceSource, viewName } from './surfaceWords.ts';
