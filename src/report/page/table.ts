/** Tables of figures: HTML on the page, lines in a terminal. */
import { Html, html } from './html.ts';

interface Head {
  readonly heading: string;
  /** Text, where most columns are numbers. */
  readonly text?: boolean;
}

/** Rows that stand together, under a heading where there are several groups. */
export interface RowGroup {
  readonly heading?: string;
  /** Cells as text; the first names the row. */
  readonly rows: readonly (readonly string[])[];
}

interface TableParts {
  /** Names the table among all tables of the page, where the title does not. */
  readonly label?: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly Head[];
  readonly groups: readonly RowGroup[];
}

/** On paper a longer table ends here (style.ts has the same number). */
const PAPER_ROWS = 15;

export class Table extends Html {
  readonly parts: TableParts;

  constructor(parts: TableParts) {
    super(tableHtml(parts).text);
    this.parts = parts;
  }
}

export interface Column<Row> extends Head {
  readonly cell: (row: Row) => string;
}

/** One row for each of the rows; the first column names it. */
export function table<Row>(title: string, note: string, columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  return new Table({ title, note, columns, groups: [{ rows: cells }] });
}

interface GroupedTable extends Omit<TableParts, 'columns'> {
  readonly columns: readonly string[];
  /** Columns of text, where most are numbers. */
  readonly texts?: readonly string[];
}

export function groupedTable({ columns, texts = [], ...parts }: GroupedTable): Table {
  return new Table({ ...parts, columns: columns.map((heading) => ({ heading, text: texts.includes(heading) })) });
}

function tableHtml({ title, label = title, note, columns, groups }: TableParts): Html {
  const kind = (at: number) => (columns[at]?.text === true ? '' : 'number');
  const heads = columns.map(({ heading }, at) => html`<th scope="col" class="${kind(at)}">${heading}</th>`);
  const row = (cells: readonly string[]) =>
    html`<tr>${cells.map((text, at) =>
      at === 0 ? html`<th scope="row" class="${kind(at)}">${text}</th>` : html`<td class="${kind(at)}">${text}</td>`,
    )}</tr>\n`;
  const groupHead = (heading: string) =>
    html`<tr><th scope="rowgroup" colspan="${columns.length}"><strong>${heading}</strong></th></tr>\n`;
  const body = ({ heading, rows }: RowGroup) =>
    html`<tbody>${heading === undefined ? '' : groupHead(heading)}${rows.map(row)}</tbody>\n`;
  const [all = 0] = groups.length === 1 ? groups.map(({ rows }) => rows.length) : [];
  const long = all > 2 * PAPER_ROWS;
  const paper = long ? html` <span class="paper">On paper: the first ${PAPER_ROWS} of ${all} rows.</span>` : '';
  return html`<div class="${long ? 'table long' : 'table'}" role="region" aria-label="${label}" tabindex="0"><table>
<caption><span class="note"><strong>${title}</strong>${note}${paper}</span></caption>
<thead><tr>${heads}</tr></thead>
${groups.map(body)}</table></div>
`;
}

/**
 * The same for a terminal: what it is about, then the rows in columns. A table that is wider than the terminal goes on below
 * with further columns, which repeats the first: no cell is broken.
 */
export function tableLines({ title, note, columns, groups }: TableParts, width = Number.POSITIVE_INFINITY): string[] {
  const rows = groups.flatMap((group) => group.rows);
  const widths = columns.map(({ heading }, at) => Math.max(heading.length, ...rows.map((cells) => cells[at]!.length)));
  // Spaces and hyphens that may not break stand for plain ones.
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');
  const partOf = (shown: readonly number[]) => {
    const line = (cells: readonly string[]) =>
      shown
        .map((at) => {
          const cell = plain(cells[at]!);
          return at === 0 || columns[at]!.text ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!);
        })
        .join('  ')
        .trimEnd();
    return [
      line(columns.map(({ heading }) => heading)),
      ...groups.flatMap((group) => [...(group.heading === undefined ? [] : [group.heading]), ...group.rows.map(line)]),
    ];
  };
  const parts = columnParts(widths, width).map(partOf);
  return [
    title,
    ...(note === '' ? [] : wrapLine(note, width)),
    ...parts.flatMap((part, at) => (at === 0 ? part : ['', ...part])),
  ];
}

/** Which columns stand side by side; the first is repeated in each part. */
function columnParts(widths: readonly number[], width: number): number[][] {
  const [first = 0] = widths;
  const parts: number[][] = [[0]];
  let used = first;
  for (const [at, own] of widths.entries()) {
    if (at === 0) continue;
    if (used + 2 + own > width && parts.at(-1)!.length > 1) {
      parts.push([0]);
      used = first;
    }
    parts.at(-1)!.push(at);
    used += 2 + own;
  }
  return parts;
}

/** A line in lines of that width; an entry of a list goes on below its text. */
export function wrapLine(text: string, width: number): string[] {
  const indent = /^ *- /.exec(text)?.[0].length ?? 0;
  const lines: string[] = [];
  // An interval stands on one line.
  for (const word of text.replaceAll(/ \[([^\][]*), ([^\][]*)\]/g, '\u00a0[$1,\u00a0$2]').split(' ')) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (line.length + 1 + word.length > width) lines.push(' '.repeat(indent) + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => line.replaceAll('\u00a0', ' '));
}
