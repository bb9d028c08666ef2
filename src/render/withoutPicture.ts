/** A chart where nothing can draw: its title, its reading and what can be looked up stay on the page. */
import type { Chart, DrawnChart } from '../report/index.ts';

const NOTE = '<p><em>This chart is not drawn: the packages vega and vega-lite are not installed.</em></p>';

export function withoutPicture(chart: Chart): DrawnChart {
  return { chart, wide: NOTE, narrow: NOTE };
}
