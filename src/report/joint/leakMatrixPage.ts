/** The report of a leak matrix: what questions that aim at one attribute tell about the others. */
import type { Chart, DrawnChart } from '../common/chart.ts';
import { capital, counted, listed } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { labelOf } from '../common/lookup.ts';
import { figures } from '../page/figure.ts';
import { closing, folded, keyList, type ReportKind, type Section, unless } from '../page/pageDocument.ts';
import { riskSection } from '../page/riskTable.ts';
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
  const drawn = (...ids: readonly string[]) => figures(charts, ids);
  return [
    { id: 'answer', title: 'What was found', content: [leakAnswer(records), keyList(leakKeys(records))] },
    { id: 'question', title: 'The question', content: [leakQuestion(records)] },
    { id: 'matrix', title: 'The matrix', content: [...drawn('leak-matrix'), matrixTable(records)] },
    riskSection(records.findings, { where: ({ target }) => target, attacker: (found) => labelOf(records, found) }),
    { id: 'speed', title: 'How fast', content: drawn(...records.spec.attributes.map((_, at) => `watched-${at}`)) },
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
    ...closing(leakMethods(records), leakLimits(records), leakProvenance(records)),
  ];
}
