/** How well the attacker tells the groups apart, against the number of questions. */
import type { Chart } from '../common/chart.ts';
import { counted, withInterval } from '../common/format.ts';
import type { AuditRecords, Cohort } from '../common/input.ts';
import { banded } from '../common/leakShown.ts';
import {
  baselineOf,
  colourOf,
  contendersOf,
  controlOf,
  curveOf,
  headlineQuestions,
  leadOf,
  nameOf,
  type Point,
  pointAt,
} from '../common/lookup.ts';
import { CONTROL_NAME, lineChart, linePoints, linesDomain } from './lineChart.ts';
import type { Line } from './lines.ts';

export function aucChart(records: AuditRecords, cohort: Cohort = 'survivors'): Chart | undefined {
  const lead = leadOf(records);
  const curve = curveOf(records, 'auc', lead.id, { cohort });
  if (curve.length === 0) return undefined;
  if (cohort === 'fixed' && nobodyLeaves(curveOf(records, 'auc', lead.id))) return undefined;
  const lines = aucLines(records, cohort);
  const fixed = cohort === 'fixed';
  const reading = readingOf(records, curve, cohort);
  const words = {
    id: fixed ? 'auc-same-people' : 'auc',
    title: fixed ? 'The same people throughout' : 'How well people are told apart, question by question',
    reading,
    description:
      `Line chart. Horizontal: questions answered, 0 to ${lines[0]!.points.at(-1)!.questions}. ` +
      `Vertical: area under the ROC curve. One line for each way of choosing questions, with its interval; a grey band ` +
      `shows the control with shuffled labels. ${reading}`,
  };
  const start = headlineQuestions(records);
  return lineChart(words, {
    lines,
    y: linesDomain(lines, 0.05, [0.45, 0.6]),
    yTitle: 'AUC',
    yFormat: '.2f',
    reference: { at: 0.5, text: 'guessing' },
    height: fixed ? 300 : 380,
    phoneHeight: 300,
    explore: { unit: 'decimal', quantity: 'AUC', note: 'with intervals (the control: band)', start },
  });
}

/** Then the same people are counted throughout anyway. */
export const nobodyLeaves = (curve: readonly { readonly people: number }[]) =>
  curve.length > 0 && curve[0]!.people === curve.at(-1)!.people;

function aucLines(records: AuditRecords, cohort: Cohort): Line[] {
  const lead = leadOf(records).id;
  const lines = contendersOf(records).flatMap(({ id }): Line[] => {
    const curve = curveOf(records, 'auc', id, { cohort });
    if (curve.length === 0) return [];
    const points = linePoints(curve, ({ auc }) => auc);
    return [
      { label: nameOf(records, id), colour: colourOf(records, id), palette: 'contenders', lead: id === lead, points },
    ];
  });
  const control = controlOf(records, 'auc', cohort);
  if (control.length === 0) return lines;
  // The control's band covers its whole curve: a real curve is compared with it at every question at once.
  const points = linePoints(control, ({ auc }) => banded(auc));
  return [...lines, { label: CONTROL_NAME, colour: 'control', palette: 'contenders', points }];
}

function readingOf(records: AuditRecords, curve: readonly Point<'auc'>[], cohort: Cohort): string {
  const questions = headlineQuestions(records);
  const point = pointAt(curve, questions)!;
  const end = curve.at(-1)!;
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, 'auc', baseline.id, { cohort }), questions);
  const people =
    cohort === 'fixed'
      ? ` It counts only the ${counted(end.people, 'person', 'people')} who could answer all ${counted(end.length, 'question')}.`
      : '';
  const against = other && baseline ? `; ${nameOf(records, baseline.id)} reaches ${withInterval(other.auc)}` : '';
  return (
    `After ${counted(point.length, 'question')} ${nameOf(records, point.attacker!)} reaches an AUC of ` +
    `${withInterval(point.auc)}${against}.${people}`
  );
}
