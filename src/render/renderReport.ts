/** Records to the report: the page with its charts drawn. */
import { type AnyRecords, type Chart, type DrawnChart, layouts, reportOf } from '../report/index.ts';
import { chartSvg } from './chartSvg.ts';

/** The report as one HTML text, with its charts drawn. Needs the packages vega and vega-lite (PACKAGE_MISSING). */
export async function renderReport(records: AnyRecords): Promise<string> {
  return reportOf(records).page(await drawCharts(records));
}

/** The report on two pages of paper. */
export async function briefReport(records: AnyRecords): Promise<string> {
  return reportOf(records).page(await drawCharts(records), 'brief');
}

/** Every chart of the records, for wide and for narrow screens. */
async function drawCharts(records: AnyRecords): Promise<DrawnChart[]> {
  const drawn: DrawnChart[] = [];
  for (const chart of reportOf(records).charts) drawn.push(await drawChart(chart));
  return drawn;
}

/** Draws a chart for wide and for narrow screens. Needs the packages vega and vega-lite (PACKAGE_MISSING). */
export async function drawChart(chart: Chart): Promise<DrawnChart> {
  const wide = await chartSvg(chart.spec(layouts.page), 'page', chart);
  const narrow = await chartSvg(chart.spec(layouts.phone), 'page', chart);
  return { chart, wide, narrow };
}
