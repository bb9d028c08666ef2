/** The report of a leak matrix: what questions that aim at one attribute tell about the others. */
import type { Chart, DrawnChart } from '../common/chart.ts';
import { capital, counted, listed } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { figure } from '../page/figure.ts';
import type { Html } from '../page/html.ts';
import { folded, keyList, pageDocument, type Section } from '../page/pageDocument.ts';
import { stepsSection } from '../steps/nextSteps.ts';
import { leakMatrixSteps } from '../steps/stepsOf.ts';
import { leakAnswer, leakKeys, leakLimits, leakMethods, leakProvenance, leakQuestion } from './leakProse.ts';
import { askedTable, associationTable, leakComparisonTable, matrixTable, peopleTable } from './leakTables.ts';
import { matrixChart } from './matrixChart.ts';
import { watchedChart } from './watchedChart.ts';

/** Every chart for which the records have something to show, in the order of the report. */
export function leakMatrixCharts(records: LeakMatrixRecords): readonly Chart[] {
  const charts = [matrixChart(records), ...records.spec.attributes.map((name) => watchedChart(records, name))];
  return charts.filter((chart) => chart !== undefined);
}

export function leakMatrixPage(records: LeakMatrixRecords, charts: readonly DrawnChart[]): string {
  const { data, spec, provenance } = records;
  return pageDocument({
    heading: `Asked for one attribute, what else do people reveal? ${capital(listed(spec.attributes))}`,
    about: `${data.source} · ${counted(data.users, 'person', 'people')} · ${counted(data.ratings, 'rating')} · ${provenance.finished.slice(0, 10)}`,
    version: provenance.version,
    sections: sectionsOf(records, charts),
    files: ['records.json', 'curves.csv', 'curves.jsonl'],
  });
}

function sectionsOf(records: LeakMatrixRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (wanted: (id: string) => boolean) =>
    charts.filter(({ chart }) => wanted(chart.id)).map((chart) => figure(chart));
  const unless = (empty: boolean, content: () => Html) => (empty ? [] : [content()]);
  return [
    { id: 'answer', title: 'The answer', content: [leakAnswer(records), keyList(leakKeys(records))] },
    stepsSection(leakMatrixSteps(records)),
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
