export { numericAnswer, numericKeys, numericLeak } from './numericAnswer.ts';
export { coverageChart, errorChart, explainedChart, numericCharts, slopesChart } from './numericCharts.ts';
export { asksFor, HISTORY_METHODS } from './numericLookup.ts';
export { numericPage } from './numericPage.ts';
