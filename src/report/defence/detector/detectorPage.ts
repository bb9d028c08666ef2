/** The report of a study of the detector: false alarms, power, and what hiding costs. */
import type { DetectorRecords } from '../../../defence/index.ts';
import type { Chart, DrawnChart } from '../../common/chart.ts';
import { counted, listed } from '../../common/format.ts';
import { figure } from '../../page/figure.ts';
import { closing, folded, keyList, type ReportKind, type Section } from '../../page/pageDocument.ts';
import { detectorAlarmsChart } from './detectorAlarmsChart.ts';
import { detectorBoundsChart } from './detectorBoundsChart.ts';
import { detectorPowerChart } from './detectorPowerChart.ts';
import {
  detectorAnswer,
  detectorKeys,
  detectorLimits,
  detectorMethods,
  detectorProvenance,
  detectorQuestion,
} from './detectorProse.ts';
import { detectorStealthChart } from './detectorStealthChart.ts';
import { alarmTable, boundTable, leakTable, powerTable } from './detectorTables.ts';

/** Every chart for which the records have something to show, in the order of the report. */
export function detectorCharts(records: DetectorRecords): readonly Chart[] {
  const names = records.model.attributes.map(({ name }) => name);
  return [
    detectorAlarmsChart(records),
    ...names.map((name) => detectorPowerChart(records, name)),
    ...names.map((name) => detectorStealthChart(records, name)),
    ...names.map((name) => detectorBoundsChart(records, name)),
  ].filter((chart) => chart !== undefined);
}

export const detectorPage: ReportKind<DetectorRecords> = {
  heading: ({ model }) =>
    `Do questions aim at ${listed(model.attributes.map(({ name }) => name))}? How well one can tell`,
  about: ({ model, spec }) => [model.source, counted(model.items, 'item'), counted(spec.questions, 'question')],
  sections: sectionsOf,
};

function sectionsOf(records: DetectorRecords, charts: readonly DrawnChart[]): readonly Section[] {
  const drawn = (start: string) =>
    charts.filter(({ chart }) => chart.id.startsWith(start)).map((chart) => figure(chart));
  return [
    { id: 'answer', title: 'The answer', content: [detectorAnswer(records), keyList(detectorKeys(records))] },
    { id: 'question', title: 'The question', content: [detectorQuestion(records)] },
    {
      id: 'false-alarms',
      title: 'False alarms',
      content: [...drawn('alarms'), folded('In figures', alarmTable(records))],
    },
    { id: 'power', title: 'Who is noticed, and when', content: [...drawn('power-'), powerTable(records)] },
    {
      id: 'hiding',
      title: 'Hiding',
      content: [...drawn('stealth-'), ...drawn('bounds-'), boundTable(records), leakTable(records)],
    },
    ...closing(detectorMethods(records), detectorLimits(records), detectorProvenance(records)),
  ];
}
