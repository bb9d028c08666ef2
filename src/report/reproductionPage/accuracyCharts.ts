/** How often the guess is right against the number of questions: alone, and beside how sure it is. */

import { axisDomain, explorableLines, type Line, type LinePlot, lineLayers, nameRoom } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { counted, listed, percent, percentWithInterval } from '../common/format.ts';
import type { AuditRecords, CurvePoint } from '../common/input.ts';
import { framed, frameFor, type Layout } from '../common/layout.ts';
import { colourOf, curveOf, headlineQuestions, leadOf, nameOf, pointAt } from '../common/lookup.ts';

export function accuracyChart(records: AuditRecords): Chart | undefined {
  const lines = linesOf(records, ({ accuracy }) => accuracy);
  const reading = readingOf(records, ({ accuracy }) => percentWithInterval(accuracy));
  const plot = plotOf(lines, 'share of people who are guessed right');
  const chart = chartOf('accuracy', 'How often the guess is right', reading, plot);
  const start = headlineQuestions(records);
  return (
    chart && { ...chart, explorable: explorableLines(plot, { unit: 'percent', quantity: 'guessed right', start }) }
  );
}

/** No explorer: a mean confidence is a mean over everybody, without an interval to look up. */
export function meanConfidenceChart(records: AuditRecords): Chart | undefined {
  const sure = linesOf(records, ({ confidence }) => ({ value: confidence, low: confidence, high: confidence }));
  const right = linesOf(records, ({ accuracy }) => accuracy).map((line) => ({
    ...line,
    label: `${line.label}, right`,
    dashed: true,
  }));
  const reading = readingOf(
    records,
    ({ confidence, accuracy }) => `${percent(confidence)} sure and ${percent(accuracy.value)} right`,
  );
  const plot = plotOf([...sure, ...right], 'mean confidence (dashed: share that is right)');
  return chartOf('mean-confidence', 'How sure and how right', reading, plot);
}

function linesOf(records: AuditRecords, figureOf: (point: CurvePoint) => Omit<Line['points'][number], 'questions'>) {
  return records.contenders.flatMap(({ id }): Line[] => {
    const curve = curveOf(records, id);
    if (curve === undefined) return [];
    const points = curve.points.map((point) => {
      const { value, low, high } = figureOf(point);
      return { questions: point.questions, value, low, high };
    });
    const lead = id === leadOf(records).id;
    return [{ label: nameOf(records, id), colour: colourOf(records, id), palette: 'contenders', lead, points }];
  });
}

function plotOf(lines: readonly Line[], yTitle: string): LinePlot {
  const figures = lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  return { lines, y: axisDomain(figures, 0.1), yTitle, yFormat: '.0%' };
}

function chartOf(id: string, title: string, reading: string, plot: LinePlot): Chart | undefined {
  if (plot.lines.every(({ points }) => points.length === 0)) return undefined;
  const frame = (layout: Layout) =>
    frameFor(layout, reading, { height: 300, phoneHeight: 260, right: nameRoom(plot.lines) });
  return {
    id,
    title,
    reading,
    description:
      `Line chart. Horizontal: questions answered. Vertical: ${plot.yTitle}. One line for each way of choosing ` +
      `questions. ${reading}`,
    legend: plot.lines,
    frame,
    spec: (layout) => framed({ title, reading }, layout, frame(layout), lineLayers(plot, layout, frame(layout))),
  };
}

function readingOf(records: AuditRecords, wordsOf: (point: CurvePoint) => string): string {
  const questions = headlineQuestions(records);
  const words = records.contenders.flatMap(({ id }) => {
    const point = pointAt(curveOf(records, id), questions);
    return point === undefined ? [] : [`${nameOf(records, id)} ${wordsOf(point)}`];
  });
  return `After ${counted(questions, 'question')}: ${listed(words)}.`;
}
