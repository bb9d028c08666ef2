/** The records of an audit in a few lines of text. */
import type { AuditRecords, Estimate } from '../audit/index.ts';
import { setAside } from '../report/index.ts';
import { count } from './output.ts';

const SHOWN = [1, 5, 10, 20, 50, 100];
const WIDTH = 22;

export function summaryLines(records: AuditRecords): string[] {
  const { data, contenders } = records;
  const width = Math.max(...contenders.map(({ label }) => label.length), 'shuffled labels'.length);
  const line = (label: string, cells: readonly string[]) =>
    `${label.padEnd(width)}  ${cells.map((cell) => cell.padEnd(WIDTH)).join('  ')}`;
  const questions = askedOf(records);
  const row = (label: string, id: string, variant: 'real' | 'shuffled') => {
    const { points } = records.curves.find(
      (curve) => curve.contender === id && curve.variant === variant && curve.cohort === 'survivors',
    )!;
    return line(
      label,
      questions.map((question) => figure(points[question]?.auc)),
    );
  };
  return [
    `${data.attribute} of ${count(data.users)} people from ${count(data.ratings)} ratings of ${count(data.items)} items: AUC after so many questions`,
    line('', questions.map(String)),
    ...contenders.map(({ label, id }) => row(label, id, 'real')),
    ...records.spec.shuffled.map((id) => row('shuffled labels', id, 'shuffled')),
    '',
    'Whole histories: AUC, accuracy',
    ...records.fullHistory
      .filter(({ variant }) => variant === 'real')
      .map(({ classifier, auc, accuracy }) => `${classifier.padEnd(width)}  ${figure(auc)}  ${figure(accuracy)}`),
    ...ratingErrorLines(records, line),
    ...plantedLines(records),
  ];
}

/** Numbers of questions that enough people could be asked for a figure, by whomever. */
function askedOf({ curves, spec }: AuditRecords): number[] {
  const last = Math.max(...curves.map(({ points }) => points.at(-1)?.questions ?? 0));
  return SHOWN.filter((question) => question <= Math.min(last, spec.maxQuestions));
}

function ratingErrorLines(
  { ratingErrors, contenders, spec }: AuditRecords,
  line: (label: string, cells: readonly string[]) => string,
): string[] {
  const measured = ratingErrors[0]?.points.map(({ questions }) => questions) ?? [];
  const questions = measured.filter((question) => question === 0 || SHOWN.includes(question));
  if (questions.length < 2) return [];
  const row = (label: string, id: string, which: 'rmse' | 'itemMeans') => {
    const points = ratingErrors.find(({ contender }) => contender === id)?.points ?? [];
    return line(
      label,
      questions.map((question) => figure(points.find((point) => point.questions === question)?.[which])),
    );
  };
  return [
    '',
    `What the recommender gains: RMSE of ${setAside(spec)}, after so many questions`,
    line('', questions.map(String)),
    ...contenders.map(({ label, id }) => row(label, id, 'rmse')),
    row('item means', ratingErrors[0]!.contender, 'itemMeans'),
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
