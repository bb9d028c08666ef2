/** Vega, loaded once and apart from the rest: it is larger than everything else together. */
import { loadedOnce } from './readable.ts';

export const loadChartLibrary = loadedOnce(() => import('./drawChart.ts'));
