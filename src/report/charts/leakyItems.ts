/** The items that leak most: how each type rates them. */
import type { Chart } from '../chart.ts';
import { decimal, percent } from '../format.ts';
import type { AuditRecords } from '../input.ts';
import { itemDotsChart } from './itemDots.ts';

const SHOWN = 20;

export function leakyItemsChart(records: AuditRecords): Chart | undefined {
  const items = records.items.slice(0, SHOWN);
  const first = items[0];
  if (first === undefined) return undefined;
  const labels = records.data.labels.map(({ label }) => label);
  const reading =
    `“${first.title}” leaks most: its type biases lie ${decimal(2 * first.gap)} rating points apart, and it was asked among ` +
    `the first ten questions in ${percent(first.askedEarly)} of the interviews.`;
  return itemDotsChart({
    id: 'items',
    title: 'The items that leak most',
    reading,
    description:
      `Dot plot of the ${items.length} items with the largest gap. Horizontal: type bias, in rating points. One row an ` +
      `item, one dot a type (${labels.join(', ')}). ${reading} The table of items has all figures.`,
    labels,
    items: items.map(({ title, biases, askedEarly }) => ({ title, places: biases, askedEarly })),
    axisTitle: 'type bias, in rating points',
  });
}
