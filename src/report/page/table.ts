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

export interface TableParts {
  /** Names the table among all tables of the page, where the title does not. */
  readonly label?: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly Head[];
  readonly groups: readonly RowGroup[];
}

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
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<caption><span class="note"><strong>${title}</strong>${note}</span></caption>
<thead><tr>${heads}</tr></thead>
${groups.map(body)}</table></div>
`;
}

/** The same for a terminal: what it is about, then the rows in columns. */
export function tableLines({ title, note, columns, groups }: TableParts): string[] {
  const rows = groups.flatMap((group) => group.rows);
  const widths = columns.map(({ heading }, at) => Math.max(heading.length, ...rows.map((cells) => cells[at]!.length)));
  // Spaces and hyphens that may not break stand for plain ones.
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');
  const line = (cells: readonly string[]) =>
    cells
      .map(plain)
      .map((cell, at) => (at === 0 || columns[at]!.text ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd();
  return [
    title,
    note,
    line(columns.map(({ heading }) => heading)),
    ...groups.flatMap((group) => [...(group.heading === undefined ? [] : [group.heading]), ...group.rows.map(line)]),
  ];
}
