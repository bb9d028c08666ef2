/** The figures of a chart of lines as a table: for whoever reads no picture, and for a terminal. */
import type { Chart } from '../common/chart.ts';
import { counted, percentWithInterval, withInterval } from '../common/format.ts';
import { type Column, type Table, table } from './table.ts';

/** The numbers of questions that are shown, besides the last. */
const SHOWN = [0, 1, 5, 10, 20, 50, 100];

/** None where there is no chart. */
export function curveTable(chart: Chart | undefined, digits = 3): Table[] {
  const lines = chart?.explorable;
  if (chart === undefined || lines === undefined) return [];
  const { series, questions, figures, unit, quantity, note = 'with intervals' } = lines;
  const columns = questions.flatMap((asked, at): Column<number>[] => {
    if (!SHOWN.includes(asked) && at < questions.length - 1) return [];
    const cell = (line: number) => {
      const [value, low, high] = figures[at]![line] ?? [];
      if (value === undefined) return '–';
      const found = { value, low: low!, high: high! };
      return unit === 'percent' ? percentWithInterval(found) : withInterval(found, digits);
    };
    return [{ heading: counted(asked, 'question'), cell }];
  });
  return [
    table(
      `${quantity} by number of questions`,
      `The figures of the chart “${chart.title}”, ${note}.`,
      [{ heading: 'Line', cell: (line) => series[line]!.label, text: true }, ...columns],
      [...series.keys()],
    ),
  ];
}
