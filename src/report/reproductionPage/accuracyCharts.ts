/** How often the guess is right against the number of questions: alone, and beside how sure it is. */

import { exact, type LineChart, lineChart, linePoints, linesDomain } from '../charts/lineChart.ts';
import type { Line } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { counted, listed, percent, percentWithInterval } from '../common/format.ts';
import type { AuditRecords, Estimate } from '../common/input.ts';
import {
  colourOf,
  contendersOf,
  curveOf,
  headlineQuestions,
  leadOf,
  nameOf,
  type Point,
  pointAt,
} from '../common/lookup.ts';

type SurePoint = Point<'accuracy' | 'confidence'>;

const curve = (records: AuditRecords, id: string) => curveOf(records, 'accuracy', id) as SurePoint[];

export function accuracyChart(records: AuditRecords): Chart | undefined {
  const lines = linesOf(records, ({ accuracy }) => accuracy);
  const reading = readingOf(records, ({ accuracy }) => percentWithInterval(accuracy));
  const explore = { unit: 'percent', quantity: 'guessed right', start: headlineQuestions(records) } as const;
  const yTitle = 'share of people who are guessed right';
  return chartOf('accuracy', 'How often the guess is right', reading, { lines, yTitle, explore });
}

/** No explorer: a mean confidence is a mean over everybody, without an interval to look up. */
export function meanConfidenceChart(records: AuditRecords): Chart | undefined {
  const sure = linesOf(records, ({ confidence }) => exact(confidence));
  const right = linesOf(records, ({ accuracy }) => accuracy).map((line) => ({
    ...line,
    label: `${line.label}, right`,
    dashed: true,
  }));
  const reading = readingOf(
    records,
    ({ confidence, accuracy }) => `${percent(confidence)} sure and ${percent(accuracy.value)} right`,
  );
  const yTitle = 'mean confidence (dashed: share that is right)';
  return chartOf('mean-confidence', 'How sure and how right', reading, { lines: [...sure, ...right], yTitle });
}

function linesOf(records: AuditRecords, figureOf: (point: SurePoint) => Estimate) {
  return contendersOf(records).flatMap(({ id }): Line[] => {
    const points = linePoints(curve(records, id), figureOf);
    if (points.length === 0) return [];
    const lead = id === leadOf(records).id;
    return [{ label: nameOf(records, id), colour: colourOf(records, id), palette: 'contenders', lead, points }];
  });
}

function chartOf(
  id: string,
  title: string,
  reading: string,
  plot: Pick<LineChart, 'lines' | 'yTitle' | 'explore'>,
): Chart | undefined {
  if (plot.lines.every(({ points }) => points.length === 0)) return undefined;
  const description =
    `Line chart. Horizontal: questions answered. Vertical: ${plot.yTitle}. One line for each way of choosing ` +
    `questions. ${reading}`;
  const y = linesDomain(plot.lines, 0.1);
  return lineChart({ id, title, reading, description }, { ...plot, y, yFormat: '.0%' });
}

function readingOf(records: AuditRecords, wordsOf: (point: SurePoint) => string): string {
  const questions = headlineQuestions(records);
  const words = contendersOf(records).flatMap(({ id }) => {
    const point = pointAt(curve(records, id), questions);
    return point === undefined ? [] : [`${nameOf(records, id)} ${wordsOf(point)}`];
  });
  return `After ${counted(questions, 'question')}: ${listed(words)}.`;
}
