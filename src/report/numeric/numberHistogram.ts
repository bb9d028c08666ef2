/** How the number spreads among the people. */
import type { Chart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { NumericRecords } from '../common/input.ts';
import { aboveAxis, framed, frameFor, type Layout } from '../common/layout.ts';
import { inUnit, shortNumber } from './numericLookup.ts';

export function numberHistogramChart(records: NumericRecords): Chart | undefined {
  const { histogram, attribute, percentiles, users, mean, deviation } = records.data;
  const most = Math.max(0, ...histogram.map(({ count }) => count));
  if (most === 0) return undefined;
  const title = `People by ${attribute}`;
  const reading =
    `Half of the ${counted(users, 'person', 'people')} lie between ${shortNumber(records, percentiles[25]!)} and ` +
    `${shortNumber(records, percentiles[75]!)}; the mean is ${inUnit(records, mean)}, the standard deviation ${inUnit(records, deviation)}.`;
  const frame = (layout: Layout) => frameFor(layout, reading, { height: 230, phoneHeight: 210, right: 20 });
  return {
    id: 'number-histogram',
    title,
    reading,
    description: `Bar chart. Horizontal: ${attribute}. Vertical: people. ${reading}`,
    legend: [],
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const domain = [histogram[0]!.from, histogram.at(-1)!.to];
      const x = {
        field: 'from',
        type: 'quantitative',
        scale: { domain, nice: false, zero: false },
        axis: { title: attribute, grid: false, tickCount: layout.name === 'phone' ? 5 : 10 },
      };
      const y = {
        field: 'count',
        type: 'quantitative',
        scale: { domain: [0, most], nice: true },
        axis: { ...aboveAxis('people', space), tickCount: 4 },
      };
      const color = { datum: '#0', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
      return framed({ title, reading }, layout, space, [
        {
          // Copies: Vega marks the rows it is given.
          data: { values: histogram.map((bar) => ({ ...bar })) },
          mark: { type: 'bar', binSpacing: 1 },
          encoding: { x: { ...x, bin: 'binned' }, x2: { field: 'to' }, y, color },
        },
      ]);
    },
  };
}
