export { leakMatrixCharts, leakMatrixPage } from './leakMatrixPage.ts';
export { leakRows } from './leakRows.ts';
