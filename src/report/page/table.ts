/** Tables of figures. */
import { type Html, html } from './html.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  readonly text?: boolean;
}

/** The first column names the row. */
export function table<Row>(title: string, note: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const kind = ({ text }: Column<Row>) => (text === true ? '' : 'number');
  const heads = columns.map((column) => html`<th scope="col" class="${kind(column)}">${column.heading}</th>`);
  const cells = (row: Row) =>
    columns.map((column, at) =>
      at === 0
        ? html`<th scope="row" class="${kind(column)}">${column.cell(row)}</th>`
        : html`<td class="${kind(column)}">${column.cell(row)}</td>`,
    );
  return html`<div class="table" role="region" aria-label="${title}" tabindex="0"><table>
<caption><span class="note"><strong>${title}</strong>${note}</span></caption>
<thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table></div>
`;
}
