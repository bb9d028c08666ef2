/** The paper's timing figure: how long a question takes, by strategy, against the number of answers so far. */
import type { Chart } from '../common/chart.ts';
import { counted, listed } from '../common/format.ts';
import { lineChart, linesDomain } from './lineChart.ts';
import type { Line } from './lines.ts';

/** Milliseconds per question, by strategy and number of answers, with the 95% interval of the mean. */
export interface TimingRow {
  readonly strategy: string;
  readonly answers: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Intervals of few measurements may reach below 0, which has no logarithm. */
const LEAST = 1e-3;

export function timingChart(rows: readonly TimingRow[]): Chart | undefined {
  if (rows.length === 0) return undefined;
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))];
  const log = (milliseconds: number) => Math.log10(Math.max(milliseconds, LEAST));
  const lines = strategies.map((strategy, at): Line => {
    const own = rows.filter((row) => row.strategy === strategy);
    const points = own.map(({ answers, mean, low, high }) => ({
      questions: answers,
      value: log(mean),
      low: log(low),
      high: log(high),
    }));
    return { label: strategy, colour: at, palette: 'contenders', lead: at === strategies.length - 1, points };
  });
  const reading = readingOf(rows, strategies);
  const description = `Line chart. Horizontal: answers so far. Vertical: time to choose a question, on a logarithmic axis. ${reading}`;
  return lineChart(
    { id: 'timing', title: 'Time per question', reading, description },
    {
      lines,
      y: linesDomain(lines, 1),
      yTitle: 'milliseconds per question, powers of ten (0 is 1 ms, 3 is a second)',
      yFormat: 'd',
      xTitle: 'answers so far',
    },
  );
}

function readingOf(rows: readonly TimingRow[], strategies: readonly string[]): string {
  const most = Math.max(...rows.map(({ answers }) => answers));
  const least = Math.min(...rows.map(({ answers }) => answers));
  const mean = (strategy: string, answers: number) =>
    rows.find((row) => row.strategy === strategy && row.answers === answers)!.mean;
  const growth = strategies.map(
    (strategy) => `${strategy} takes ${(mean(strategy, most) / mean(strategy, least)).toFixed(1)} times as long`,
  );
  return `After ${counted(most, 'answer')} instead of ${least}, ${listed(growth)}.`;
}
