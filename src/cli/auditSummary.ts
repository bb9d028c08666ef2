/** The records of an audit in a few lines of text: the verdict first, then who found what. */
import type { AuditRecords, Estimate } from '../audit/index.ts';
import { answerText } from '../report/index.ts';
import { count } from './output.ts';

const SHOWN = [1, 5, 10, 20, 50, 100];
const COLUMN = 22;

export function summaryLines(records: AuditRecords): string[] {
  const { data } = records;
  return [
    `${data.attribute} of ${count(data.users)} people from ${count(data.ratings)} ratings of ${count(data.items)} items`,
    ...smallGroupLines(records),
    '',
    answerText(records),
    '',
    ...questionLines(records),
    ...historyLines(records),
    ...plantedLines(records),
  ];
}

/** Who is not in the figures. */
export function smallGroupLines({ data, spec }: Pick<AuditRecords, 'data' | 'spec'>): string[] {
  const present = data.smallGroups.filter(({ users }) => users > 0);
  if (present.length === 0) return [];
  const named = present.map(({ label, users }) => `"${label}" (${count(users)})`).join(', ');
  const done = present.some(({ merged }) => merged) ? 'merged into one group' : 'left out';
  return [`Groups of fewer than ${spec.minGroup} people were ${done}: ${named}.`];
}

function questionLines(records: AuditRecords): string[] {
  const { contenders, curves, spec } = records;
  const curveOf = (id: string, variant: 'real' | 'shuffled') =>
    curves.find((curve) => curve.contender === id && curve.variant === variant && curve.cohort === 'survivors')!;
  const longest = Math.max(...contenders.map(({ id }) => curveOf(id, 'real').points.length)) - 1;
  const questions = SHOWN.filter((question) => question <= longest);
  const width = Math.max(...contenders.map(({ label }) => label.length), 'shuffled labels'.length);
  const row = (label: string, id: string, variant: 'real' | 'shuffled') => {
    const { points } = curveOf(id, variant);
    return `${label.padEnd(width)}  ${questions.map((question) => figure(points[question]?.auc).padEnd(COLUMN)).join('  ')}`.trimEnd();
  };
  return [
    'AUC after so many questions',
    `${''.padEnd(width)}  ${questions.map((question) => String(question).padEnd(COLUMN)).join('  ')}`.trimEnd(),
    ...contenders.map(({ label, id }) => row(label, id, 'real')),
    ...spec.shuffled.map((id) => row('shuffled labels', id, 'shuffled')),
  ];
}

function historyLines({ headlines, fullHistory }: AuditRecords): string[] {
  const history = headlines.find(({ kind }) => kind === 'history');
  if (history === undefined) return [];
  const width = Math.max(...history.attackers.map(({ label }) => label.length));
  return [
    '',
    'Whole histories: AUC, accuracy',
    ...history.attackers.map(({ id, label, auc }) => {
      const accuracy = fullHistory.find(({ classifier, variant }) => classifier === id && variant === 'real')?.accuracy;
      return `${label.padEnd(width)}  ${figure(auc)}  ${figure(accuracy)}`;
    }),
  ];
}

function plantedLines({ planted }: AuditRecords): string[] {
  if (planted === undefined) return [];
  const { questions, implied, measured, impliedByTraining } = planted;
  return [
    '',
    `Planted leak, true parameters, a fixed list of ${questions} questions: theory ${implied.toFixed(3)}, measured ${figure(measured)} (theory with trained parameters ${impliedByTraining.toFixed(3)})`,
  ];
}

function figure(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '–';
  return `${estimate.value.toFixed(3)} [${estimate.low.toFixed(3)}, ${estimate.high.toFixed(3)}]`;
}
