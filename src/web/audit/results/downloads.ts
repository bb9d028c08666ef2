/** What the files of an audit hold. */

import {
  type AnyRecords,
  type Chart,
  type DrawnChart,
  layouts,
  reportOf,
  tidySvg,
  toCsv,
} from '../../../report/index.ts';
import { loadChartLibrary } from '../../components/chartLibrary.ts';

export const recordsCsv = (records: AnyRecords) => toCsv(reportOf(records).findings);

/** The report as one file that opens offline. */
export async function reportHtml(records: AnyRecords): Promise<string> {
  const report = reportOf(records);
  const drawn: DrawnChart[] = [];
  for (const chart of report.charts) drawn.push(await drawnChart(chart));
  return report.page(drawn);
}

async function drawnChart(chart: Chart): Promise<DrawnChart> {
  const { drawChart } = await loadChartLibrary();
  const picture = async (layout: (typeof layouts)['page']) => tidySvg(await drawChart(chart.spec(layout)), chart, true);
  return { chart, wide: await picture(layouts.page), narrow: await picture(layouts.phone) };
}
