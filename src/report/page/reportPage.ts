/** The report as one HTML file that opens offline: no request leaves it, and its policy forbids any. */
import type { DrawnChart } from '../chart.ts';
import { counted } from '../format.ts';
import type { AuditRecords } from '../input.ts';
import { answerText, keyFigures } from './answer.ts';
import { figure } from './figure.ts';
import { Html, html, unbroken } from './html.ts';
import { limitsText, methodsText, provenanceText, questionText } from './prose.ts';
import { script, scriptHash } from './script.ts';
import { style } from './style.ts';
import { comparisonTable, dataTable, fullHistoryTable, itemTable } from './tables.ts';

export function reportPage(records: AuditRecords, charts: readonly DrawnChart[]): string {
  const { data, provenance } = records;
  const heading = `What do rating questions give away about ${data.attribute}?`;
  const sections = sectionsOf(records, charts);
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash(script)}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="ulterior ${provenance.version}">
<title>${heading}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="column">
<p class="kicker">Ulterior · privacy audit</p>
<h1>${heading}</h1>
<p class="about">${data.source} · ${counted(data.users, 'person', 'people')} · ${counted(data.ratings, 'rating')} · ${provenance.finished.slice(0, 10)}</p>
<nav class="contents" aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main id="content" class="column" tabindex="-1">
${sections.map(sectionHtml)}</main>
<footer class="column"><p>Made by ulterior ${provenance.version}. The figures stand beside this file in <code>records.json</code>, <code>curves.csv</code> and <code>curves.jsonl</code>.</p></footer>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.text;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Html[];
}

function sectionHtml({ id, title, content }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`;
}

function sectionsOf(records: AuditRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (...ids: readonly string[]) =>
    ids.flatMap((id) => charts.filter(({ chart }) => chart.id === id).map((chart) => figure(chart)));
  const unless = (empty: boolean, content: () => Html) => (empty ? [] : [content()]);
  const sections: Section[] = [
    { id: 'question', title: 'The question', content: [questionText(records)] },
    { id: 'answer', title: 'The answer', content: [answerHtml(records), ...drawn('headline')] },
    { id: 'speed', title: 'How fast', content: drawn('auc', 'auc-same-people') },
    { id: 'certainty', title: 'How sure', content: drawn('confidence', 'reliability') },
    { id: 'types', title: 'Type by type', content: drawn('auc-by-type', 'confusion') },
    { id: 'use', title: 'What the recommender gains', content: drawn('rating-error') },
    {
      id: 'items',
      title: 'Which items leak',
      content: [
        ...drawn('items'),
        ...unless(records.items.length === 0, () => folded('All figures of these items', itemTable(records))),
        ...drawn('gaps', 'gaps-top'),
      ],
    },
    {
      id: 'tables',
      title: 'The numbers',
      content: [
        ...unless(records.fullHistory.length === 0, () => fullHistoryTable(records)),
        ...unless(records.comparisons.length === 0, () => comparisonTable(records)),
      ],
    },
    { id: 'data', title: 'The data', content: [dataTable(records), ...drawn('ratings-per-user', 'rating-histogram')] },
    { id: 'methods', title: 'How it was measured', content: [methodsText(records)] },
    { id: 'limits', title: 'Limits and responsible use', content: [limitsText(records)] },
    { id: 'provenance', title: 'Provenance', content: [provenanceText(records)] },
  ];
  return sections.filter(({ content }) => content.length > 0);
}

function answerHtml(records: AuditRecords): Html {
  const keys = keyFigures(records).map(
    ({ value, interval, meaning }, at) =>
      html`<div class="${at === 0 ? 'lead' : ''}"><dt>${meaning}</dt><dd>${value} <small>${interval}</small></dd></div>`,
  );
  return html`<p class="answer">${unbroken(answerText(records))}</p>
${keys.length > 0 ? html`<dl class="keys">${keys}</dl>` : ''}`;
}

function folded(summary: string, content: Html): Html {
  return html`<details><summary>${summary}</summary>${content}</details>`;
}
