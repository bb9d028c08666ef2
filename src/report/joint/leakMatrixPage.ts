/** The report of a leak matrix: what questions that aim at one attribute tell about the others. */
import type { Chart, DrawnChart } from '../common/chart.ts';
import { capital, counted, listed } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { figure } from '../page/figure.ts';
import type { Html } from '../page/html.ts';
import { folded, keyList, type ReportKind, type Section } from '../page/pageDocument.ts';
import { leakAnswer, leakKeys, leakLimits, leakMethods, leakProvenance, leakQuestion } from './leakProse.ts';
import { askedTable, associationTable, leakComparisonTable, matrixTable, peopleTable } from './leakTables.ts';
import { matrixChart } from './matrixChart.ts';
import { watchedChart } from './watchedChart.ts';

/** Every chart for which the records have something to show, in the order of the report. */
export function leakMatrixCharts(records: LeakMatrixRecords): readonly Chart[] {
  const charts = [matrixChart(records), ...records.spec.attributes.map((name) => watchedChart(records, name))];
  return charts.filter((chart) => chart !== undefined);
}

export const leakMatrixPage: ReportKind<LeakMatrixRecords> = {
  heading: ({ spec }) => `Asked for one attribute, what else do people reveal? ${capital(listed(spec.attributes))}`,
  about: ({ data }) => [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')],
  sections: sectionsOf,
};

function sectionsOf(records: LeakMatrixRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (wanted: (id: string) => boolean) =>
    charts.filter(({ chart }) => wanted(chart.id)).map((chart) => figure(chart));
  const unless = (empty: boolean, content: () => Html) => (empty ? [] : [content()]);
  return [
    { id: 'answer', title: 'The answer', content: [leakAnswer(records), keyList(leakKeys(records))] },
    { id: 'question', title: 'The question', content: [leakQuestion(records)] },
    { id: 'matrix', title: 'The matrix', content: [...drawn((id) => id === 'leak-matrix'), matrixTable(records)] },
    { id: 'speed', title: 'How fast', content: drawn((id) => id.startsWith('watched-')) },
    {
      id: 'tables',
      title: 'The numbers',
      content: [
        ...unless(records.comparisons.length === 0, () => folded('All comparisons', leakComparisonTable(records))),
        associationTable(records),
        folded('The questions', askedTable(records)),
      ],
    },
    { id: 'data', title: 'The data', content: [peopleTable(records)] },
    { id: 'methods', title: 'How it was measured', content: [leakMethods(records)] },
    { id: 'limits', title: 'Limits and responsible use', content: [leakLimits(records)] },
    { id: 'provenance', title: 'Provenance', content: [leakProvenance(records)] },
  ];
}
