/** The figures behind a chart as a table; undefined where the chart says it all. */
import type { AuditRecords, Estimate, NumericRecords } from '../../../audit/index.ts';
import type { Chart } from '../../../report/index.ts';

/** Of groups or of a number. */
export type AuditedRecords = AuditRecords | NumericRecords;

interface FigureTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const decimal = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(0)}%` : '–');
const interval = ({ value, low, high }: Estimate, digits = 2) =>
  `${decimal(value, digits)} [${decimal(low, digits)}, ${decimal(high, digits)}]`;
const percentInterval = ({ value, low, high }: Estimate) =>
  `${percent(value)} [${decimal(100 * low, 0)}, ${decimal(100 * high, 0)}]`;

export function chartTable(chart: Chart, records: AuditedRecords): FigureTable | undefined {
  if (chart.explorable !== undefined) return lineTable(chart.explorable);
  if (records.format === 'ulterior-numeric-audit') return chart.id === 'items' ? slopeTable(records) : undefined;
  switch (chart.id) {
    case 'headline':
      return headlineTable(records);
    case 'items':
      return itemTable(records);
    case 'reliability':
      return reliabilityTable(records);
    case 'confusion':
    case 'auc-by-type':
      return typeTable(records);
    default:
      return undefined;
  }
}

function lineTable({ series, questions, figures, unit }: NonNullable<Chart['explorable']>): FigureTable {
  return {
    heads: ['Questions', ...series.map(({ label }) => label)],
    rows: questions.map((asked, at) => [
      String(asked),
      ...figures[at]!.map((figure) => {
        if (figure === null) return '–';
        const [value, low, high] = figure;
        return unit === 'percent' ? percentInterval({ value, low, high }) : interval({ value, low, high }, 3);
      }),
    ]),
  };
}

function headlineTable(records: AuditRecords): FigureTable {
  const { curves, contenders, fullHistory } = records;
  const name = (id: string) => contenders.find((contender) => contender.id === id)?.label ?? id;
  const last = Math.min(10, records.spec.maxQuestions);
  const asked = curves
    .filter(({ cohort }) => cohort === 'survivors')
    .flatMap(({ contender, variant, points }) => {
      const point = points.filter(({ questions }) => questions <= last).at(-1);
      if (point === undefined) return [];
      const label = variant === 'shuffled' ? `${name(contender)}, shuffled (control)` : name(contender);
      return [[label, `${point.questions} questions`, interval(point.auc), percentInterval(point.accuracy)]];
    });
  const histories = fullHistory.map(({ classifier, variant, auc, accuracy }) => [
    `${classifier}${variant === 'shuffled' ? ', shuffled (control)' : ''}`,
    'everything they rated',
    interval(auc),
    percentInterval(accuracy),
  ]);
  return { heads: ['Who', 'From', 'AUC', 'Right'], rows: [...asked, ...histories] };
}

function itemTable({ items, data }: AuditRecords): FigureTable {
  return {
    heads: [
      'Item',
      'Asked early',
      'A rating told, bits',
      '“Don’t know it” told, bits',
      'Gap',
      ...data.labels.map(({ label }) => `Leaning of ${label}`),
      'Ratings',
    ],
    rows: items.map(({ title, gap, biases, ratings, askedEarly, worth }) => [
      title,
      percent(askedEarly),
      worth.rated.bits ? interval(worth.rated.bits) : '–',
      worth.skipped.bits ? interval(worth.skipped.bits) : '–',
      decimal(gap),
      ...biases.map((bias) => decimal(bias)),
      ratings.toLocaleString('en'),
    ]),
  };
}

function slopeTable({ items, data: { percentiles, attribute } }: NumericRecords): FigureTable {
  const [low, high] = [percentiles[10]!, percentiles[90]!].map(
    (value) => `Rating at ${attribute} ${decimal(value, 1)}`,
  );
  return {
    heads: ['Item', 'Asked early', low!, high!, 'Slope', 'Standard error', 'Ratings'],
    rows: items.map(({ title, slope, error, low: below, high: above, ratings, askedEarly }) => [
      title,
      percent(askedEarly),
      decimal(below),
      decimal(above),
      decimal(slope, 4),
      decimal(error, 4),
      ratings.toLocaleString('en'),
    ]),
  };
}

function reliabilityTable({ reliability, contenders }: AuditRecords): FigureTable {
  return {
    heads: ['Questions', 'Says it is sure', 'Is right', 'People'],
    rows: reliability
      .filter(({ contender }) => contender === contenders[0]!.id)
      .flatMap(({ questions, bins }) =>
        bins.map(({ stated, right, users }) => [
          String(questions),
          percent(stated),
          percentInterval(right),
          users.toLocaleString('en'),
        ]),
      ),
  };
}

function typeTable({ typeFigures, data, contenders }: AuditRecords): FigureTable {
  const labels = data.labels.map(({ label }) => label);
  const figures = typeFigures.filter(({ contender }) => contender === contenders[0]!.id).at(-1);
  return {
    heads: ['Group', 'AUC', ...labels.map((label) => `guessed ${label}`)],
    rows: (figures?.confusion ?? []).map((row, at) => [
      labels[at]!,
      interval(figures!.aucs[at]!),
      ...row.map((count) => count.toLocaleString('en')),
    ]),
  };
}
