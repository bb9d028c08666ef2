/**
 * Records of a leak matrix with plausible curves, invented by formulas: for tests and for looking at the report without
 * an audit. Nothing in them was measured.
 */
import type { AttackerDescription, Finding, LeakMatrixRecords } from '../../src/audit/index.ts';
import { leakMatrixSpec } from '../../src/audit/index.ts';
import { around } from './findings.ts';

const USERS = 6022;

function curve(
  attacker: string,
  target: string,
  variant: 'real' | 'shuffled',
  top: number,
  questions: number,
): Finding[] {
  return Array.from({ length: questions + 1 }, (_, length): Finding => {
    const value = 0.5 + top * (1 - Math.exp(-length / 6));
    const half = length === 0 ? 0 : 0.014;
    const { low, high } = around(value, 1.5 * half);
    return {
      target,
      exposure: 'questions',
      length,
      attacker,
      variant,
      cohort: 'survivors',
      people: USERS,
      auc: { ...around(value, half), band: { low, high } },
      accuracy: around(value, half),
      logLoss: around(0.6, 0.01),
      brier: around(0.4, 0.01),
      calibrationError: 0.02,
      confidence: value,
      ...(variant === 'real' ? { judged: true } : {}),
    };
  });
}

/** The curves at their end, with wider bounds. */
function headlineOf(curves: readonly Finding[], questions: number): Finding[] {
  const ends = curves.filter(({ length }) => length === questions);
  return ends.map(({ target, exposure, length, attacker, variant, people, auc }) => {
    const { value, low, high } = auc!;
    const bounds = { low: value - 0.02, high: value + 0.02 };
    const place = { target, exposure, length, attacker, variant, people };
    return { ...place, auc: { value, low, high, bounds }, detectable: 0.54, judged: true };
  });
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
  const aimed = { exposure: 'questions', strategy: 'targeted' } as const;
  const baselines: Readonly<Record<string, string>> = { popularity: 'popular items', random: 'items at random' };
  const rows: readonly AttackerDescription[] = [
    ...attributes.map((name) => ({ id: `target:${name}`, label: `asked for ${name}`, ...aimed, target: name })),
    ...spec.baselines.map((strategy) => {
      return { id: strategy, label: baselines[strategy]!, exposure: 'questions', strategy };
    }),
    ...attributes.map((name) => {
      return { id: `dedicated:${name}`, label: `a model of ${name} alone`, ...aimed, target: name, watches: [name] };
    }),
  ];
  const topOf = ({ id, target: aim }: AttackerDescription, attribute: string) =>
    aim === attribute ? 0.27 : aim !== undefined ? past : id === 'popularity' ? 0.16 : 0.06;
  const real = rows.flatMap((row) =>
    (row.watches ?? attributes).flatMap((attribute) =>
      curve(row.id, attribute, 'real', topOf(row, attribute), spec.maxQuestions),
    ),
  );
  const headline = headlineOf(real, spec.maxQuestions);
  const leak = headline.some(({ auc }) => auc!.bounds!.low > 0.5);
  const control = rows
    .filter(({ target, watches }) => target !== undefined && watches === undefined)
    .flatMap(({ id }) =>
      attributes.flatMap((attribute) => curve(id, attribute, 'shuffled', -0.004, spec.maxQuestions)),
    );
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
    attackers: rows,
    findings: [...real, ...(shuffled ? control : []), ...headline],
    verdict: { leak, possible: false, tests: [{ name: 'attackers', pValue: leak ? 0.002 : 0.4, level: 0.05 }] },
    comparisons: attributes.flatMap((target) =>
      spec.compareAt.map((length) => ({
        target,
        length,
        first: `dedicated:${target}`,
        second: `target:${attributes.find((other) => other !== target)}`,
        difference: around(0.12, 0.02),
        pValue: 0.002,
      })),
    ),
    asked: rows.map(({ id }) => ({
      attacker: id,
      seen: 0.3,
      items: [
        { id: '1', title: 'Clerks (1994)', share: 1 },
        { id: '2', title: 'Emma (1996)', share: 0.4 },
      ],
    })),
    provenance: { version: '0.0.0', finished: '2026-01-01T00:00:00.000Z' },
  };
}
