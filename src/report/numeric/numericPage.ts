/** The report of an audit of a number. */
import type { DrawnChart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { NumericRecords } from '../common/input.ts';
import { curveTable } from '../page/curveTable.ts';
import { figures } from '../page/figure.ts';
import { plantedTable } from '../page/howMeasured.ts';
import { html, unbroken } from '../page/html.ts';
import { closing, folded, keyList, type ReportKind, type Section, unless } from '../page/pageDocument.ts';
import { numericAnswer, numericKeys } from './numericAnswer.ts';
import { errorChart, explainedChart } from './numericCharts.ts';
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
  const drawn = (...ids: readonly string[]) => figures(charts, ids, 2);
  const { planted } = records;
  return [
    {
      id: 'answer',
      title: 'What was found',
      content: [html`<p>${unbroken(numericAnswer(records))}</p>`, keyList(numericKeys(records))],
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
        ...curveTable(errorChart(records), 2),
        ...curveTable(explainedChart(records)),
        ...figureTable(records),
        ...numericHistoryTable(records),
        ...unless(records.test === undefined, () => testTable(records)),
        ...bandTable(records),
        ...unless(records.comparisons.length === 0, () => numericComparisonTable(records)),
        ...(planted === undefined
          ? []
          : [
              plantedTable({
                metric: 'R²',
                questions: planted.questions,
                implied: planted.implied.r2,
                measured: planted.measured.r2,
                impliedByTraining: planted.impliedByTraining.r2,
              }),
            ]),
      ],
    },
    { id: 'data', title: 'The data', content: drawn('number-histogram') },
    ...closing(numericMethods(records), numericLimits(records), numericProvenance(records)),
  ];
}
