/** What a study of a questionnaire found, for the terminal. */
import {
  type LargestLeak,
  type ListFigures,
  leakOfStudy,
  limitKept,
  type QuestionnaireStudy,
  worstQuestions,
} from '../../defence/index.ts';
import { cautionTexts, counted, kindWords, shownAttacker, verdictTexts } from '../../report/index.ts';
import { count } from '../shared/output.ts';

export function questionnaireLines(study: QuestionnaireStudy): string[] {
  return [
    ...verdictTexts(study).flatMap((text) => [text, '']),
    ...(study.data === undefined ? [] : cautionTexts(study.data).flatMap((text) => [text, ''])),
    ...questionLines(study),
    '',
    ...impliedLines(study),
    ...measuredLines(study),
    '',
    ...controlLines(study),
    ...agendaLines(study),
    ...verdictLines(study),
  ];
}

/** What was measured with bounds that hold for all attackers at once. */
const attackWords = ({ attribute, group, auc, bounds, basis, attacker }: LargestLeak) =>
  `${attribute}${group === undefined ? '' : ` (“${group}”)`} with an AUC of ${bounds === undefined ? auc.toFixed(3) : interval({ value: auc, ...bounds })} (${basis}, ${shownAttacker(attacker)})`;

/** Of the list in question, first the question that gives away most. */
function questionLines({ subject }: QuestionnaireStudy): string[] {
  const names = subject.leaks.map(({ attribute, kind }) => `${attribute}, ${kindWords[kind]}`);
  const column = columnOf(names);
  const heads = names.map((name) => name.padStart(column));
  const worth = subject.worth === undefined ? '' : '  worth';
  return [
    `${subject.label}: ${counted(subject.questions.length, 'question')}; D² that goes without each, and share of what is taught`,
    `${'item'.padEnd(WIDTH)}  seen${heads.join('')}${worth}`,
    ...worstQuestions(subject).map(({ title, seen, leaks, worth: own }) => {
      const figures = leaks.map(({ dropped }) => dropped.toFixed(3).padStart(column)).join('');
      return `${cut(title)}  ${percent(seen)}${figures}${own === undefined ? '' : `  ${percent(own.dropped)}`}`;
    }),
  ];
}

const WIDTH = 38;
/** Room for a figure with its interval, and for the names above. */
const columnOf = (names: readonly string[]) => Math.max(22, ...names.map((name) => name.length + 2));
const cut = (text: string) => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text).padEnd(WIDTH);
const percent = (share: number) => `${(100 * share).toFixed(1)}%`.padStart(5);

const listsOf = ({ subject, compared, curve }: QuestionnaireStudy): readonly ListFigures[] => [
  ...new Map([subject, ...compared, ...curve].map((list) => [list.id, list])).values(),
];

/** The share is that of the largest D² in the largest D² of the designer without a budget. */
function impliedLines(study: QuestionnaireStudy): string[] {
  const names = study.subject.leaks.map(({ attribute, kind }) => `D² ${attribute}, ${kindWords[kind]}`);
  const column = columnOf(names);
  const heads = names.map((name) => name.padStart(column));
  const unlimited = study.curve.at(-1);
  return [
    `${'what the models imply'.padEnd(WIDTH)}${heads.join('')}${unlimited === undefined ? '' : '   share  worth'}`,
    ...listsOf(study).map((list) => {
      const cells = list.leaks.map(
        ({ squaredDistance, auc }) => `${squaredDistance.toFixed(3)} (AUC ${auc.toFixed(3)})`,
      );
      const share = unlimited === undefined ? '' : `${(100 * (largest(list) / largest(unlimited))).toFixed(0)}%`;
      const taught = unlimited === undefined ? '' : `${share.padStart(8)}  ${percent(list.worth!.cut)}`;
      return `${cut(list.label)}${cells.map((cell) => cell.padStart(column)).join('')}${taught}`;
    }),
  ];
}

const largest = ({ leaks }: ListFigures) => Math.max(...leaks.map(({ squaredDistance }) => squaredDistance));

/** What people gave away, and how well their ratings were predicted. */
function measuredLines(study: QuestionnaireStudy): string[] {
  const { subject, measurement } = study;
  if (measurement === undefined || subject.measured === undefined) return [];
  const names = [
    ...subject.measured.attacks.map(({ attribute, attacker }) => `${attribute}, ${shownAttacker(attacker)}`),
    'RMSE',
    'change',
  ];
  const column = columnOf(names);
  return [
    '',
    `${'AUC when people are asked'.padEnd(WIDTH)}${names.map((name) => name.padStart(column)).join('')}`,
    ...listsOf(study).map(({ label, measured }) => {
      const { attacks, rmse, rmseChange } = measured!;
      const change = `${signed(rmseChange.value)} [${signed(rmseChange.low)}, ${signed(rmseChange.high)}]`;
      const cells = [...attacks.map(({ auc }) => interval(auc)), interval(rmse), change];
      return `${cut(label)}${cells.map((cell) => cell.padStart(column)).join('')}`;
    }),
    `Nothing asked: RMSE ${interval(measurement.rmseWithout)}; ${counted(measurement.people, 'person', 'people')}, ${counted(measurement.heldOut, 'rating')} that no list asks for.`,
  ];
}

const interval = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
const signed = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}%`;

function controlLines({ subject }: QuestionnaireStudy): string[] {
  const controls = (subject.measured?.attacks ?? []).flatMap(({ attribute, attacker, control }) =>
    control === undefined ? [] : [`${attribute}, ${shownAttacker(attacker)} ${interval(control)}`],
  );
  return controls.length === 0 ? [] : [`Control (shuffled labels): ${controls.join('; ')}`];
}

function agendaLines({ agenda, spec }: QuestionnaireStudy): string[] {
  if (agenda.length === 0) return [];
  const said = agenda.map(({ attribute, kind, pValue }) => `${attribute}, ${kindWords[kind]} p = ${pValue.toFixed(4)}`);
  return [`Looks aimed (against ${count(spec.agendaSamples)} benign lists of each policy): ${said.join('; ')}`];
}

const limitWords = {
  kept: 'kept',
  'not shown': 'not shown to be kept, because the bounds reach above it',
  broken: 'not kept',
} as const;

function verdictLines(study: QuestionnaireStudy): string[] {
  const { subject, curve, spec } = study;
  const strongest = leakOfStudy(study);
  const over = strongest.basis === 'measured' ? `; bounds over all attackers, up to ${strongest.upTo.toFixed(3)}` : '';
  const kept = limitKept(study);
  const limit = kept === undefined ? '' : `; the limit is ${spec.maxAuc}: ${limitWords[kept]}`;
  const unlimited = curve.at(-1);
  const share =
    unlimited === undefined || unlimited.id === subject.id
      ? []
      : [
          `Largest D² ${largest(subject).toFixed(3)}: ${(100 * (largest(subject) / largest(unlimited))).toFixed(0)}% of that of the designer without a budget (${largest(unlimited).toFixed(3)})`,
        ];
  const failed =
    'excess' in subject && subject.excess > 0
      ? [
          `No list of ${counted(subject.questions.length, 'question')} was found that keeps below an AUC of ${spec.maxAuc}: this is the one that gives away least. Ask fewer questions, or allow more.`,
        ]
      : [];
  return [`The strongest attack: ${attackWords(strongest)}${over}${limit}.`, ...share, ...failed];
}
