/** How well one attribute is told, question by question, for every way of asking. */

import { lineChart, linePoints, linesDomain } from '../charts/lineChart.ts';
import type { Line } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { counted, withInterval } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { banded } from '../common/leakShown.ts';
import { contendersOf, curveOf, nameOf } from '../common/lookup.ts';
import { isAimed, leakAt, leakHeadline } from './leakLookup.ts';

const CONTROL_NAME = 'shuffled (control)';

export function watchedChart(records: LeakMatrixRecords, attribute: string): Chart | undefined {
  const lines = linesOf(records, attribute);
  if (lines.length === 0) return undefined;
  const questions = leakHeadline(records);
  const figure = (row: string) => leakAt(records, row, attribute, questions);
  const said = contendersOf(records).flatMap(({ id, watches }) => {
    const auc = figure(id);
    return watches !== undefined || auc === undefined ? [] : [`${nameOf(records, id)} ${withInterval(auc)}`];
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
  const contenders = contendersOf(records);
  const firstDedicated = contenders.findIndex(({ watches }) => watches !== undefined);
  const lines = contenders.flatMap((contender, at): Line[] => {
    const points = linePoints(curveOf(records, 'auc', contender.id, { target: attribute }), ({ auc }) => auc);
    if (points.length === 0) return [];
    return [
      {
        label: nameOf(records, contender.id),
        colour: contender.watches === undefined ? at : firstDedicated,
        palette: 'contenders',
        lead: isAimed(contender) && contender.target === attribute,
        points,
      },
    ];
  });
  const control = curveOf(records, 'auc', `target:${attribute}`, { target: attribute, variant: 'shuffled' });
  if (control.length === 0) return lines;
  const points = linePoints(control, ({ auc }) => banded(auc));
  return [...lines, { label: CONTROL_NAME, colour: 'control', palette: 'contenders', points }];
}
