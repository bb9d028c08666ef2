/** How far questions put the groups of an attribute apart: those that aim, what passes for benign, and what is usual. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { exact, lineChart, linesDomain } from '../../charts/lineChart.ts';
import type { Line } from '../../charts/lines.ts';
import type { Chart } from '../../common/chart.ts';
import { counted, decimal, percent } from '../../common/format.ts';
import { policyName } from './detectorLookup.ts';

export function detectorBoundsChart(records: DetectorRecords, attribute: string): Chart | undefined {
  const { spec, model, policies } = records;
  const own = records.bounds.filter((bound) => bound.attribute === attribute);
  const last = own.at(-1);
  if (last === undefined) return undefined;
  const line = (label: string, colour: number, distanceOf: (bound: (typeof own)[number]) => number): Line => ({
    label,
    colour,
    palette: 'contenders',
    lead: colour === 0,
    band: false,
    points: own.map((bound) => ({ questions: bound.questions, ...exact(distanceOf(bound)) })),
  });
  const lines = [
    line('aimed', 0, ({ aimed }) => aimed),
    line('most that passes', 1, ({ unnoticed }) => unnoticed),
    ...policies.map(({ name }, at) => line(policyName(name), 2 + at, ({ benign }) => benign[at]!)),
  ];
  const title = `What passes unnoticed about ${attribute}`;
  const reading =
    `After ${counted(last.questions, 'question')} that aim, the groups of ${attribute} lie ${decimal(last.aimed)} standard deviations apart; ` +
    `questions that pass for benign put them apart by at most ${decimal(last.unnoticed)}, and benign ones usually by ` +
    `${decimal(Math.min(...last.benign))} to ${decimal(Math.max(...last.benign))}.`;
  const words = {
    id: `bounds-${model.attributes.findIndex(({ name }) => name === attribute)}`,
    title,
    reading,
    description:
      `Line chart. Horizontal: questions asked. Vertical: how far apart the questions put the groups of ${attribute}. Lines: questions that aim, ` +
      `the most that passes for benign at ${percent(spec.level)}, and the median of each benign way of asking. ${reading}`,
  };
  return lineChart(words, {
    lines,
    y: linesDomain(lines, 0.5, [0]),
    yTitle: 'separation D, in standard deviations',
    yFormat: '.1f',
    xTitle: 'questions asked',
    height: 320,
    phoneHeight: 280,
  });
}
