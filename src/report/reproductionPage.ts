/** The page of a reproduction: published figures beside ours, the main plots of each experiment, and the timing. */
import { type AuditRecords, type Experiment, lookUp } from '../audit/index.ts';
import type { DrawnChart } from './chart.ts';
import type { TimingRow } from './charts/timing.ts';
import { decimal, withInterval } from './format.ts';
import { figure } from './page/figure.ts';
import { Html, html, unbroken } from './page/html.ts';
import { script, scriptHash } from './page/script.ts';
import { style } from './page/style.ts';

export interface RunExperiment {
  readonly experiment: Experiment;
  readonly records: AuditRecords;
  readonly charts: readonly DrawnChart[];
  /** Where its own report lies, seen from the page. */
  readonly report: string;
}

export interface Reproduction {
  readonly runs: readonly RunExperiment[];
  readonly missing: readonly Experiment[];
  readonly timing: readonly TimingRow[];
  readonly timingChart?: DrawnChart | undefined;
  /** What the times were measured on. */
  readonly timedOn: string;
}

export function reproductionPage({ runs, missing, timing, timingChart, timedOn }: Reproduction): string {
  const compared = runs.filter(({ experiment }) => experiment.published.length > 0);
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash(script)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recommending with an Agenda, reproduced</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="column">
<p class="kicker">Ulterior · reproduction</p>
<h1>Recommending with an Agenda, reproduced</h1>
<p class="about">Bhagat, Weinsberg, Ioannidis, Taft, RecSys 2014 · the published figures beside ours, with what differs and why</p>
<nav class="contents" aria-label="Contents"><ul><li><a href="#compared">Paper and ours</a></li>${runs.map(({ experiment }) => html`<li><a href="#${experiment.id}">${experiment.title}</a></li>`)}${timing.length > 0 ? html`<li><a href="#time">Time per question</a></li>` : ''}</ul></nav>
</header>
<main id="content" class="column" tabindex="-1">
<section id="compared" aria-labelledby="compared-title"><h2 id="compared-title">Paper and ours</h2>
${compared.length > 0 ? compared.map(comparedTable) : html`<p>None of the experiments that were run has published figures.</p>`}
${missing.length > 0 ? html`<p>Not run, because the data are not here: ${missing.map(({ title }) => title).join('; ')}.</p>` : ''}
</section>
${runs.map(experimentSection)}
${timing.length > 0 ? timingSection(timing, timedOn, timingChart) : ''}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`.text;
}

function comparedTable({ experiment, records }: RunExperiment): Html {
  const rows = experiment.published.map(({ where, what, value, finding }) => {
    const ours = lookUp(records, finding);
    const counts = value >= 100;
    const shown = (number: number) => (counts ? String(Math.round(number)) : decimal(number, value > 1 ? 2 : 3));
    const ourText =
      ours === undefined ? '–' : counts || ours.low === ours.high ? shown(ours.value) : withInterval(ours, 3);
    const difference = ours === undefined ? '–' : shown(ours.value - value);
    return html`<tr><th scope="row">${what}</th><td>${where}</td><td class="number">${shown(value)}</td><td class="number">${unbroken(ourText)}</td><td class="number">${difference}</td></tr>\n`;
  });
  return html`<div class="table" role="region" aria-label="${experiment.title}: paper and ours" tabindex="0"><table>
<caption><span class="note"><strong>${experiment.title}</strong>${experiment.differences}</span></caption>
<thead><tr><th scope="col">Figure</th><th scope="col">In the paper</th><th scope="col" class="number">Paper</th><th scope="col" class="number">Ours</th><th scope="col" class="number">Difference</th></tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}

const SHOWN = ['auc', 'rating-error', 'confidence', 'gaps-top', 'ratings-per-user'];

function experimentSection({ experiment, charts, report }: RunExperiment): Html {
  const drawn = SHOWN.flatMap((id) => charts.filter(({ chart }) => chart.id === id));
  // Ids of figures must differ between the experiments of one page.
  const renamed = drawn.map((one) => ({ ...one, chart: { ...one.chart, id: `${experiment.id}-${one.chart.id}` } }));
  return html`<section id="${experiment.id}" aria-labelledby="${experiment.id}-title"><h2 id="${experiment.id}-title">${experiment.title}</h2>
<p>${experiment.about}</p>
${renamed.map((one) => figure(one))}
<p><a href="${report}">The whole report of this experiment</a></p>
</section>
`;
}

function timingSection(timing: readonly TimingRow[], timedOn: string, chart: DrawnChart | undefined): Html {
  const strategies = [...new Set(timing.map(({ strategy }) => strategy))];
  const answers = [...new Set(timing.map((row) => row.answers))];
  const cell = (strategy: string, count: number) => {
    const row = timing.find((one) => one.strategy === strategy && one.answers === count);
    return row === undefined
      ? '–'
      : `${row.mean.toPrecision(3)} [${row.low.toPrecision(3)}, ${row.high.toPrecision(3)}]`;
  };
  return html`<section id="time" aria-labelledby="time-title"><h2 id="time-title">Time per question</h2>
<p>The paper’s last figure: how long it takes to choose a question, by the number of answers so far. Milliseconds over the whole catalogue, mean with its 95 % interval, one thread; ${timedOn}. Absolute times depend on the machine; what grows and what does not is the point.</p>
${chart === undefined ? '' : figure(chart)}
<div class="table" role="region" aria-label="Milliseconds per question, table" tabindex="0"><table>
<caption><span class="note"><strong>Milliseconds per question</strong>FBC-Selection and IncFBC as the paper writes them; ours is the exact selector for two types.</span></caption>
<thead><tr><th scope="col">Answers</th>${strategies.map((strategy) => html`<th scope="col" class="number">${strategy}</th>`)}</tr></thead>
<tbody>${answers.map((count) => html`<tr><th scope="row" class="number">${count}</th>${strategies.map((strategy) => html`<td class="number">${unbroken(cell(strategy, count))}</td>`)}</tr>\n`)}</tbody>
</table></div></section>
`;
}
