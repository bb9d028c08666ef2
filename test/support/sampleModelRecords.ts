/**
 * Records of an audit of a recommender with plausible figures, invented by formulas: for tests and for looking at the
 * report without an audit. Nothing in them was measured.
 */
import {
  type AfterDefence,
  type AnchorFigures,
  type Estimate,
  type ModelAuditRecords,
  modelAuditSpec,
  type SurfaceFigure,
  type ViewFigures,
} from '../../src/audit/index.ts';
import { recommenderNamed } from '../../src/factorization/index.ts';
import { classifierNamed } from '../../src/inference/index.ts';
import { replicatesAround } from './sampleRecords.ts';

const USERS = 6022;
const TOPS = [1, 2, 5, 10, 20, 50, 100];
const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half });

function attackersAt(best: number): SurfaceFigure[] {
  const lost: readonly (readonly [string, number])[] = [
    ['stack', 0],
    ['kernelRidge', 0.006],
    ['logistic', 0.012],
    ['boosted', 0.03],
  ];
  return lost.map(([id, less]) => {
    // Where there is nothing to find, nobody is worse than guessing.
    const value = Math.max(best - less, Math.min(best, 0.5));
    return {
      id,
      label: classifierNamed(id).label,
      auc: around(value, 0.018),
      bounds: { low: value - 0.026, high: value + 0.026 },
      control: { ...around(0.5 + 0.004 * Math.sin(1000 * value), 0.02), shuffles: id === 'logistic' ? 5 : 1 },
      aucByFold: value,
      accuracy: around(0.71 + (best - 0.5) / 4, 0.01),
      balancedAccuracy: around(0.5 + (best - 0.5) / 2, 0.01),
    };
  });
}

const anchor = (name: AnchorFigures['anchor'], auc: number, ndcg: number, coverage: number): AnchorFigures => ({
  anchor: name,
  label: recommenderNamed(name).label,
  top: 10,
  attackers: attackersAt(auc),
  use: { users: USERS, ndcg: around(ndcg, 0.006), recall: around(ndcg + 0.02, 0.006) },
  coverage,
  difference: { auc: around(0.71 - auc, 0.015), pValue: 0.01 },
});

/** Six hundredths less everywhere. */
function defendedAs(views: readonly ViewFigures[]): AfterDefence {
  const less = views.map((view) => ({
    ...view,
    attackers: attackersAt(view.attackers[0]!.auc.value - 0.06),
    difference: { auc: around(-0.06, 0.015), pValue: 0.01 },
  }));
  const tests = [{ name: 'attackers' as const, pValue: 0.002, level: 0.05 }];
  const verdict = { leak: true, possible: false, tests };
  return { name: 'withhold', label: 'Withholding', strength: 0.4, views: less, verdict };
}

/** `leak`: how much there is to find, 1 for as much as in films. `defended`: also after a defence. */
export function sampleModelRecords(leak = 1, defended = false): ModelAuditRecords {
  const aucOf = (top: number) => 0.5 + leak * 0.09 * Math.log10(1 + 15 * top);
  const lists = TOPS.map(
    (top): ViewFigures => ({
      surface: 'lists',
      top,
      attackers: attackersAt(aucOf(top)),
      replicates: replicatesAround(aucOf(top)),
    }),
  );
  const vectors: ViewFigures = {
    surface: 'userVectors',
    attackers: attackersAt(0.5 + 0.36 * leak),
    replicates: replicatesAround(0.5 + 0.36 * leak),
  };
  return {
    format: 'ulterior-model-audit',
    version: 1,
    spec: modelAuditSpec({ attribute: 'gender', anchors: ['popularity', 'itemNeighbours', 'ease', 'implicitFactors'] }),
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
    views: [vectors, ...lists],
    headlines: [{ surface: 'userVectors' }, { surface: 'lists', top: 10 }],
    detectable: 0.53,
    verdict: {
      leak: leak > 0,
      possible: false,
      tests: [{ name: 'attackers', pValue: leak > 0 ? 0.002 : 0.8, level: 0.05 }],
    },
    anchors: [
      anchor('popularity', 0.55, 0.12, 0.02),
      anchor('itemNeighbours', 0.66, 0.19, 0.2),
      anchor('ease', 0.705, 0.24, 0.33),
      anchor('implicitFactors', 0.69, 0.21, 0.41),
    ],
    lists: { top: 10, coverage: 0.3 },
    ...(defended ? { afterDefence: defendedAs([vectors, ...lists]) } : {}),
    provenance: { version: '0.0.0', finished: '2026-01-02T03:04:05.000Z' },
  };
}
