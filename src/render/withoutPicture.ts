/** A chart that is not drawn: its title, its reading and what can be looked up stay on the page. */
import type { Chart, DrawnChart } from '../report/index.ts';

export function withoutPicture(chart: Chart, reason: string): DrawnChart {
  const note = `<p><em>This chart is not drawn: ${reason}.</em></p>`;
  return { chart, wide: note, narrow: note };
}
