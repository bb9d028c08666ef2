/**
 * The items that gave most away. Where people are asked what they rated: how each group rates them. Where anything may be
 * asked: what an answer was worth, seen and rated or not seen.
 */
import type { Chart } from '../common/chart.ts';
import { percent, withInterval } from '../common/format.ts';
import type { AuditRecords, Estimate, LeakyItem } from '../common/input.ts';
import { itemDotsChart } from './itemDots.ts';

const SHOWN = 20;
/** Of more groups the dots of a row cannot be told apart: then the lowest and the highest stand for all. */
const MOST_DOTS = 7;

export function leakyItemsChart(records: AuditRecords): Chart | undefined {
  const items = records.items.slice(0, SHOWN);
  const first = items[0];
  if (first === undefined) return undefined;
  const title = 'The items that leak most';
  const reading = readingOf(first);
  if (records.spec.protocol === 'open') {
    return itemDotsChart({
      id: 'items',
      title,
      reading,
      description:
        `Dot plot of the ${items.length} items that gave most away. Horizontal: by what factor answers changed the odds of the true group, on average. One row per ` +
        `item, one dot for people who have seen and rated it, one for those who have not. ${reading} The table of items has all figures.`,
      labels: ['seen and rated', 'not seen'],
      items: items.map((item) => ({
        title: item.title,
        places: [item.worth.rated, item.worth.skipped].map(({ bits }) => bits && 2 ** bits.value),
        askedEarly: item.askedEarly,
      })),
      axisTitle: 'factor on the odds of the true group (1: nothing learned)',
    });
  }
  const labels = records.data.labels.map(({ label }) => label);
  if (labels.length > MOST_DOTS) {
    return itemDotsChart({
      id: 'items',
      title,
      reading: `${reading} Dots: the group that rates an item lowest, and the one that rates it highest; the table names them.`,
      description:
        `Dot plot of the ${items.length} items that gave most away. Horizontal: bias of a group, in rating points. One row per ` +
        `item, with the lowest and the highest of ${labels.length} groups. ${reading} The table of items names these groups.`,
      labels: ['lowest group', 'highest group'],
      items: items.map((item) => ({
        title: item.title,
        places: [Math.min(...item.biases), Math.max(...item.biases)],
        askedEarly: item.askedEarly,
      })),
      axisTitle: 'bias of the group, in rating points',
    });
  }
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

function readingOf({ title, askedEarly, worth }: LeakyItem): string {
  const asked = `it was asked among the first ten questions in ${percent(askedEarly)} of the interviews`;
  const kinds = [
    ...(worth.rated.bits
      ? [`on average a rating of it multiplied the odds of the true group by ${factor(worth.rated.bits)}`]
      : []),
    ...(worth.skipped.bits ? [`not having seen it, by ${factor(worth.skipped.bits)}`] : []),
  ];
  return `“${title}” gave most away: ${[asked, ...kinds].join('; ')}.`;
}

/** Bits towards the truth as what they do to the odds: each bit doubles them. */
const factor = ({ value, low, high }: Estimate) => withInterval({ value: 2 ** value, low: 2 ** low, high: 2 ** high });
