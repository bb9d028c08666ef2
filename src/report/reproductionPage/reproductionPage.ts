/** The page of a reproduction: every table and figure in the paper's order, the published figures beside ours. */

import { Html, html } from '../page/html.ts';
import { script, scriptHash } from '../page/script.ts';
import { style } from '../page/style.ts';
import { checkExhibit, checkExperiment } from './checkSpecs.ts';
import type { Draw, Exhibit, RunExperiment, Timing } from './exhibit.ts';
import { runList } from './runList.ts';
import { exhibitSection } from './section.ts';

export type { RunExperiment } from './exhibit.ts';

export interface Reproduction {
  readonly exhibits: readonly Exhibit[];
  /** Every experiment, run or not. */
  readonly runs: readonly RunExperiment[];
  /** By the exhibit they were measured for. */
  readonly timings: ReadonlyMap<string, Timing>;
  readonly draw: Draw;
  /** Which head the page gets. */
  readonly subject: Subject;
}

export type Subject = 'paper' | 'beyond' | 'defence';

const HEADS: Readonly<Record<Subject, { kicker: string; title: string; about: string }>> = {
  paper: {
    kicker: 'reproduction',
    title: 'Recommending with an Agenda, reproduced',
    about:
      'Bhagat, Weinsberg, Ioannidis, Taft, RecSys 2014 · its tables and figures in their order, beside ours, with what differs and why',
  },
  beyond: {
    kicker: 'beyond the paper',
    title: 'What a real attacker would do',
    about:
      'Recommending with an Agenda asks what a person is known to have rated, about one attribute of two values. What changes when anything may be asked, when there are more types, numbers and several attributes',
  },
  defence: {
    kicker: 'what helps',
    title: 'Noticing an agenda, and living with it',
    about:
      'Whether questions that aim at an attribute can be told from questions that do not, what people can do about them, and what an honest questionnaire costs',
  },
};

/** Room between a plot or table and what is said about it. */
const OWN_STYLE = '.after{margin-top:1.8rem}.after+.after{margin-top:0}';

/** Refuses specs that cannot be shown, also when nothing was run yet. */
export async function reproductionPage({ exhibits, runs, timings, draw, subject }: Reproduction): Promise<string> {
  const experiments = runs.map(({ experiment }) => experiment);
  for (const experiment of experiments) checkExperiment(experiment);
  for (const exhibit of exhibits) checkExhibit(exhibit, experiments);
  const head = HEADS[subject];
  const ordered = exhibits.toSorted((a, b) => a.order - b.order);
  const sections: Html[] = [];
  for (const exhibit of ordered) {
    const named = exhibit.runs.map((id) => runs.find(({ experiment }) => experiment.id === id)!);
    sections.push(await exhibitSection(exhibit, named, timings.get(exhibit.id), draw));
  }
  // Times need the data of a run, not the run.
  const drawnOn = new Set(exhibits.flatMap((exhibit) => (exhibit.kind === 'timing' ? [] : exhibit.runs)));
  const shown = runs.filter(({ experiment }) => drawnOn.has(experiment.id));
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash(script)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title}</title>
<style>${new Html(style + OWN_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="column">
<p class="kicker">Ulterior · ${head.kicker}</p>
<h1>${head.title}</h1>
<p class="about">${head.about}</p>
<nav class="contents" aria-label="Contents"><ul>${ordered.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}${shown.length > 0 ? html`<li><a href="#runs">The experiments</a></li>` : ''}</ul></nav>
</header>
<main id="content" class="column" tabindex="-1">
${sections}
${shown.length > 0 ? runList(shown) : ''}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`.text;
}
