/** Vega, loaded once and apart from the rest: it is larger than everything else together. */
import type { drawChart } from './drawChart.ts';

let library: Promise<{ drawChart: typeof drawChart }> | undefined;

export function loadChartLibrary(): Promise<{ drawChart: typeof drawChart }> {
  library ??= import('./drawChart.ts');
  return library;
}
