export { rowName as leakRowName } from './leakLookup.ts';
export { leakMatrixCharts, leakMatrixPage } from './leakMatrixPage.ts';
export { leakAnswerTexts } from './leakProse.ts';
