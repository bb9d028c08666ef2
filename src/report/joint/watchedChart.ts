/** How well one attribute is told, question by question, for every way of asking. */

import { lineChart, linePoints, linesDomain } from '../charts/lineChart.ts';
import type { Line } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { counted, withInterval } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
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
  const words = {
    id: `watched-${records.spec.attributes.indexOf(attribute)}`,
    title,
    reading,
    description:
      `Line chart. Horizontal: questions asked, 0 to ${records.spec.maxQuestions}. Vertical: area under the ROC curve of ${attribute}. ` +
      `One line for each way of choosing questions, with its interval, and a grey band for the control. ${reading}`,
  };
  const quantity = `AUC of ${attribute}`;
  return lineChart(words, {
    lines,
    y: linesDomain(lines, 0.05, [0.45, 0.6]),
    yTitle: quantity,
    yFormat: '.2f',
    reference: { at: 0.5, text: 'guessing' },
    xTitle: 'questions asked',
    height: 340,
    phoneHeight: 290,
    explore: { unit: 'decimal', quantity, note: 'with intervals (the control: band)', start: questions },
  });
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
        points: linePoints(curve.points, ({ auc }) => auc),
      },
    ];
  });
  const control = leakCurveOf(records, `target:${attribute}`, attribute, 'shuffled');
  if (control === undefined) return lines;
  const points = linePoints(control.points, ({ auc: { value, bandLow: low, bandHigh: high } }) => ({
    value,
    low,
    high,
  }));
  return [...lines, { label: CONTROL_NAME, colour: 'control', palette: 'contenders', points }];
}
