/** How well one attribute is told, question by question, for every way of asking. */

import { axisDomain, explorableLines, type Line, type LinePlot, lineLayers, nameRoom } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { counted, withInterval } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { framed, frameFor, type Layout } from '../common/layout.ts';
import { leakAt, leakCurveOf, leakHeadline, rowName } from './leakLookup.ts';

const CONTROL_NAME = 'shuffled (control)';

export function watchedChart(records: LeakMatrixRecords, attribute: string): Chart | undefined {
  const lines = linesOf(records, attribute);
  if (lines.length === 0) return undefined;
  const questions = leakHeadline(records);
  const figure = (row: string) => leakAt(records, row, attribute, questions);
  const said = records.rows.flatMap(({ id, kind }) => {
    const auc = figure(id);
    return kind === 'dedicated' || auc === undefined ? [] : [`${rowName(records, id)} ${withInterval(auc)}`];
  });
  const title = `How fast ${attribute} becomes known`;
  const reading = `AUC of ${attribute} after ${counted(questions, 'question')}: ${said.join('; ')}.`;
  const plot: LinePlot = {
    lines,
    y: axisDomain(
      lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
      0.05,
      [0.45, 0.6],
    ),
    yTitle: `AUC of ${attribute}`,
    yFormat: '.2f',
    reference: { at: 0.5, text: 'guessing' },
    xTitle: 'questions asked',
  };
  const frame = (layout: Layout) =>
    frameFor(layout, reading, { height: 340, phoneHeight: 290, right: nameRoom(lines) });
  return {
    id: `watched-${records.spec.attributes.indexOf(attribute)}`,
    title,
    reading,
    description:
      `Line chart. Horizontal: questions asked, 0 to ${records.spec.questions}. Vertical: area under the ROC curve of ${attribute}. ` +
      `One line for each way of choosing questions, with its interval, and a grey band for the control. ${reading}`,
    legend: lines,
    frame,
    spec: (layout) => framed({ title, reading }, layout, frame(layout), lineLayers(plot, layout, frame(layout))),
    explorable: explorableLines(plot, {
      unit: 'decimal',
      quantity: `AUC of ${attribute}`,
      note: 'with intervals (the control: band)',
      start: questions,
    }),
  };
}

/** A colour belongs to a way of asking, in every chart; all models of one attribute share theirs. */
function linesOf(records: LeakMatrixRecords, attribute: string): Line[] {
  const { rows } = records;
  const firstDedicated = rows.findIndex(({ kind }) => kind === 'dedicated');
  const lines = rows.flatMap(({ id, kind, target }, at): Line[] => {
    const curve = leakCurveOf(records, id, attribute);
    if (curve === undefined) return [];
    return [
      {
        label: rowName(records, id),
        colour: kind === 'dedicated' ? firstDedicated : at,
        palette: 'contenders',
        lead: kind === 'target' && target === attribute,
        points: curve.points.map(({ questions, auc: { value, low, high } }) => ({ questions, value, low, high })),
      },
    ];
  });
  const control = leakCurveOf(records, `target:${attribute}`, attribute, 'shuffled');
  if (control === undefined) return lines;
  const points = control.points.map(({ questions, auc }) => ({
    questions,
    value: auc.value,
    low: auc.bandLow,
    high: auc.bandHigh,
  }));
  return [...lines, { label: CONTROL_NAME, colour: 'control', palette: 'contenders', points }];
}
