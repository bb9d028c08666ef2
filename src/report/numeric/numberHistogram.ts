/** How the number spreads among the people. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { NumericRecords } from '../common/input.ts';
import { aboveAxis, placeOn } from '../common/layout.ts';
import { inUnit, shortNumber } from './numericLookup.ts';

export function numberHistogramChart(records: NumericRecords): Chart | undefined {
  const { histogram, attribute, percentiles, users, mean, deviation } = records.data;
  const most = Math.max(0, ...histogram.map(({ count }) => count));
  if (most === 0) return undefined;
  const reading =
    `Half of the ${counted(users, 'person', 'people')} lie between ${shortNumber(records, percentiles[25]!)} and ` +
    `${shortNumber(records, percentiles[75]!)}; the mean is ${inUnit(records, mean)}, the standard deviation ${inUnit(records, deviation)}.`;
  const description = `Bar chart. Horizontal: ${attribute}. Vertical: people. ${reading}`;
  const color = { datum: '#0', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
  return layeredChart(
    { id: 'number-histogram', title: `People by ${attribute}`, reading, description },
    { height: 230, phoneHeight: 210, right: 20 },
    (layout, frame) => {
      const xAxis = { title: attribute, grid: false, tickCount: layout.name === 'phone' ? 5 : 10 };
      const x = placeOn([histogram[0]!.from, histogram.at(-1)!.to], xAxis)('from');
      const y = {
        field: 'count',
        type: 'quantitative',
        scale: { domain: [0, most], nice: true },
        axis: { ...aboveAxis('people', frame), tickCount: 4 },
      };
      return [
        {
          // Copies: Vega marks the rows it is given.
          data: { values: histogram.map((bar) => ({ ...bar })) },
          mark: { type: 'bar', binSpacing: 1 },
          encoding: { x: { ...x, bin: 'binned' }, x2: { field: 'to' }, y, color },
        },
      ];
    },
  );
}
