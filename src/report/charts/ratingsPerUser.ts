/** How much people rated: cumulative distribution of ratings per user. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { count } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { type CumulativePlot, cumulativeLayers } from './cumulative.ts';

export function ratingsPerUserChart(records: AuditRecords): Chart | undefined {
  const percentiles = records.data.ratingsPerUser;
  if (percentiles.length < 2) return undefined;
  const last = percentiles.length - 1;
  const at = (share: number) => percentiles[Math.round(share * last)]!;
  const reading =
    `Half of the people rated ${count(at(0.5))} items or fewer; one in ten rated ${count(at(0.9))} or more. ` +
    `The fewest are ${count(at(0))}, the most ${count(at(1))}.`;
  const points = percentiles.map((x, place) => ({ x, share: place / last }));
  const words = {
    id: 'ratings-per-user',
    title: 'Ratings per person',
    reading,
    description:
      'Cumulative distribution. Horizontal: ratings per person, logarithmic. Vertical: share of the people with at ' +
      `most that many. ${reading}`,
  };
  const plot: CumulativePlot = {
    points,
    y: [0, 1],
    xTitle: 'ratings per person (logarithmic)',
    yTitle: 'share of people with at most that many',
    log: true,
    xFormat: ',d',
  };
  const room = { height: 250, phoneHeight: 220, right: 20 };
  return layeredChart(words, room, (_, frame) => cumulativeLayers(plot, frame));
}
