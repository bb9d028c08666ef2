/** The experiments behind the exhibits, each with its own report. */
import { type Html, html } from '../page/html.ts';
import { isFinished, isReported, type RunExperiment } from './exhibit.ts';

export function runList(runs: readonly RunExperiment[]): Html {
  return html`<section id="runs" aria-labelledby="runs-title"><h2 id="runs-title">The experiments</h2>
<p>The tables and figures above draw on these, each run once. Each has a report of its own with every plot.</p>
${runs.map(entry)}
</section>
`;
}

function entry(run: RunExperiment): Html {
  const { title, about, standsInFor, needs } = run.experiment;
  const place = standsInFor === undefined ? '' : ` In place of ${standsInFor}, which cannot be had.`;
  const outcome =
    isFinished(run) || isReported(run)
      ? html`<a href="${run.report}">Report: ${title}</a>`
      : html`<span class="quiet">Not run: its data are not here${needs === undefined ? '' : ` (${needs})`}.</span>`;
  return html`<h3>${title}</h3><p>${about}${place} ${outcome}</p>
`;
}
