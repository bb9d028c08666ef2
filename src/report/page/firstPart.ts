/** The first screen of a report, on the page and in a terminal. What it says is made in first/firstScreen.ts. */
import { type Html, html, unbroken } from './html.ts';

/** One large figure. */
interface LargeFigure {
  /** "84 in 100" */
  readonly value: string;
  /** "95% bounds 82 to 86" */
  readonly bounds: string;
  /** What it counts. */
  readonly caption: string;
}

export interface FirstScreen {
  /** One sentence. */
  readonly verdict: string;
  readonly figure: LargeFigure;
  /** What it means for people, where the records say so. */
  readonly people: string;
  readonly sure: string;
  readonly where: string;
  /** The one thing to do first. */
  readonly next: string;
  /** What must be known of the data before anyone relies on the verdict. */
  readonly cautions: readonly string[];
}

const rowsOf = ({ people, sure, where, next, cautions }: FirstScreen) =>
  [
    ['For people', people],
    ['How sure', sure],
    ['Where', where],
    ['Before you rely on it', cautions.join(' ')],
    ['What to do', next],
  ].filter(([, text]) => text !== '') as [string, string][];

export function firstHtml(screen: FirstScreen): Html {
  const { value, bounds, caption } = screen.figure;
  return html`<div class="first"><p class="large"><strong>${value}</strong> <small>${bounds}</small></p>
<p class="caption">${caption}</p>
<dl>${rowsOf(screen).map(([name, text]) => html`<dt>${name}</dt><dd>${unbroken(text)}</dd>`)}</dl></div>
`;
}

export function firstLines(screen: FirstScreen): string[] {
  const { value, bounds, caption } = screen.figure;
  return [
    screen.verdict,
    `${value} (${bounds}). ${caption}`,
    ...rowsOf(screen).map(([name, text]) => `${name}: ${text}`),
  ];
}
