/** How much became known about an attribute, question by question: as answered, and had the advice been followed. */
import type { LedgerRecords } from '../../../defence/index.ts';
import { exact, lineChart, linesDomain } from '../../charts/lineChart.ts';
import type { Line } from '../../charts/lines.ts';
import type { Chart } from '../../common/chart.ts';
import { counted, decimal } from '../../common/format.ts';

export function advisorChart(records: LedgerRecords, seat: number): Chart | undefined {
  const { entries, totals, budget } = records;
  const { attribute, knownBefore, known, followed } = totals[seat]!;
  if (entries.length === 0) return undefined;
  const line = (label: string, colour: number, values: readonly number[]): Line => ({
    label,
    colour,
    palette: 'contenders',
    lead: colour === 0,
    band: false,
    points: values.map((value, questions) => ({ questions, ...exact(value) })),
  });
  const lines = [
    line('as answered', 0, [knownBefore, ...entries.map(({ lines: own }) => own[seat]!.known)]),
    line('advice followed', 1, [knownBefore, ...entries.map(({ lines: own }) => own[seat]!.followed)]),
  ];
  const title = `What is known about ${attribute}`;
  const reading =
    `After ${counted(entries.length, 'question')}, ${decimal(known)} bits are known about ${attribute}; had the advice been followed, ` +
    `it would be ${decimal(followed.known)}. The budget is ${decimal(budget)}.`;
  const description = `Line chart. Horizontal: questions. Vertical: bits known about ${attribute}. Two lines: as answered, and had the advice been followed. ${reading}`;
  return lineChart(
    { id: `known-${seat}`, title, reading, description },
    {
      lines,
      y: linesDomain(lines, 0.1, [0, budget * 1.1]),
      yTitle: 'bits known',
      yFormat: '.1f',
      reference: { at: budget, text: 'budget' },
      xTitle: 'questions answered or skipped',
    },
  );
}
