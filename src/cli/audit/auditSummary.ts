/** The records of an audit in a few lines of text: the verdict first, then who found what. */
import type { AuditRecords, Estimate, Variant } from '../../audit/index.ts';
import { answerOf, counted, largestGroup, setAside } from '../../report/index.ts';
import { smallGroupLines } from './smallGroups.ts';

const SHOWN = [1, 5, 10, 20, 50, 100];
const COLUMN = 22;

export function summaryLines(records: AuditRecords): string[] {
  const { data } = records;
  const { verdict, found, meaning, behind } = answerOf(records);
  return [
    `${data.attribute} of ${counted(data.users, 'person', 'people')} from ${counted(data.ratings, 'rating')} of ${counted(data.items, 'item')}`,
    ...smallGroupLines(records),
    '',
    ...[verdict, found, meaning, behind].filter((text) => text !== '').flatMap((text) => [text, '']),
    ...questionLines(records),
    ...historyLines(records),
    ...ratingErrorLines(records),
    ...plantedLines(records),
  ];
}

/** A row of figures under the numbers of questions. */
function rowMaker({ contenders }: AuditRecords): (label: string, cells: readonly string[]) => string {
  const width = Math.max(...contenders.map(({ label }) => label.length), 'shuffled labels'.length);
  return (label, cells) => `${label.padEnd(width)}  ${cells.map((cell) => cell.padEnd(COLUMN)).join('  ')}`.trimEnd();
}

function questionLines(records: AuditRecords): string[] {
  const { contenders, curves, spec } = records;
  const line = rowMaker(records);
  const last = Math.max(...curves.map(({ points }) => points.at(-1)?.questions ?? 0));
  const questions = SHOWN.filter((question) => question <= last);
  const row = (label: string, id: string, variant: 'real' | 'shuffled') => {
    const curve = curves.find((one) => one.contender === id && one.variant === variant && one.cohort === 'survivors')!;
    return line(
      label,
      questions.map((question) => figure(curve.points[question]?.auc)),
    );
  };
  return [
    'AUC by number of questions',
    line('', questions.map(String)),
    ...contenders.map(({ label, id }) => row(label, id, 'real')),
    ...spec.shuffled.map((id) => row('shuffled labels', id, 'shuffled')),
  ];
}

function ratingErrorLines(records: AuditRecords): string[] {
  const { ratingErrors, contenders, spec } = records;
  const line = rowMaker(records);
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
    `What the recommender gains: RMSE of ${setAside(spec)}, by number of questions`,
    line('', questions.map(String)),
    ...contenders.map(({ label, id }) => row(label, id, 'rmse')),
    row('item means', ratingErrors[0]!.contender, 'itemMeans'),
  ];
}

function historyLines({ headlines, fullHistory, data }: AuditRecords): string[] {
  const history = headlines.find(({ kind }) => kind === 'history');
  if (history === undefined) return [];
  const width = Math.max(...history.attackers.map((attacker) => attacker.label.length));
  const { label, share } = largestGroup(data.labels);
  return [
    '',
    `Whole histories: AUC, accuracy (naming the largest group, "${label}", for everybody: ${(100 * share).toFixed(1)}%), AUC with shuffled labels`,
    ...history.attackers.map(({ id, label: name, auc }) => {
      const of = (wanted: Variant) =>
        fullHistory.find(({ classifier, variant }) => classifier === id && variant === wanted);
      const accuracy = percentFigure(of('real')?.accuracy).padEnd('79.1% [78.1, 80.1]'.length);
      return `${name.padEnd(width)}  ${figure(auc)}  ${accuracy}  ${figure(of('shuffled')?.auc)}`;
    }),
  ];
}

function plantedLines({ planted }: AuditRecords): string[] {
  if (planted === undefined) return [];
  const { questions, implied, measured, impliedByTraining } = planted;
  return [
    '',
    `Planted leak, true parameters, a fixed list of ${counted(questions, 'question')}: theory ${implied.toFixed(3)}, measured ${figure(measured)} (theory with trained parameters ${impliedByTraining.toFixed(3)})`,
  ];
}

function percentFigure(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '–';
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((share) => (100 * share).toFixed(1));
  return `${value}% [${low}, ${high}]`;
}

function figure(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '–';
  return `${estimate.value.toFixed(3)} [${estimate.low.toFixed(3)}, ${estimate.high.toFixed(3)}]`;
}
