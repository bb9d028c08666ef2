/** The tables of the page about the detector. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { normalCdf } from '../../../maths/index.ts';
import { count, counted, decimal, percent, percentWithInterval, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import type { Html } from '../../page/html.ts';
import { type Column, table } from '../../page/table.ts';
import { askerName, pointsOf, policyName, shareOf, whenOf } from './detectorLookup.ts';

/** Which attribute a row is about, where there are several. */
function aboutColumn<Row extends { readonly attribute?: string }>({ model }: DetectorRecords): Column<Row>[] {
  if (model.attributes.length === 1) return [];
  return [{ heading: 'About', cell: ({ attribute }) => attribute ?? 'any, corrected', text: true }];
}

export function alarmTable(records: DetectorRecords): Html {
  const { falseAlarms, spec } = records;
  return table(
    'False alarms in figures',
    `Allowed: ${percent(spec.level)}. Intervals of ${percent(spec.coverage)}. “At any time”: someone checks after every question up to the last.`,
    [
      { heading: 'Questions', cell: ({ policy }) => policyName(policy), text: true },
      ...aboutColumn(records),
      { heading: 'Checked', cell: whenOf, text: true },
      { heading: 'Alarms', cell: ({ alarms }) => count(alarms) },
      { heading: 'Interviews', cell: ({ interviews }) => count(interviews) },
      {
        heading: 'Share',
        cell: (row) => {
          const { value, low, high } = shareOf(row, records);
          return `${percent(value, 1)} [${decimal(100 * low, 1)}, ${decimal(100 * high, 1)}]`;
        },
      },
    ],
    falseAlarms,
  );
}

export function powerTable(records: DetectorRecords): Html {
  const { spec, figures, askers } = records;
  type Row = (typeof figures)[number];
  const always = (value: number) => (value === 1 ? 'always' : value === 0 ? 'never' : percent(value));
  const share = ({ questionnaires }: Row, found: Estimate) =>
    questionnaires === 1 ? always(found.value) : percentWithInterval(found);
  const lengths = spec.compareAt.map(
    (questions): Column<Row> => ({
      heading: `After ${questions}`,
      cell: (row) => share(row, pointsOf(records, row.asker, row.attribute)[questions - 1]!.noticed),
    }),
  );
  return table(
    'Who is noticed',
    `Share of ${counted(spec.attacks, 'interview')} with a p-value of at most ${percent(spec.level)}, in percent, with intervals of ${percent(spec.coverage)}; “always” and “never” where everyone is asked the same. Until alarm: the median number of questions. For the fixed lists nothing is controlled: an alarm about one of them is neither false nor right.`,
    [
      {
        heading: 'Questions',
        cell: ({ asker }) => askerName(askers.find(({ id }) => id === asker)!),
        text: true,
      },
      ...aboutColumn(records),
      ...lengths,
      { heading: 'At any time', cell: (row) => share(row, shareOf(row.alarmed, records)) },
      {
        heading: 'Until alarm',
        cell: ({ medianQuestions }) =>
          medianQuestions === undefined ? `> ${spec.questions}` : String(medianQuestions),
      },
    ],
    figures,
  );
}

export function leakTable(records: DetectorRecords): Html {
  const { spec, figures, askers } = records;
  type Row = (typeof figures)[number];
  const pointAt = ({ asker, attribute }: Row, questions: number) => pointsOf(records, asker, attribute)[questions - 1]!;
  const lengths = spec.compareAt.flatMap((questions): Column<Row>[] => [
    { heading: `AUC after ${questions}`, cell: (row) => withInterval(pointAt(row, questions).auc, 3) },
    { heading: 'Implied', cell: (row) => decimal(pointAt(row, questions).impliedAuc ?? Number.NaN, 3) },
  ]);
  return table(
    'What they learn',
    `AUC over ${counted(spec.attacks, 'person', 'people')} drawn from the model, with intervals of ${percent(spec.coverage)}, and what the questions imply before anyone answers.`,
    [
      { heading: 'Questions', cell: ({ asker }) => askerName(askers.find(({ id }) => id === asker)!), text: true },
      ...aboutColumn(records),
      ...lengths,
    ],
    figures,
  );
}

export function boundTable(records: DetectorRecords): Html {
  const { spec, bounds, model } = records;
  const rows = bounds.filter(({ questions }) => spec.compareAt.includes(questions));
  type Row = (typeof rows)[number];
  const twoValued = ({ attribute }: Row) =>
    model.attributes.find(({ name }) => name === attribute)!.labels.length === 2;
  // Of two groups, D says how often two people are ranked correctly.
  const distance = (row: Row, value: number) =>
    twoValued(row) ? `${decimal(value)} (${decimal(normalCdf(value / Math.SQRT2))})` : decimal(value);
  return table(
    'What passes, in figures',
    'Separation in standard deviations; in brackets, for two groups, the AUC that it implies.',
    [
      { heading: 'Questions', cell: ({ questions }) => String(questions) },
      ...aboutColumn<Row>(records),
      {
        heading: 'Usual',
        cell: ({ benign }) => `${decimal(Math.min(...benign))} to ${decimal(Math.max(...benign))}`,
      },
      { heading: 'Most that passes', cell: (row) => distance(row, row.unnoticed) },
      { heading: 'Aimed', cell: (row) => distance(row, row.aimed) },
    ],
    rows,
  );
}
