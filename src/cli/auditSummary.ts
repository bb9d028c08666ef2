/** The records of an audit in a few lines of text. */
import type { AuditRecords, Estimate } from '../audit/index.ts';
import { count } from './output.ts';

const SHOWN = [1, 5, 10, 20, 50, 100];

export function summaryLines(records: AuditRecords): string[] {
  const { data, contenders } = records;
  const width = Math.max(...contenders.map(({ label }) => label.length), 'shuffled labels'.length);
  const questions = SHOWN.filter((question) => question <= records.spec.maxQuestions);
  const row = (label: string, id: string, variant: 'real' | 'shuffled') => {
    const { points } = records.curves.find(
      (curve) => curve.contender === id && curve.variant === variant && curve.cohort === 'survivors',
    )!;
    return `${label.padEnd(width)}  ${questions.map((question) => figure(points[question]?.auc).padEnd(22)).join('  ')}`;
  };
  return [
    `${data.attribute} of ${count(data.users)} people from ${count(data.ratings)} ratings of ${count(data.items)} items: AUC after so many questions`,
    `${''.padEnd(width)}  ${questions.map((question) => String(question).padEnd(22)).join('  ')}`,
    ...contenders.map(({ label, id }) => row(label, id, 'real')),
    ...records.spec.shuffled.map((id) => row('shuffled labels', id, 'shuffled')),
    '',
    'Whole histories: AUC, accuracy',
    ...records.fullHistory
      .filter(({ variant }) => variant === 'real')
      .map(({ classifier, auc, accuracy }) => `${classifier.padEnd(width)}  ${figure(auc)}  ${figure(accuracy)}`),
    ...plantedLines(records),
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
