/** How many interviews of each kind are noticed, by the number of questions after which somebody checks. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { exact, lineChart, linePoints } from '../../charts/lineChart.ts';
import type { Line } from '../../charts/lines.ts';
import type { Chart } from '../../common/chart.ts';
import { counted, percent } from '../../common/format.ts';
import { aimersAt, askerName, askersAbout, figuresOf, pointsOf } from './detectorLookup.ts';

export function detectorPowerChart(records: DetectorRecords, attribute: string): Chart | undefined {
  const { spec, model } = records;
  const lines = askersAbout(records, attribute).map((asker, colour): Line => {
    const { questionnaires } = figuresOf(records, asker.id, attribute)!;
    return {
      label: askerName(asker),
      colour,
      palette: 'contenders',
      lead: asker.kind === 'aimed',
      // One questionnaire for everybody is noticed or not: there is nothing to vary.
      band: questionnaires > 1,
      points: linePoints(pointsOf(records, asker.id, attribute), ({ noticed }) =>
        questionnaires > 1 ? noticed : exact(noticed.value),
      ),
    };
  });
  if (lines.length === 0) return undefined;
  const at = spec.compareAt.at(-1)!;
  const said = aimersAt(records, attribute).map((asker) => {
    const { noticed } = pointsOf(records, asker.id, attribute)[at - 1]!;
    return `${askerName(asker)} ${percent(noticed.value)}`;
  });
  const title = `How soon questions about ${attribute} are noticed`;
  const reading = `Noticed when someone checks after ${counted(at, 'question')}: ${said.join('; ')}.`;
  const words = {
    id: `power-${model.attributes.findIndex(({ name }) => name === attribute)}`,
    title,
    reading,
    description:
      `Line chart. Horizontal: questions asked, 1 to ${spec.questions}. Vertical: share of interviews with a p-value of at most ${percent(spec.level)}. ` +
      `One line for each way of asking. ${reading}`,
  };
  const note = 'with intervals where interviews differ';
  return lineChart(words, {
    lines,
    y: [0, 1],
    yTitle: 'interviews noticed',
    yFormat: '.0%',
    reference: { at: spec.level, text: 'allowed false alarms' },
    xTitle: 'questions asked',
    height: 340,
    phoneHeight: 290,
    explore: { unit: 'percent', quantity: 'Interviews noticed', note, start: at },
  });
}
