/** Cumulative distributions of several experiments in one plot, as the paper draws them. */

import { gapAt } from '../charts/gaps.ts';
import { type Chart, layeredChart, type Series } from '../common/chart.ts';
import { count, decimal } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { cumulativeLines, namesRoom } from './cumulativeLines.ts';
import type { Distribution, ExhibitOf, FinishedRun } from './exhibit.ts';

interface Quantity {
  readonly title: string;
  /** What a share of all does not exceed; undefined where the records have nothing. */
  readonly at: (records: AuditRecords, share: number) => number | undefined;
  /** Shares shown. */
  readonly from: number;
  readonly log: boolean;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly words: (value: number) => string;
  /** Before the words for each experiment, at the share that is read off. */
  readonly reading: string;
  readonly readAt: number;
}

const gaps: Quantity = {
  title: 'How much the items leak',
  at: ({ gaps }, share) => (gaps.length < 2 ? undefined : gapAt(gaps, share)),
  from: 0,
  log: false,
  xTitle: 'type gap, in rating points',
  yTitle: 'share of items with at most that gap',
  words: (value) => decimal(value),
  reading: 'Half of the items have a type gap of at most',
  readAt: 0.5,
};

const QUANTITIES: Readonly<Record<Distribution, Quantity>> = {
  ratingsPerUser: {
    title: 'Ratings per person',
    at: ({ data: { ratingsPerUser } }, share) => ratingsPerUser[Math.round(share * (ratingsPerUser.length - 1))],
    from: 0,
    log: true,
    xTitle: 'ratings of a person (logarithmic)',
    yTitle: 'share of people with at most this many',
    words: count,
    reading: 'Half of the people rated at most',
    readAt: 0.5,
  },
  gaps,
  topGaps: {
    ...gaps,
    title: 'The fifth of the items that leak most',
    from: 0.8,
    reading: 'One item in a hundred has a type gap above',
    readAt: 0.99,
  },
};

/** Points on a line. */
const POINTS = 100;

export function distributionChart(exhibit: ExhibitOf<'distribution'>, runs: readonly FinishedRun[]): Chart | undefined {
  const quantity = QUANTITIES[exhibit.of];
  const shown = runs.filter(({ records }) => quantity.at(records, 1) !== undefined);
  if (shown.length === 0) return undefined;
  const values = shown.map(({ experiment, records }) => {
    return `${quantity.words(quantity.at(records, quantity.readAt)!)} (${experiment.title})`;
  });
  const reading = `${quantity.reading} ${values.join('; ')}.`;
  const legend: Series[] = shown.map(({ experiment }, colour) => ({
    label: experiment.title,
    colour,
    palette: 'contenders',
  }));
  const shares = Array.from({ length: POINTS + 1 }, (_, step) => quantity.from + ((1 - quantity.from) * step) / POINTS);
  const points = shown.map(({ records }) => shares.map((share) => ({ x: quantity.at(records, share)!, share })));
  const description =
    `Cumulative distributions, one line for each of the data. Horizontal: ${quantity.xTitle}. ` +
    `Vertical: ${quantity.yTitle}. ${reading}`;
  return layeredChart(
    { id: exhibit.id, title: quantity.title, reading, description, legend },
    { height: 300, phoneHeight: 260, right: namesRoom(legend) },
    (layout, frame) => cumulativeLines({ ...quantity, legend, points }, layout, frame),
  );
}
