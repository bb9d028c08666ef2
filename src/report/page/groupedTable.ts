/** A table whose rows may stand in groups, each under its heading. */
import { type Html, html, unbroken } from './html.ts';

export interface RowGroup {
  readonly heading?: string;
  /** Cells as text; the first names the row. */
  readonly rows: readonly (readonly string[])[];
}

interface GroupedTable {
  /** Names the table among all tables of the page, where its title does not. */
  readonly label?: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  /** Columns of text, where most are numbers. */
  readonly texts?: readonly string[];
  readonly groups: readonly RowGroup[];
}

export function groupedTable({ title, label = title, note, columns, texts = [], groups }: GroupedTable): Html {
  const kind = (at: number) => (texts.includes(columns[at]!) ? '' : 'number');
  const heads = columns.map((heading, at) => html`<th scope="col" class="${kind(at)}">${heading}</th>`);
  const row = (cells: readonly string[]) =>
    html`<tr>${cells.map((text, at) =>
      at === 0
        ? html`<th scope="row" class="${kind(at)}">${text}</th>`
        : html`<td class="${kind(at)}">${unbroken(text)}</td>`,
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
