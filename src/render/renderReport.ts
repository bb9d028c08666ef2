/** Records to the report: the page with its charts drawn. */
import { type AuditRecords, type DrawnChart, layouts, reportCharts, reportPage } from '../report/index.ts';
import { chartSvg } from './chartSvg.ts';

export async function renderReport(records: AuditRecords): Promise<string> {
  return reportPage(records, await drawCharts(records));
}

/** Every chart of the records, for wide and for narrow screens. */
export async function drawCharts(records: AuditRecords): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of reportCharts(records)) {
    const wide = await chartSvg(chart.spec(layouts.page), 'page', chart);
    const narrow = await chartSvg(chart.spec(layouts.phone), 'page', chart);
    drawn.push({ chart, wide, narrow });
  }
  return drawn;
}
