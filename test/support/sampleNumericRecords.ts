/**
 * Records of a number with plausible curves, invented by formulas: for tests and for looking at the report without an
 * audit. Nothing in them was measured.
 */
import type { Curve, Estimate, NumericPoint, NumericRecords } from '../../src/audit/index.ts';
import { numericAuditDefaults } from '../../src/audit/index.ts';

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

const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half });
const banded = (estimate: Estimate, half: number) => ({
  ...estimate,
  bandLow: estimate.value - 1.5 * half,
  bandHigh: estimate.value + 1.5 * half,
});

function point(questions: number, users: number, explained: number): NumericPoint {
  const mae = 10 * Math.sqrt(1 - explained) - 0.1;
  const half = questions === 0 ? 0 : 0.03;
  return {
    questions,
    users,
    mae: banded(around(mae, 0.4), 0.4),
    rmse: around(12.2 * Math.sqrt(1 - explained), 0.5),
    r2: banded(around(explained, half), half),
    coverage: around(0.91 - questions / 5000, 0.02),
    width: 40 * Math.sqrt(1 - explained),
    blind: { mean: 10.1 - questions / 100, median: 9.9 - questions / 100, halfWithin: 8.5 },
    halfWithin: around(0.85 * mae, 0.5),
  };
}

function curves(maxQuestions: number): Curve<NumericPoint>[] {
  return STRATEGIES.flatMap(({ name, top, speed }, at) =>
    (['survivors', 'fixed'] as const).flatMap((cohort): Curve<NumericPoint>[] => {
      const users = (questions: number) =>
        cohort === 'fixed' ? 560 : Math.round(USERS - 380 * (questions / maxQuestions) ** 2);
      const pointsOf = (explained: (questions: number) => number) =>
        Array.from({ length: maxQuestions + 1 }, (_, questions) =>
          point(questions, users(questions), explained(questions)),
        );
      const real = pointsOf((questions) => top * (1 - Math.exp(-questions / speed)));
      const shuffled = pointsOf((questions) => 0 - 0.00004 * questions);
      return [
        { contender: name, variant: 'real', cohort, points: real },
        ...(at === 0 ? [{ contender: name, variant: 'shuffled' as const, cohort, points: shuffled }] : []),
      ];
    }),
  );
}

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
    strategies: STRATEGIES.map(({ name, label, summary }) => ({ name, label, summary })),
    curves: curves(maxQuestions),
    comparisons: [
      { questions: 10, first: 'varianceReduction', second: 'random', difference: around(-0.9, 0.2), pValue: 0.004 },
      { questions: 10, first: 'varianceReduction', second: 'steepest', difference: around(-0.02, 0.1), pValue: 0.6 },
    ],
    bands: {
      cuts: [18, 25, 35],
      figures: [
        {
          questions: 10,
          users: USERS,
          mostLikely: around(10.1, 0.4),
          weighted: around(10, 0.4),
          differences: { mostLikely: around(-1.1, 0.3), weighted: around(-1, 0.3) },
        },
      ],
    },
    fullHistory: [
      {
        method: 'filter',
        variant: 'real',
        users: USERS,
        mae: around(8.7, 0.4),
        rmse: around(11, 0.4),
        r2: around(0.16, 0.04),
        blind: { mean: 10.1, median: 9.9, halfWithin: 8.5 },
        halfWithin: around(7.4, 0.5),
        coverage: around(0.9, 0.02),
      },
      {
        method: 'ridgeOnPresence',
        variant: 'real',
        users: USERS,
        mae: around(7.5, 0.3),
        rmse: around(9.6, 0.4),
        r2: around(0.4, 0.04),
        blind: { mean: 10.1, median: 9.9, halfWithin: 8.5 },
        halfWithin: around(6.4, 0.5),
      },
    ],
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
