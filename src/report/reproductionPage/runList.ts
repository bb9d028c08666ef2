/** The experiments behind the exhibits, each with its own report. */
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { type RunExperiment, reportOfRun } from './exhibit.ts';

export function runList(runs: readonly RunExperiment[]): Section {
  const intro = html`<p>The tables and figures above draw on these, each run once. Each has a report of its own with every plot.</p>`;
  return { id: 'runs', title: 'The experiments', content: runs.length === 0 ? [] : [intro, ...runs.map(entry)] };
}

function entry({ experiment, records }: RunExperiment): Html {
  const { title, about, standsInFor, needs } = experiment;
  const place = standsInFor === undefined ? '' : ` In place of ${standsInFor}, which cannot be had.`;
  const outcome =
    records !== undefined
      ? html`<a href="${reportOfRun(experiment)}">Report: ${title}</a>`
      : html`<span class="quiet">Not run: its data are not here${needs === undefined ? '' : ` (${needs})`}.</span>`;
  return html`<h3>${title}</h3><p>${about}${place} ${outcome}</p>
`;
}
