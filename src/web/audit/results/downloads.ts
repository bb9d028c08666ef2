/** What the files of an audit hold. */
import { type AnyRecords, type Chart, type DrawnChart, layouts, reportOf, toCsv } from '../../../report/index.ts';
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
  const picture = async (layout: (typeof layouts)['page']) => named(await drawChart(chart.spec(layout)), chart);
  return { chart, wide: await picture(layouts.page), narrow: await picture(layouts.phone) };
}

/** Takes the width it is given, and has a name for those who do not see it. */
function named(svg: string, { description }: Chart): string {
  return svg.replace(/^<svg[^>]*>/, (tag) => {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(tag) ?? [];
    return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(description)}">`;
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
