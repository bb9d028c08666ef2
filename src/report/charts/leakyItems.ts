/** The items that leak most: how each type rates them. */
import type { Chart, Series } from '../chart.ts';
import { decimal, percent } from '../format.ts';
import type { AuditRecords } from '../input.ts';
import { framed, type Layout } from '../layout.ts';
import { keyLayers, shapes } from './key.ts';
import { axisDomain } from './lines.ts';
import { rowNames, rowsFrame, rowY } from './rows.ts';

const SHOWN = 20;

export function leakyItemsChart(records: AuditRecords): Chart | undefined {
  const items = records.items.slice(0, SHOWN);
  const first = items[0];
  if (first === undefined) return undefined;
  const labels = records.data.labels.map(({ label }) => label);
  const title = 'The items that leak most';
  const reading =
    `“${first.title}” leaks most: its type biases lie ${decimal(2 * first.gap)} rating points apart, and it was asked among ` +
    `the first ten questions in ${percent(first.askedEarly)} of the interviews.`;
  const frame = (layout: Layout) => rowsFrame(layout, reading, items.length, 70);
  const legend = labels.map((label, colour): Series => ({ label, colour, palette: 'types' }));
  const dots = items.flatMap(({ biases }, row) =>
    biases.map((bias, type) => ({ row, bias, type: labels[type] ?? `type ${type + 1}` })),
  );
  const spans = items.map(({ biases, askedEarly }, row) => ({
    row,
    low: Math.min(...biases),
    high: Math.max(...biases),
    asked: percent(askedEarly),
  }));
  const biases = dots.map(({ bias }) => bias);
  return {
    id: 'items',
    title,
    reading,
    description:
      `Dot plot of the ${items.length} items with the largest gap. Horizontal: type bias, in rating points. One row an ` +
      `item, one dot a type (${labels.join(', ')}). ${reading} The table of items has all figures.`,
    legend,
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const y = rowY(layout, items.length);
      const range = Math.max(...biases) - Math.min(...biases);
      const domain = axisDomain(biases, range > 3 ? 1 : range > 1 ? 0.5 : 0.2);
      const scale = { domain, nice: false, zero: false };
      const axis = { title: 'type bias, in rating points', grid: false, tickCount: 6 };
      const x = { field: 'bias', type: 'quantitative', scale, axis };
      const key = { field: 'type', type: 'nominal' };
      const fill = { ...key, scale: { domain: labels, range: 'types' }, legend: null };
      const shape = {
        ...key,
        scale: { domain: labels, range: shapes.slice(0, Math.max(1, labels.length)) },
        legend: null,
      };
      const widths = labels.map((label) => 30 + 6.7 * label.length);
      const before = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width, 0);
      // Many types need more room than the plot is wide: their names then start at the left edge of the picture.
      const keyStart = before(labels.length) < space.width - 20 ? 6 : 10 - space.left;
      const asked = { type: 'text', style: 'quietText', align: 'right', baseline: 'middle' };
      return framed({ title, reading }, layout, space, [
        ...rowNames(
          layout,
          items.map((item) => item.title),
        ),
        {
          data: { values: spans },
          mark: { type: 'rule', style: 'spanRule' },
          encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
        },
        {
          data: { values: dots },
          mark: { type: 'point', filled: true, size: 75, style: 'dot' },
          encoding: { y, x, fill, shape },
        },
        ...(layout.named
          ? [
              {
                data: { values: spans },
                mark: asked,
                encoding: { y, x: { value: space.width + 62 }, text: { field: 'asked' } },
              },
              {
                data: { values: [{ text: 'asked early' }] },
                mark: { ...asked, baseline: 'bottom' },
                encoding: { x: { value: space.width + 62 }, y: { value: -8 }, text: { field: 'text' } },
              },
              ...keyLayers(legend, (at) => [keyStart + before(at), -16], shape.scale),
            ]
          : []),
      ]);
    },
  };
}
