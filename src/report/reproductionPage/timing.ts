/** How long a question takes: the times as a table, and published speedups beside ours. */
import type { TimingRow } from '../charts/timing.ts';
import type { Html } from '../page/html.ts';
import { groupedTable, type RowGroup } from '../page/table.ts';
import { comparedRow } from './compared.ts';
import type { ExhibitOf, Timing } from './exhibit.ts';

const rowAt = (rows: readonly TimingRow[], strategy: string, answers: number) =>
  rows.find((row) => row.strategy === strategy && row.answers === answers);

export function timingTable({ title }: ExhibitOf<'timing'>, { rows, on }: Timing): Html {
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))];
  const cell = (row: TimingRow | undefined) =>
    row === undefined ? '–' : `${row.mean.toPrecision(3)} [${row.low.toPrecision(3)}, ${row.high.toPrecision(3)}]`;
  const answered = [...new Set(rows.map(({ answers }) => answers))];
  return groupedTable({
    label: `${title}: milliseconds`,
    title: 'Milliseconds per question',
    note:
      `Over ${on}, mean with its 95% interval, one thread. FBC-Selection and IncFBC as the paper writes them; ours is ` +
      'the exact selector for two types.',
    columns: ['Answers', ...strategies],
    groups: [
      {
        rows: answered.map((answers) => [
          String(answers),
          ...strategies.map((strategy) => cell(rowAt(rows, strategy, answers))),
        ]),
      },
    ],
  });
}

/** At the most answers that were timed, where the paper's speedup is largest. */
export function comparedSpeedups({ speedups }: ExhibitOf<'timing'>, timing: Timing | undefined): RowGroup[] {
  const rows = timing?.rows ?? [];
  const most = Math.max(...rows.map(({ answers }) => answers));
  const speedup = (of: string, over: string) => {
    const [fast, slow] = [rowAt(rows, of, most), rowAt(rows, over, most)];
    if (fast === undefined || slow === undefined) return undefined;
    const value = slow.mean / fast.mean;
    return { value, low: value, high: value };
  };
  if (speedups.length === 0) return [];
  return [{ rows: speedups.map((figure) => comparedRow(figure, speedup(figure.of, figure.over), false)) }];
}
