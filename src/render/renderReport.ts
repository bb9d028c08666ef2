/** Records to the report: the page with its charts drawn. */
import { type AuditRecords, type Chart, type DrawnChart, layouts, reportCharts, reportPage } from '../report/index.ts';
import { chartSvg } from './chartSvg.ts';

export async function renderReport(records: AuditRecords): Promise<string> {
  return reportPage(records, await drawCharts(records));
}

/** Every chart of the records, for wide and for narrow screens. */
export async function drawCharts(records: AuditRecords): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of reportCharts(records)) drawn.push(await drawChart(chart));
  return drawn;
}

export async function drawChart(chart: Chart): Promise<DrawnChart> {
  const wide = await chartSvg(chart.spec(layouts.page), 'page', chart);
  const narrow = await chartSvg(chart.spec(layouts.phone), 'page', chart);
  return { chart, wide, narrow };
}
