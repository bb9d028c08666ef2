/** The records of an audit of a number in a few lines of text. */
import type { Estimate, NumericRecords } from '../../audit/index.ts';
import { asksFor, counted, HISTORY_METHODS, numericAnswer } from '../../report/index.ts';

const SHOWN = [0, 1, 5, 10, 20, 50, 100];

export function numericSummary(records: NumericRecords): string[] {
  const { data, spec, strategies, planted, test } = records;
  const unit = spec.unit === '' ? '' : ` in ${spec.unit}`;
  const curves = records.curves.filter(({ cohort }) => cohort === 'survivors');
  const names = curves.map(({ strategy, variant }) =>
    variant === 'shuffled' ? 'shuffled numbers' : strategies.find(({ name }) => name === strategy)!.label,
  );
  const width = Math.max(...names.map((name) => name.length), 'knowing nothing'.length);
  const questions = SHOWN.filter((question) => question <= spec.maxQuestions);
  const row = (name: string, cell: (question: number) => string) =>
    `${name.padEnd(width)}  ${questions.map((question) => cell(question).padEnd(20)).join(' ')}`.trimEnd();
  const [first] = curves;
  return [
    `${data.attribute} of ${counted(data.users, 'person', 'people')} from ${counted(data.ratings, 'rating')} of ${counted(data.items, 'item')}`,
    '',
    numericAnswer(records),
    '',
    `Mean absolute error${unit} by number of questions`,
    row('', String),
    ...curves.map(({ points }, n) => row(names[n]!, (question) => figure(points[question]?.mae, 2))),
    row('knowing nothing', (question) => first?.points[question]?.blind.median.toFixed(2) ?? '–'),
    '',
    `Half of the guesses are off by at most this much${unit}`,
    ...curves.map(({ points }, n) => row(names[n]!, (question) => figure(points[question]?.halfWithin, 2))),
    row('knowing nothing', (question) => first?.points[question]?.blind.halfWithin.toFixed(2) ?? '–'),
    '',
    'R2, the share explained',
    ...curves.map(({ points }, n) => row(names[n]!, (question) => figure(points[question]?.r2, 3))),
    '',
    `Share inside the ${Math.round(100 * spec.coverage)}% interval, and its width${unit}`,
    row(names[0]!, (question) => figure(first?.points[question]?.coverage, 3)),
    row('', (question) => first?.points[question]?.width.toFixed(1) ?? '–'),
    '',
    'Whole histories: mean absolute error, R2',
    ...records.fullHistory.map(
      ({ method, variant, mae, r2 }) =>
        `${figure(mae, 2)}  ${figure(r2, 3)}  ${HISTORY_METHODS[method]}${variant === 'shuffled' ? ', shuffled numbers' : ''}`,
    ),
    ...(test === undefined
      ? []
      : [
          '',
          `Whole histories, in any shape: found, by chance (${counted(test.shuffles, 'shuffle')}), p; all together p = ${test.pValue.toFixed(3)}`,
          ...test.statistics.map((one) => {
            const found = one.bounds ? figure({ value: one.value, ...one.bounds }, 3) : one.value.toFixed(3);
            const reads = one.features === 'squares' ? ', from extreme answers' : '';
            return `${found}  ${one.shuffledMean.toFixed(3)}  ${one.pValue.toFixed(3)}  ${asksFor(records, one)}${reads}`;
          }),
        ]),
    ...(planted === undefined
      ? []
      : [
          '',
          `Planted number, true parameters, a fixed list of ${counted(planted.questions, 'question')}: R2 by theory ${planted.implied.r2.toFixed(3)}, measured ${figure(planted.measured.r2, 3)} (theory with trained parameters ${planted.impliedByTraining.r2.toFixed(3)})`,
        ]),
  ];
}

function figure(estimate: Estimate | undefined, digits: number): string {
  if (estimate === undefined) return '–';
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => part.toFixed(digits));
  return `${value} [${low}, ${high}]`;
}
