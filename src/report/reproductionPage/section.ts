/** One exhibit on the page: what the paper says, what we find, both side by side, and why they differ. */

import { timingChart } from '../charts/timing.ts';
import type { Chart } from '../common/chart.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { figure } from '../page/figure.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { comparedFigures, comparedTable } from './compared.ts';
import { calibrationTable, contenderTable } from './contenderTables.ts';
import { curveCharts } from './curves.ts';
import { distributionChart } from './distributions.ts';
import { type Draw, type Exhibit, isFinished, type RunExperiment, reportOfRun, type Timing } from './exhibit.ts';
import { historyTable, statisticsTable } from './tables.ts';
import { comparedSpeedups, timingTable } from './timing.ts';

/** `runs`: those that the exhibit names. */
export async function exhibitSection(
  exhibit: Exhibit,
  runs: readonly RunExperiment[],
  timing: Timing | undefined,
  draw: Draw,
): Promise<Section> {
  const { id, title, paper, shows, differences } = exhibit;
  const groups = [
    ...comparedFigures(exhibit, runs),
    ...(exhibit.kind === 'timing' ? comparedSpeedups(exhibit, timing) : []),
  ];
  const place =
    paper === undefined
      ? 'Not in the paper'
      : `In the paper: “${paper.caption}” (${paper.label})${paper.hidden === true ? ', commented out in its source' : ''}`;
  const content: Html[] = [html`<p class="quiet">${place}</p><p>${shows}</p>`];
  if (paper !== undefined) content.push(html`<p><strong>The paper says:</strong> ${paper.says}</p>`);
  for (const part of parts(exhibit, runs, timing)) content.push('spec' in part ? figure(await draw(part)) : part);
  if (groups.length > 0) content.push(comparedTable(exhibit, groups));
  else if (paper !== undefined) content.push(html`<p class="after">The paper prints no number here.</p>`);
  const why = paper === undefined ? '' : html`<strong>Where ours differ, and why:</strong> `;
  content.push(html`<p class="after">${why}${differences}</p>`, ...missingNote(exhibit, runs, timing));
  return { id, title, content };
}

/** Charts to draw, and what stands between them. */
function parts(
  exhibit: Exhibit,
  runs: readonly RunExperiment[],
  timing: Timing | undefined,
): readonly (Chart | Html)[] {
  const finished = runs.filter(isFinished);
  switch (exhibit.kind) {
    case 'timing': {
      const chart = timing && timingChart(timing.rows);
      return chart === undefined ? [] : [{ ...chart, id: exhibit.id }, timingTable(exhibit, timing!)];
    }
    case 'report':
      return runs.flatMap(({ experiment, records }) => {
        if (records === undefined) return [];
        const all = reportOf(records).charts;
        // "trade-off" also names its parts: "trade-off-1", "trade-off-2".
        const named = (name: string) => all.filter(({ id }) => id.replace(/-\d+$/, '') === name || id === name);
        const charts = exhibit.charts.flatMap(named);
        return [
          ...charts.map((chart) => ({ ...chart, id: `${exhibit.id}-${experiment.id}-${chart.id}` })),
          html`<p><a href="${reportOfRun(experiment)}">All plots and tables: ${experiment.title}</a></p>`,
        ];
      });
    case 'statistics':
      return finished.length === 0 ? [] : [statisticsTable(exhibit, finished)];
    case 'fullHistory':
      return finished.length === 0 ? [] : [historyTable(exhibit, finished)];
    case 'distribution':
      return [distributionChart(exhibit, finished)].filter((chart) => chart !== undefined);
    case 'curves': {
      const { metric, paper } = exhibit;
      const table = metric === 'auc' ? contenderTable : metric === 'reliability' ? calibrationTable : undefined;
      const beyond = paper === undefined && table !== undefined && finished.length > 0;
      return [...curveCharts(exhibit, finished), ...(beyond ? [table(exhibit, finished)] : [])];
    }
  }
}

/** Times need the data of one experiment only. */
function missingNote({ kind }: Exhibit, runs: readonly RunExperiment[], timing: Timing | undefined): Html[] {
  const missing =
    kind === 'timing' ? (timing === undefined ? runs : []) : runs.filter(({ records }) => records === undefined);
  if (missing.length === 0) return [];
  const names = missing.map(({ experiment: { title, needs } }) =>
    needs === undefined ? title : `${title} (needs ${needs})`,
  );
  return [html`<p class="quiet">Not shown, because the data are not here: ${names.join('; ')}.</p>`];
}
