/** Sections as one HTML file that opens offline: no request leaves it, and its policy forbids any. */
import type { DrawnChart } from '../common/chart.ts';
import { listed } from '../common/format.ts';
import { type FirstScreen, firstHtml } from './firstPart.ts';
import { Html, html } from './html.ts';
import { script, scriptHash } from './script.ts';
import { briefStyle, style } from './style.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Html[];
}

/** A figure that stands in large type under the answer. */
export interface KeyFigure {
  readonly value: string;
  readonly interval: string;
  readonly meaning: string;
}

/** A kind of report: its heading, what it is about, and its sections. */
export interface ReportKind<Records> {
  readonly heading: (records: Records) => string;
  /** About the data, part by part; the date is added. */
  readonly about: (records: Records) => readonly string[];
  /** The answer first: what to do next follows it. A section without content is left out. */
  readonly sections: (records: Records, charts: readonly DrawnChart[]) => readonly Section[];
}

interface PageParts {
  /** What kind of page it is. */
  readonly kicker?: string;
  readonly heading: string;
  /** One line about the data. */
  readonly about: string;
  /** Of the software. */
  readonly version: string;
  readonly sections: readonly Section[];
  /** Verdict, figure, how sure, where, what to do: before the contents. None where there is no verdict. */
  readonly first?: FirstScreen | undefined;
  /** `brief`: set for two pages of paper. */
  readonly length?: 'brief' | undefined;
  /** What stands beside the page and holds its figures. */
  readonly files: readonly string[];
}

export function pageDocument(parts: PageParts): string {
  const { kicker = 'privacy audit', heading, about, version, sections, files, first, length } = parts;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash(script)}'; base-uri 'none'; form-action 'none'`;
  // A section without content is left out.
  const shown = sections.filter(({ content }) => content.length > 0);
  const names = listed(files.map((file) => `<code>${file}</code>`));
  const place = files.length === 0 ? '' : html` The figures stand beside this file in ${new Html(names)}.`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="ulterior ${version}">
<title>${heading}</title>
<style>${new Html(length === 'brief' ? style + briefStyle : style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="column">
<p class="kicker">Ulterior · ${first === undefined ? kicker : heading}</p>
<h1>${first === undefined ? heading : first.verdict}</h1>
<p class="about">${about}</p>
${first === undefined ? '' : firstHtml(first)}<nav class="contents" aria-label="Contents"><ul>${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main id="content" class="column" tabindex="-1">
${shown.map(sectionHtml)}</main>
<footer class="column"><p>Made by ulterior ${version}.${place}</p></footer>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.text;
}

function sectionHtml({ id, title, content }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`;
}

/** Figures in large type. */
export function keyList(figures: readonly KeyFigure[]): Html {
  if (figures.length === 0) return html``;
  const keys = figures.map(
    ({ value, interval, meaning }) => html`<div><dt>${meaning}</dt><dd>${value} <small>${interval}</small></dd></div>`,
  );
  return html`<dl class="keys">${keys}</dl>`;
}

/** Content, unless there is nothing to show. */
export const unless = (empty: boolean, content: () => Html): Html[] => (empty ? [] : [content()]);

/** How every report ends. */
export function closing(methods: Html, limits: Html, provenance: Html): Section[] {
  return [
    { id: 'methods', title: 'How it was measured', content: [methods] },
    { id: 'limits', title: 'Limits and responsible use', content: [limits] },
    { id: 'provenance', title: 'Provenance', content: [provenance] },
  ];
}

export function folded(summary: string, content: Html): Html {
  return html`<details><summary>${summary}</summary>${content}</details>`;
}
