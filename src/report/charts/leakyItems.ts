/**
 * The items that gave most away. Where people are asked what they rated: how each group rates them. Where anything may be
 * asked: what an answer was worth, seen and rated or not seen.
 */
import type { Chart } from '../chart.ts';
import { decimal, percent, withInterval } from '../format.ts';
import type { AuditRecords, LeakyItem } from '../input.ts';
import { itemDotsChart } from './itemDots.ts';

const SHOWN = 20;

export function leakyItemsChart(records: AuditRecords): Chart | undefined {
  const items = records.items.slice(0, SHOWN);
  const first = items[0];
  if (first === undefined) return undefined;
  const title = 'The items that leak most';
  const reading = readingOf(first);
  if (records.spec.protocol === 'open' && first.worth !== undefined) {
    return itemDotsChart({
      id: 'items',
      title,
      reading,
      description:
        `Dot plot of the ${items.length} items that gave most away. Horizontal: bits towards the truth, mean of the answers. One row per ` +
        `item, one dot for people who have seen and rated it, one for those who have not. ${reading} The table of items has all figures.`,
      labels: ['seen and rated', 'not seen'],
      items: items.map((item) => ({
        title: item.title,
        places: [item.worth?.rated, item.worth?.skipped].map((worth) => worth?.bits?.value),
        askedEarly: item.askedEarly,
      })),
      axisTitle: 'bits towards the truth, mean of the answers',
    });
  }
  const labels = records.data.labels.map(({ label }) => label);
  return itemDotsChart({
    id: 'items',
    title,
    reading,
    description:
      `Dot plot of the ${items.length} items that gave most away. Horizontal: bias of a group, in rating points. One row per ` +
      `item, one dot per group (${labels.join(', ')}). ${reading} The table of items has all figures.`,
    labels,
    items: items.map((item) => ({ title: item.title, places: item.biases, askedEarly: item.askedEarly })),
    axisTitle: 'bias of each group, in rating points',
  });
}

function readingOf({ title, gap, askedEarly, worth }: LeakyItem): string {
  const asked = `it was asked among the first ten questions in ${percent(askedEarly)} of the interviews`;
  if (worth === undefined) {
    return `“${title}” leaks most: the biases of the groups lie ${decimal(2 * gap)} rating points apart, and ${asked}.`;
  }
  const kinds = [
    ...(worth.rated.bits ? [`a rating of it was worth ${withInterval(worth.rated.bits)} bits towards the truth`] : []),
    ...(worth.skipped.bits ? [`not to have seen it ${withInterval(worth.skipped.bits)}`] : []),
  ];
  return `“${title}” gave most away: ${[asked, ...kinds].join('; ')}.`;
}
