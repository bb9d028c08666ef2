/** How the leak is spread over the catalogue: cumulative distribution of the gaps between groups, whole and its upper fifth. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { count, decimal, percent } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { type CumulativePlot, cumulativeLayers } from './cumulative.ts';

/** Points on the line; a catalogue may have many more items. */
const POINTS = 160;

export function gapChart(records: AuditRecords, part: 'all' | 'top' = 'all'): Chart | undefined {
  const { gaps } = records;
  if (gaps.length < 2) return undefined;
  const from = part === 'top' ? 0.8 : 0;
  const reading = part === 'top' ? topReading(gaps) : allReading(gaps);
  const points = sampled(gaps, from);
  const words = {
    id: part === 'top' ? 'gaps-top' : 'gaps',
    title: part === 'top' ? 'The fifth of the items that leak most' : 'How much the items leak',
    reading,
    description:
      'Cumulative distribution. Horizontal: half the distance between the largest and the smallest bias of a group for an ' +
      `item. Vertical: share of the ${count(gaps.length)} items with at most that gap. ${reading}`,
  };
  const plot: CumulativePlot = {
    points,
    y: [from, 1],
    xTitle: 'gap between the groups, in rating points',
    yTitle: 'share of items with at most that gap',
    log: false,
    xFormat: '.2~f',
  };
  const room = { height: 250, phoneHeight: 220, right: 20 };
  return layeredChart(words, room, (_, frame) => cumulativeLayers(plot, frame));
}

/** The gap that a share of the items does not exceed. */
export function gapAt(gaps: readonly number[], share: number): number {
  return gaps[Math.min(gaps.length - 1, Math.max(0, Math.ceil(share * gaps.length) - 1))]!;
}

function sampled(gaps: readonly number[], from: number) {
  const steps = Math.min(POINTS, gaps.length);
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = from + ((1 - from) * at) / steps;
    return { x: gapAt(gaps, share), share };
  });
}

function allReading(gaps: readonly number[]): string {
  return (
    `Half of the ${count(gaps.length)} items have a gap of at most ${decimal(gapAt(gaps, 0.5))} rating points between the groups; ` +
    `${percent(0.05)} have one above ${decimal(gapAt(gaps, 0.95))}.`
  );
}

function topReading(gaps: readonly number[]): string {
  return (
    `In the upper fifth the gap between the groups grows from ${decimal(gapAt(gaps, 0.8))} to ${decimal(gaps.at(-1)!)} rating points: ` +
    `an interviewer who picks from the upper ${percent(0.01)} works with gaps above ${decimal(gapAt(gaps, 0.99))}.`
  );
}
