/**
 * Records of a leak matrix with plausible curves, invented by formulas: for tests and for looking at the report without
 * an audit. Nothing in them was measured.
 */
import type { CurvePoint, Estimate, LeakHeadline, LeakMatrixRecords, LeakRow } from '../../src/audit/index.ts';
import { leakMatrixSpec } from '../../src/audit/index.ts';

const USERS = 6022;
const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half });

function curve(
  row: string,
  attribute: string,
  variant: 'real' | 'shuffled',
  top: number,
  questions: number,
): LeakMatrixRecords['curves'][number] {
  const points = Array.from({ length: questions + 1 }, (_, asked): CurvePoint => {
    const value = 0.5 + top * (1 - Math.exp(-asked / 6));
    const half = asked === 0 ? 0 : 0.014;
    return {
      questions: asked,
      users: USERS,
      auc: { ...around(value, half), bandLow: value - 1.5 * half, bandHigh: value + 1.5 * half },
      accuracy: around(value, half),
      logLoss: around(0.6, 0.01),
      brier: around(0.4, 0.01),
      calibrationError: 0.02,
      confidence: value,
    };
  });
  return { contender: row, attribute, variant, cohort: 'survivors', points };
}

/** The curves at their end, with wider bounds. */
function headlineOf(curves: LeakMatrixRecords['curves'], questions: number): LeakHeadline {
  const leaks = curves.map(({ contender: row, attribute, points }) => {
    const { value, low, high } = points[questions]!.auc;
    return {
      row,
      attribute,
      auc: { value, low, high },
      bounds: { low: value - 0.02, high: value + 0.02 },
      detectable: 0.54,
    };
  });
  const leak = leaks.some(({ bounds }) => bounds.low > 0.5);
  const tests = [{ name: 'attackers' as const, pValue: leak ? 0.002 : 0.4, level: 0.05 }];
  return { questions, users: USERS, leaks, verdict: { leak, possible: false, tests } };
}

export interface SampleLeakOptions {
  readonly attributes?: readonly string[];
  readonly shuffled?: boolean;
  /** How much is told past the aim, as AUC above 0.5 in the end. */
  readonly past?: number;
}

export function sampleLeakRecords(options: SampleLeakOptions = {}): LeakMatrixRecords {
  const { attributes = ['gender', 'age'], shuffled = true, past = 0.15 } = options;
  const spec = leakMatrixSpec({ attributes, shuffled });
  const target = (name: string): LeakRow => ({
    id: `target:${name}`,
    kind: 'target',
    strategy: 'targeted',
    target: name,
    attributes,
  });
  const dedicated = (name: string): LeakRow => ({
    id: `dedicated:${name}`,
    kind: 'dedicated',
    strategy: 'targeted',
    target: name,
    attributes: [name],
  });
  const baseline = (strategy: string): LeakRow => ({ id: strategy, kind: 'baseline', strategy, attributes });
  const rows = [...attributes.map(target), ...spec.baselines.map(baseline), ...attributes.map(dedicated)];
  const topOf = ({ id, target: aim }: LeakRow, attribute: string) =>
    aim === attribute ? 0.27 : aim !== undefined ? past : id === 'popularity' ? 0.16 : 0.06;
  const real = rows.flatMap((row) =>
    row.attributes.map((attribute) => curve(row.id, attribute, 'real', topOf(row, attribute), spec.maxQuestions)),
  );
  const control = rows
    .filter(({ kind }) => kind === 'target')
    .flatMap(({ id }) => attributes.map((attribute) => curve(id, attribute, 'shuffled', -0.004, spec.maxQuestions)));
  return {
    format: 'ulterior-leak-matrix',
    version: 1,
    spec,
    data: {
      source: 'invented sample (no audit was run)',
      users: USERS,
      leftOut: 18,
      leftOutBy: attributes.map((attribute) => ({ attribute, withoutValue: 18, smallGroups: [], minGroup: 20 })),
      items: 3043,
      ratings: 995154,
      attributes: attributes.map((name) => ({
        name,
        labels: [
          { label: `${name} one`, users: 4319 },
          { label: `${name} two`, users: 1703 },
        ],
      })),
      associations: attributes.flatMap((from) =>
        attributes.filter((to) => to !== from).map((to) => ({ from, to, cramersV: 0.03, auc: 0.512 })),
      ),
      fingerprint: '9b1c0f4e2a7d5586c3e8f0a91d24b7c6658e3f12ab90cd77e4510f6a2b8c9d3e',
    },
    rows,
    headline: headlineOf(real, spec.maxQuestions),
    curves: shuffled ? [...real, ...control] : real,
    comparisons: attributes.flatMap((attribute) =>
      spec.compareAt.map((questions) => ({
        questions,
        attribute,
        first: `dedicated:${attribute}`,
        second: `target:${attributes.find((other) => other !== attribute)}`,
        difference: around(0.12, 0.02),
        pValue: 0.002,
      })),
    ),
    asked: rows.map(({ id }) => ({
      row: id,
      seen: 0.3,
      items: [
        { id: '1', title: 'Clerks (1994)', share: 1 },
        { id: '2', title: 'Emma (1996)', share: 0.4 },
      ],
    })),
    provenance: { version: '0.0.0', finished: '2026-01-01T00:00:00.000Z' },
  };
}
