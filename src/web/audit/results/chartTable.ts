/** The figures behind a chart as a table; undefined where the chart says it all. */
import { type AuditRecords, type Estimate, findingsWith, type NumericRecords } from '../../../audit/index.ts';
import { type Chart, leadOf } from '../../../report/index.ts';

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
  const { findings, attackers } = records;
  const last = Math.min(10, records.spec.maxQuestions);
  const rows = attackers.flatMap(({ id, label, exposure }) =>
    (['real', 'shuffled'] as const).flatMap((variant) => {
      const cohort = exposure === 'questions' ? ('survivors' as const) : undefined;
      const found = findingsWith(findings, 'accuracy', { attacker: id, exposure, variant, cohort, group: undefined });
      const one = found.filter(({ length = 0 }) => length <= last).at(-1);
      if (one === undefined) return [];
      const from = one.length === undefined ? 'everything they rated' : `${one.length} questions`;
      const who = variant === 'shuffled' ? `${label}, shuffled (control)` : label;
      return [[who, from, interval(one.auc!), percentInterval(one.accuracy)]];
    }),
  );
  return { heads: ['Who', 'From', 'AUC', 'Right'], rows };
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

function reliabilityTable(records: AuditRecords): FigureTable {
  const lead = leadOf(records).id;
  return {
    heads: ['Questions', 'Says it is sure', 'Is right', 'People'],
    rows: records.reliability
      .filter(({ attacker }) => attacker === lead)
      .flatMap(({ length, bins }) =>
        bins.map(({ stated, right, people }) => [
          String(length),
          percent(stated),
          percentInterval(right),
          people.toLocaleString('en'),
        ]),
      ),
  };
}

function typeTable(records: AuditRecords): FigureTable {
  const { confusions, data, findings } = records;
  const lead = leadOf(records).id;
  const labels = data.labels.map(({ label }) => label);
  const { length, counts = [] } = confusions.filter(({ attacker }) => attacker === lead).at(-1) ?? {};
  const told = findingsWith(findings, 'auc', { attacker: lead, length, cohort: 'survivors' });
  return {
    heads: ['Group', 'AUC', ...labels.map((label) => `guessed ${label}`)],
    rows: counts.map((row, at) => [
      labels[at]!,
      interval(told.find(({ group }) => group === labels[at])!.auc),
      ...row.map((count) => count.toLocaleString('en')),
    ]),
  };
}
