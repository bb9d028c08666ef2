/** The report of an audit of a number. */
import type { DrawnChart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { NumericRecords } from '../common/input.ts';
import { figure } from '../page/figure.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import { folded, keyList, type ReportKind, type Section } from '../page/pageDocument.ts';
import { numericAnswer, numericKeys } from './numericAnswer.ts';
import { leadName, numericCurveOf } from './numericLookup.ts';
import { numericLimits, numericMethods, numericProvenance, numericQuestion } from './numericProse.ts';
import {
  bandTable,
  figureTable,
  numericComparisonTable,
  numericHistoryTable,
  slopeTable,
  testTable,
} from './numericTables.ts';

export const numericPage: ReportKind<NumericRecords> = {
  heading: ({ data }) => `How close do rating questions come to ${data.attribute}?`,
  about: ({ data }) => [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')],
  sections: sectionsOf,
};

function sectionsOf(records: NumericRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (...ids: readonly string[]) =>
    ids.flatMap((id) => charts.filter(({ chart }) => chart.id === id).map((chart) => figure(chart, 2)));
  const unless = (empty: boolean, content: () => Html) => (empty ? [] : [content()]);
  const curve = numericCurveOf(records, leadName(records));
  return [
    {
      id: 'answer',
      title: 'The answer',
      content: [html`<p class="answer">${unbroken(numericAnswer(records))}</p>`, keyList(numericKeys(records))],
    },
    { id: 'question', title: 'The question', content: [numericQuestion(records)] },
    { id: 'speed', title: 'How fast', content: drawn('error', 'error-same-people', 'explained') },
    { id: 'certainty', title: 'How sure', content: drawn('coverage') },
    {
      id: 'items',
      title: 'Which items tell',
      content: [
        ...drawn('items'),
        ...unless(records.items.length === 0, () => folded('All figures of these items', slopeTable(records))),
      ],
    },
    {
      id: 'tables',
      title: 'The numbers',
      content: [
        ...unless(curve === undefined, () => figureTable(records)),
        ...unless(records.fullHistory.length === 0, () => numericHistoryTable(records)),
        ...unless(records.test === undefined, () => testTable(records)),
        ...unless((records.bands?.figures.length ?? 0) === 0, () => bandTable(records)),
        ...unless(records.comparisons.length === 0, () => numericComparisonTable(records)),
      ],
    },
    { id: 'data', title: 'The data', content: drawn('number-histogram') },
    { id: 'methods', title: 'How it was measured', content: [numericMethods(records)] },
    { id: 'limits', title: 'Limits and responsible use', content: [numericLimits(records)] },
    { id: 'provenance', title: 'Provenance', content: [numericProvenance(records)] },
  ];
}
