/**
 * HTML text that cannot be broken by data: in an `html` template everything put in is escaped, unless it is itself the
 * result of one.
 */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, at) => (at === 0 ? text : textOf(parts[at - 1]) + text)).join(''));
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(textOf).join('');
}

/** For text and for attributes in either kind of quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What it says, for a terminal: one line for each paragraph and entry of a list. */
export function linesOf({ text }: Html): string[] {
  const plain = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:li|dt)>/g, '- ')
    .replaceAll('</dt>', ': ')
    .replaceAll(/<\/(?:p|li|dd)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (entity, name: string) => SIGNS[name] ?? entity);
  return plain.split('\n').flatMap((line) => line.trim() || []);
}

/** Keeps a figure and its interval on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(/ \[([^\][]*), ([^\][]*)\]/g, '\u00a0[$1,\u00a0$2]');
}

/** JSON that may stand in a script element: no "<" can end it or open a comment. */
export function jsonIsland(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
