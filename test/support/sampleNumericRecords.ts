/**
 * Records of a number with plausible curves, invented by formulas: for tests and for looking at the report without an
 * audit. Nothing in them was measured.
 */
import { type Finding, type NumericRecords, numericAuditDefaults } from '../../src/audit/index.ts';
import { around } from './findings.ts';

const USERS = 940;
const STRATEGIES = [
  {
    name: 'varianceReduction',
    label: 'Exact',
    summary: 'the question that takes most off the variance',
    top: 0.2,
    speed: 8,
  },
  { name: 'steepest', label: 'Steepest', summary: 'items whose rating changes most first', top: 0.19, speed: 9 },
  { name: 'random', label: 'Random', summary: 'items in random order', top: 0.13, speed: 30 },
] as const;

const banded = (value: number, half: number) => {
  const { low, high } = around(value, 1.5 * half);
  return { ...around(value, half), band: { low, high } };
};

const PLACE = { target: 'age', variant: 'real' } as const;

function figures(questions: number, explained: number) {
  const mae = 10 * Math.sqrt(1 - explained) - 0.1;
  const half = questions === 0 ? 0 : 0.03;
  return {
    mae: banded(mae, 0.4),
    rmse: around(12.2 * Math.sqrt(1 - explained), 0.5),
    r2: banded(explained, half),
    coverage: around(0.91 - questions / 5000, 0.02),
    width: 40 * Math.sqrt(1 - explained),
    blindMean: 10.1 - questions / 100,
    blindMedian: 9.9 - questions / 100,
    halfWithin: around(0.85 * mae, 0.5),
    blindHalfWithin: 8.5,
  };
}

function curves(maxQuestions: number): Finding[] {
  return STRATEGIES.flatMap(({ name: attacker, top, speed }, at) =>
    (['survivors', 'fixed'] as const).flatMap((cohort): Finding[] => {
      const users = (questions: number) =>
        cohort === 'fixed' ? 560 : Math.round(USERS - 380 * (questions / maxQuestions) ** 2);
      const curve = (variant: Finding['variant'], explained: (questions: number) => number) =>
        Array.from({ length: maxQuestions + 1 }, (_, length): Finding => {
          const place = { ...PLACE, exposure: 'questions', length, attacker, variant, cohort };
          return { ...place, people: users(length), ...figures(length, explained(length)) };
        });
      const real = curve('real', (questions) => top * (1 - Math.exp(-questions / speed)));
      return at > 0 ? real : [...real, ...curve('shuffled', (questions) => 0 - 0.00004 * questions)];
    }),
  );
}

const HISTORY = {
  ...PLACE,
  exposure: 'histories',
  people: USERS,
  blindMean: 10.1,
  blindMedian: 9.9,
  blindHalfWithin: 8.5,
};
const BAND = { ...PLACE, exposure: 'bands', length: 10, people: USERS };

export function sampleNumericRecords(
  options: { maxQuestions?: number; titles?: readonly string[] } = {},
): NumericRecords {
  const { maxQuestions = 50, titles = [] } = options;
  const invented = Array.from({ length: 30 }, (_, n) => titles[n] ?? `A film with a title (${1960 + n})`);
  return {
    format: 'ulterior-numeric-audit',
    version: 1,
    spec: {
      ...numericAuditDefaults,
      attribute: 'age',
      unit: 'years',
      strategies: STRATEGIES.map(({ name }) => name),
      maxQuestions,
    },
    data: {
      source: 'an invented sample',
      attribute: 'age',
      users: USERS,
      items: 1600,
      ratings: 99_000,
      mean: 34.1,
      deviation: 12.2,
      percentiles: Array.from({ length: 101 }, (_, percent) => Math.round(10 + 0.6 * percent)),
      histogram: Array.from({ length: 13 }, (_, bar) => ({
        from: 5 + 5 * bar,
        to: 10 + 5 * bar,
        count: Math.round(150 * Math.exp(-((bar - 5) ** 2) / 10)),
      })),
      ratingsPerUser: Array.from({ length: 101 }, (_, percent) => 20 + percent * 5),
      fingerprint: '0123456789abcdef'.repeat(4),
    },
    verdict: {
      leak: true,
      possible: false,
      tests: [
        { name: 'attackers', pValue: 0.002, level: 0.01 },
        { name: 'permutation', pValue: 1 / 401, level: 0.04 },
      ],
    },
    test: {
      shuffles: 400,
      pValue: 1 / 401,
      cuts: [27, 40],
      statistics: [
        { features: 'ratings', measure: 'explained', value: 0.2, shuffledMean: -0.01, pValue: 1 / 401 },
        { features: 'ratings', measure: 'ranks', value: 0.45, shuffledMean: 0, pValue: 1 / 401 },
        ...[0.7, 0.55, 0.72].map((value, band) => ({
          features: 'ratings' as const,
          measure: 'band' as const,
          band,
          value,
          bounds: { low: value - 0.05, high: value + 0.05 },
          shuffledMean: 0.5,
          pValue: 1 / 401,
        })),
      ],
      detectable: { ranks: 0.12, band: 0.58 },
    },
    attackers: [
      ...STRATEGIES.map(({ name, label, summary }) => {
        return { id: name, label, exposure: 'questions', strategy: name, summary };
      }),
      { id: 'filter', label: 'the attacker, on all ratings', exposure: 'histories' },
      { id: 'ridgeOnPresence', label: 'ridge regression on which items were rated', exposure: 'histories' },
    ],
    findings: [
      ...curves(maxQuestions),
      {
        ...HISTORY,
        attacker: 'filter',
        mae: around(8.7, 0.4),
        rmse: around(11, 0.4),
        r2: around(0.16, 0.04),
        halfWithin: around(7.4, 0.5),
        coverage: around(0.9, 0.02),
      },
      {
        ...HISTORY,
        attacker: 'ridgeOnPresence',
        mae: around(7.5, 0.3),
        rmse: around(9.6, 0.4),
        r2: around(0.4, 0.04),
        halfWithin: around(6.4, 0.5),
      },
      { ...BAND, attacker: 'mostLikely', mae: around(10.1, 0.4), maeDifference: around(-1.1, 0.3) },
      { ...BAND, attacker: 'weighted', mae: around(10, 0.4), maeDifference: around(-1, 0.3) },
    ],
    comparisons: [
      {
        target: 'age',
        length: 10,
        first: 'varianceReduction',
        second: 'random',
        difference: around(-0.9, 0.2),
        pValue: 0.004,
      },
      {
        target: 'age',
        length: 10,
        first: 'varianceReduction',
        second: 'steepest',
        difference: around(-0.02, 0.1),
        pValue: 0.6,
      },
    ],
    cuts: [18, 25, 35],
    items: invented.map((title, n) => {
      const slope = (n % 4 === 0 ? 1 : -1) * (0.017 - 0.0004 * n);
      return {
        id: `i${n}`,
        title,
        slope,
        error: 0.004,
        low: 3.5 - 16 * slope,
        high: 3.5 + 16 * slope,
        ratings: 500 - 10 * n,
        askedEarly: 0.5 - n / 100,
      };
    }),
    provenance: {
      version: '0.1.0',
      noiseVariances: [0.9, 0.91],
      slopeVariances: [0.006, 0.007],
      finished: '2026-01-02T03:04:05.000Z',
    },
  };
}
