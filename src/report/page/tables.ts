/** The tables of the page. */
import { count, decimal, percent, percentWithInterval, pValue, withInterval } from '../format.ts';
import type { AnswerWorth, AuditRecords } from '../input.ts';
import { nameOf } from '../lookup.ts';
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

export function fullHistoryTable({ fullHistory, spec }: AuditRecords): Html {
  return table(
    'From everything a person ever rated',
    `No questions are chosen here: it is what a classifier finds in the whole history. Intervals of ${percent(spec.level)}.`,
    [
      { heading: 'Classifier', cell: ({ classifier }) => classifier, text: true },
      {
        heading: 'Labels',
        cell: ({ variant }) => (variant === 'shuffled' ? 'shuffled (control)' : 'real'),
        text: true,
      },
      { heading: 'AUC', cell: ({ auc }) => withInterval(auc, 3) },
      { heading: 'AUC, mean of folds', cell: ({ aucByFold }) => decimal(aucByFold, 3) },
      { heading: 'Accuracy', cell: ({ accuracy }) => percentWithInterval(accuracy) },
    ],
    fullHistory,
  );
}

export function comparisonTable(records: AuditRecords): Html {
  const { comparisons, spec } = records;
  type Comparison = (typeof comparisons)[number];
  const first = new Set(comparisons.map((comparison) => comparison.first));
  const only = first.size === 1 ? nameOf(records, [...first][0]!) : undefined;
  const firstColumn: Column<Comparison> = { heading: 'First', cell: (row) => nameOf(records, row.first), text: true };
  return table(
    only === undefined ? 'Contenders compared' : `${only} against the others`,
    `Difference in AUC, ${only === undefined ? 'first minus second' : `${only} minus the other`}: the same people, the same ` +
      `resamples. The p-values are corrected for the number of comparisons (Holm), ${comparisons.length} here.`,
    [
      { heading: 'Questions', cell: ({ questions }) => String(questions), text: true },
      ...(only === undefined ? [firstColumn] : []),
      { heading: only === undefined ? 'Second' : 'Other', cell: ({ second }) => nameOf(records, second), text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Difference', cell: ({ difference }) => withInterval(difference, 3) },
      { heading: 'p', cell: (row) => pValue(row.pValue, spec.resamples) },
    ],
    comparisons,
  );
}

export function itemTable({ items, data, spec }: AuditRecords): Html {
  type Item = AuditRecords['items'][number];
  const open = spec.protocol === 'open';
  const biases = data.labels.map(({ label }, type) => ({
    heading: `Bias ${label}`,
    cell: (item: Item) => decimal(item.biases[type] ?? Number.NaN),
  }));
  const bits = (worth: AnswerWorth | undefined) => (worth?.bits === undefined ? '–' : withInterval(worth.bits));
  const skipped: Column<Item> = { heading: 'Not seen, bits', cell: ({ worth }) => bits(worth?.skipped) };
  return table(
    'Items that leak most',
    'Asked early: share of interviews of the strongest contender that asked it among the first ten questions. Bits: how far an answer then moved the log odds of ' +
      `the person’s true type against the rest, on average; below 0 it misled.${open ? ' Ratings and “haven’t seen it” are counted apart.' : ''} Per interview: what ` +
      'the item gave away on average over all people, asked or not; the items are in this order. Type gap: half the distance between the largest and the smallest type bias.',
    [
      { heading: 'Item', cell: ({ title }) => title, text: true },
      { heading: 'Asked early', cell: ({ askedEarly }) => percent(askedEarly) },
      { heading: open ? 'Seen and rated, bits' : 'An answer, bits', cell: ({ worth }) => bits(worth?.rated) },
      ...(open ? [skipped] : []),
      { heading: 'Per interview, bits', cell: ({ worth }) => decimal(worth?.contribution ?? Number.NaN, 3) },
      { heading: 'Gap', cell: ({ gap }) => decimal(gap) },
      ...biases,
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
    ],
    items,
  );
}

export function dataTable({ data }: AuditRecords): Html {
  const total = { label: 'all', users: data.users, ratings: data.ratings };
  return table(
    'Who is in the data',
    `${count(data.items)} items. People by ${data.attribute}.`,
    [
      { heading: data.attribute, cell: ({ label }) => label, text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Share', cell: ({ users }) => percent(users / data.users) },
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
      { heading: 'Ratings a person', cell: ({ ratings, users }) => decimal(ratings / users, 0) },
    ],
    [...data.labels, total],
  );
}
