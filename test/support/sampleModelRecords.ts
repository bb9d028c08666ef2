/**
 * Records of an audit of a recommender with plausible figures, invented by formulas: for tests and for looking at the
 * report without an audit. Nothing in them was measured.
 */
import { type Finding, type ModelAuditRecords, modelAuditSpec } from '../../src/audit/index.ts';
import { recommenderNamed } from '../../src/factorization/index.ts';
import { classifierNamed } from '../../src/inference/index.ts';
import { around, boundedAround } from './findings.ts';
import { replicatesAround } from './sampleRecords.ts';

const USERS = 6022;
const TOPS = [1, 2, 5, 10, 20, 50, 100];
const ATTACKERS = ['stack', 'kernelRidge', 'logistic', 'boosted'];
const LOST = [0, 0.006, 0.012, 0.03];

type Seen = Pick<Finding, 'exposure' | 'length' | 'defence' | 'strength'>;

/** `bounds`: of anchors there are none. */
function attackersAt(seen: Seen, best: number, bounds = true): Finding[] {
  return ATTACKERS.flatMap((attacker, rank): Finding[] => {
    // Where there is nothing to find, nobody is worse than guessing.
    const value = Math.max(best - LOST[rank]!, Math.min(best, 0.5));
    const own = { target: 'gender', ...seen, attacker, people: USERS };
    const found = {
      ...own,
      variant: 'real',
      aucByFold: value,
      accuracy: around(0.71 + (best - 0.5) / 4, 0.01),
      balancedAccuracy: around(0.5 + (best - 0.5) / 2, 0.01),
    } as const;
    return [
      bounds
        ? {
            ...found,
            auc: boundedAround(value, 0.018, 0.026),
            detectable: 0.53,
            judged: true,
            ...(rank === 0 ? { replicates: replicatesAround(best) } : {}),
          }
        : { ...found, auc: around(value, 0.018) },
      {
        ...own,
        variant: 'shuffled',
        auc: around(0.5 + 0.004 * Math.sin(1000 * value), 0.02),
        shuffles: attacker === 'logistic' ? 5 : 1,
      },
    ];
  });
}

function anchor(name: string, auc: number, ndcg: number, catalogue: number): Finding[] {
  const seen = { exposure: `lists of ${name}`, length: 10 };
  return [
    ...attackersAt(seen, auc, false),
    {
      target: 'gender',
      ...seen,
      variant: 'real',
      people: USERS,
      ndcg: around(ndcg, 0.006),
      recall: around(ndcg + 0.02, 0.006),
      catalogue,
      aucDifference: around(0.71 - auc, 0.015),
      pValue: 0.01,
    },
  ];
}

/** `leak`: how much there is to find, 1 for as much as in films. `defended`: also after a defence. */
export function sampleModelRecords(leak = 1, defended = false): ModelAuditRecords {
  const aucOf = (top: number) => 0.5 + leak * 0.09 * Math.log10(1 + 15 * top);
  const views: readonly (readonly [Seen, number])[] = [
    [{ exposure: 'userVectors' }, 0.5 + 0.36 * leak],
    ...TOPS.map((length) => [{ exposure: 'lists', length }, aucOf(length)] as const),
  ];
  const before = views.flatMap(([seen, auc]) => attackersAt(seen, auc));
  const withheld = { defence: 'withhold', strength: 0.4 };
  // Six hundredths less everywhere.
  const after = views.flatMap(([seen, auc]): Finding[] => [
    ...attackersAt({ ...seen, ...withheld }, auc - 0.06),
    {
      target: 'gender',
      ...seen,
      ...withheld,
      variant: 'real',
      people: USERS,
      aucDifference: around(-0.06, 0.015),
      pValue: 0.01,
    },
  ]);
  const anchors = ['popularity', 'itemNeighbours', 'ease', 'implicitFactors'];
  return {
    format: 'ulterior-model-audit',
    version: 1,
    spec: modelAuditSpec({ attribute: 'gender', anchors }),
    data: {
      source: 'ml-1m:data',
      attribute: 'gender',
      users: USERS,
      leftOut: 12,
      labels: [
        { label: 'F', users: 1705 },
        { label: 'M', users: 4317 },
      ],
      smallGroups: [{ label: 'X', users: 12, merged: false }],
      ratings: { users: USERS, items: 3043, ratings: 995_154 },
      fingerprint: '0'.repeat(64),
      people: '1'.repeat(64),
    },
    surfaces: [
      { kind: 'userVectors', file: 'factors.safetensors', dimension: 64, missing: 0, unknown: 0 },
      { kind: 'lists', file: 'lists.csv', items: 1880, longest: 100, missing: 0, unknown: 18 },
    ],
    attackers: ATTACKERS.map((id) => ({ id, label: classifierNamed(id).label, exposure: 'surfaces' })),
    findings: [
      ...(defended ? before.map(({ judged: _, ...finding }) => finding) : before),
      ...(defended ? after : []),
      { target: 'gender', exposure: 'lists', length: 10, variant: 'real', people: USERS, catalogue: 0.3 },
      ...anchor('popularity', 0.55, 0.12, 0.02),
      ...anchor('itemNeighbours', 0.66, 0.19, 0.2),
      ...anchor('ease', 0.705, 0.24, 0.33),
      ...anchor('implicitFactors', 0.69, 0.21, 0.41),
    ],
    headlineTop: 10,
    verdict: {
      leak: leak > 0,
      possible: false,
      tests: [{ name: 'attackers', pValue: leak > 0 ? 0.002 : 0.8, level: 0.05 }],
    },
    anchors: anchors.map((name) => ({ name, label: recommenderNamed(name).label })),
    ...(defended
      ? {
          afterDefence: {
            name: 'withhold',
            label: 'Withholding',
            strength: 0.4,
            verdict: {
              leak: true,
              possible: false,
              tests: [{ name: 'attackers' as const, pValue: 0.002, level: 0.05 }],
            },
          },
        }
      : {}),
    provenance: { version: '0.0.0', finished: '2026-01-02T03:04:05.000Z' },
  };
}
