/** One exhibit on the page: what the paper says, what we find, both side by side, and why they differ. */

import { timingChart } from '../charts/timing.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { figure } from '../page/figure.ts';
import { type Html, html } from '../page/html.ts';
import { comparedFigures, comparedTable } from './compared.ts';
import { calibrationTable, contenderTable } from './contenderTables.ts';
import { curveCharts } from './curves.ts';
import { distributionChart } from './distributions.ts';
import {
  type Draw,
  type Exhibit,
  type ExhibitOf,
  isFinished,
  isReported,
  type ReportedRun,
  type RunExperiment,
  type Timing,
} from './exhibit.ts';
import { historyTable, statisticsTable } from './tables.ts';
import { comparedSpeedups, timingTable } from './timing.ts';

/** `runs`: those that the exhibit names. */
export async function exhibitSection(
  exhibit: Exhibit,
  runs: readonly RunExperiment[],
  timing: Timing | undefined,
  draw: Draw,
): Promise<Html> {
  const { id, title, paper, shows, differences } = exhibit;
  const groups = [
    ...comparedFigures(exhibit, runs),
    ...(exhibit.kind === 'timing' ? comparedSpeedups(exhibit, timing) : []),
  ];
  const place =
    paper === undefined
      ? 'Not in the paper'
      : `In the paper: “${paper.caption}” (${paper.label})${paper.hidden === true ? ', commented out in its source' : ''}`;
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<p class="quiet">${place}</p>
<p>${shows}</p>
${paper === undefined ? '' : html`<p><strong>The paper says:</strong> ${paper.says}</p>`}
${await content(exhibit, runs, timing, draw)}
${groups.length > 0 ? comparedTable(exhibit, groups) : paper === undefined ? '' : html`<p class="after">The paper prints no number here.</p>`}
<p class="after">${paper === undefined ? '' : html`<strong>Where ours differ, and why:</strong> `}${differences}</p>
${missingNote(exhibit, runs, timing)}
</section>
`;
}

async function content(
  exhibit: Exhibit,
  runs: readonly RunExperiment[],
  timing: Timing | undefined,
  draw: Draw,
): Promise<readonly Html[]> {
  const finished = runs.filter(isFinished);
  if (exhibit.kind === 'timing') {
    const chart = timing && timingChart(timing.rows);
    if (timing === undefined || chart === undefined) return [];
    return [figure(await draw({ ...chart, id: exhibit.id })), timingTable(exhibit, timing)];
  }
  if (exhibit.kind === 'report') return reportedFigures(exhibit, runs.filter(isReported), draw);
  if (finished.length === 0) return [];
  if (exhibit.kind === 'statistics') return [statisticsTable(exhibit, finished)];
  if (exhibit.kind === 'fullHistory') return [historyTable(exhibit, finished)];
  const charts =
    exhibit.kind === 'curves'
      ? curveCharts(exhibit, finished)
      : [distributionChart(exhibit, finished)].filter((chart) => chart !== undefined);
  const figures: Html[] = [];
  for (const chart of charts) figures.push(figure(await draw(chart)));
  if (exhibit.kind === 'curves' && exhibit.paper === undefined) {
    if (exhibit.metric === 'auc') figures.push(contenderTable(exhibit, finished));
    if (exhibit.metric === 'reliability') figures.push(calibrationTable(exhibit, finished));
  }
  return figures;
}

async function reportedFigures(
  { id, charts }: ExhibitOf<'report'>,
  runs: readonly ReportedRun[],
  draw: Draw,
): Promise<readonly Html[]> {
  const figures: Html[] = [];
  for (const { experiment, others, report } of runs) {
    const all = reportOf(others).charts;
    for (const chart of charts.flatMap((name) => all.filter((one) => one.id === name))) {
      figures.push(figure(await draw({ ...chart, id: `${id}-${experiment.id}-${chart.id}` })));
    }
    figures.push(html`<p><a href="${report}">All plots and tables: ${experiment.title}</a></p>`);
  }
  return figures;
}

/** Times need the data of one experiment only. */
function missingNote({ kind }: Exhibit, runs: readonly RunExperiment[], timing: Timing | undefined): Html | string {
  const missing =
    kind === 'timing' ? (timing === undefined ? runs : []) : runs.filter((run) => !isFinished(run) && !isReported(run));
  if (missing.length === 0) return '';
  const names = missing.map(({ experiment: { title, needs } }) =>
    needs === undefined ? title : `${title} (needs ${needs})`,
  );
  return html`<p class="quiet">Not shown, because the data are not here: ${names.join('; ')}.</p>`;
}
