/** From the scores of attackers to figures: intervals, bounds that hold for everything looked at, the verdict. */
import { recommenderNamed } from '../../factorization/index.ts';
import { detectableAuc, familyOf, storedReplicates } from '../figures/family.ts';
import { type Figure, measured as figuresFrom, type Setting, scoresFrom } from '../figures/measured.ts';
import { verdictFrom } from '../figures/verdict.ts';
import type { Estimate, Verdict } from '../records/records.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { interval, pairedPValue } from '../statistics/bootstrap.ts';
import { correctedForNumber } from '../statistics/correctedForNumber.ts';
import type { AnchorFigures, DefendedView, ListUse, SurfaceFigure, ViewFigures } from './modelAuditRecords.ts';
import type { SurfaceAttacker } from './modelAuditSpec.ts';
import type { UsefulLists } from './usefulness.ts';
import type { View } from './views.ts';

export const attackerLabels: Readonly<Record<SurfaceAttacker, string>> = {
  linear: 'Logistic regression',
  kernelRidge: 'Kernel ridge regression',
  stack: 'Stack of both regressions and trees',
  boosted: 'Boosted trees',
};

/** Everybody's scores, from all folds: people x K by attacker. */
export type JoinedScores = ReadonlyMap<SurfaceAttacker, Float32Array>;

export interface MeasuredView {
  readonly view: View;
  readonly real: JoinedScores;
  /** Of each shuffle: the labels, and the scores of the linear attacker. */
  readonly shuffled: readonly { readonly types: Uint8Array; readonly logits: Float32Array }[];
}

/** Who was measured, and how intervals are made. */
export interface Measured {
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly folds: Uint16Array;
  readonly resamples: readonly ArrayLike<number>[];
  readonly level: number;
  readonly clusters: Uint32Array | undefined;
}

interface Found {
  readonly measured: MeasuredView;
  readonly attackers: readonly (Omit<SurfaceFigure, 'bounds'> & { readonly figure: Figure })[];
  readonly control: Estimate;
}

export function figuresOfView(measured: MeasuredView, people: Measured): Found {
  const { types, typeCount } = people;
  const setting = settingOf(people);
  const attackers = [...measured.real].map(([id, logits]) => {
    const found = figuresFrom([scoresFrom(logits, types, typeCount)], setting);
    const { auc, aucByFold, accuracy, mean: figure } = found;
    return { id, label: attackerLabels[id], auc, aucByFold, accuracy, figure };
  });
  const shuffles = measured.shuffled.map(({ types: own, logits }) => scoresFrom(logits, own, typeCount));
  const control = figuresFrom(shuffles, setting).auc;
  return { measured, attackers: attackers.sort((a, b) => b.auc.value - a.auc.value), control };
}

function settingOf({ types, typeCount, ...shared }: Measured): Setting {
  const labels = Array.from({ length: typeCount }, (_, type) => String(type));
  return { ...shared, labels, people: Uint32Array.from(types.keys()) };
}

/** All that is said about the audited recommender. */
export interface Judgement {
  readonly views: readonly ViewFigures[];
  readonly detectable: number;
  readonly verdict: Verdict;
}

/** The family is every attacker on every view of the audited recommender; anchors are not part of it. */
export function judge(found: readonly Found[], { types, typeCount, level, clusters }: Measured): Judgement {
  const figures = found.flatMap(({ attackers }) => attackers.map(({ figure }) => ({ mean: figure, groups: [] })));
  const { reachLow, bounds, pValue } = familyOf(figures, level);
  let next = 0;
  const views = found.map(({ measured: { view }, attackers, control }): ViewFigures => {
    const bounded = attackers.map(({ figure: _, ...attacker }) => ({ ...attacker, bounds: bounds[next++]! }));
    const top = view.top === undefined ? {} : { top: view.top };
    const surface = view.surface as ViewFigures['surface'];
    return { surface, ...top, attackers: bounded, control, replicates: storedReplicates(attackers[0]!.figure) };
  });
  const counts = unitsByType(Uint32Array.from(types.keys()), types, typeCount, clusters);
  return {
    views,
    detectable: detectableAuc(reachLow, counts),
    verdict: verdictFrom({ bounds, pValue }, undefined, level),
  };
}

/** What is left after a defence, beside what was there before it: views in the same order. */
export function judgeAfter(
  after: readonly Found[],
  before: readonly Found[],
  people: Measured,
): { readonly views: DefendedView[]; readonly verdict: Verdict } {
  const { views, verdict } = judge(after, people);
  const differences = correctedForNumber(after.map((found, n) => differenceOf(found, before[n]!, people)));
  return { views: views.map((view, n) => ({ ...view, difference: differences[n]! })), verdict };
}

export function listUse({ ndcg, recall }: UsefulLists, { resamples, level }: Measured): ListUse {
  const judged = [...ndcg.keys()].filter((person) => Number.isFinite(ndcg[person]!));
  const mean = (values: Float64Array, weights?: ArrayLike<number>) => {
    let [sum, total] = [0, 0];
    for (const person of judged) {
      const weight = weights?.[person] ?? 1;
      sum += weight * values[person]!;
      total += weight;
    }
    return sum / total;
  };
  const estimate = (values: Float64Array) =>
    interval(
      mean(values),
      Float64Array.from(resamples, (weights) => mean(values, weights)),
      level,
    );
  return { users: judged.length, ndcg: estimate(ndcg), recall: estimate(recall) };
}

export interface FoundAnchor {
  readonly found: Found;
  readonly use: UsefulLists;
}

/** `lists`: what was found in the audited lists of the same length, if any were given. */
export function anchorFigures(
  anchors: readonly FoundAnchor[],
  lists: Found | undefined,
  people: Measured,
): AnchorFigures[] {
  const differences =
    lists === undefined ? [] : correctedForNumber(anchors.map(({ found }) => differenceOf(lists, found, people)));
  return anchors.map(({ found: { measured, attackers, control }, use }, n) => ({
    anchor: measured.view.anchor!,
    label: recommenderNamed(measured.view.anchor!).label,
    top: measured.view.top!,
    attackers: attackers.map(({ figure: _, ...attacker }) => attacker),
    control,
    use: listUse(use, people),
    coverage: use.coverage,
    ...(differences[n] === undefined ? {} : { difference: differences[n] }),
  }));
}

/** The strongest attacker on each, on the same people and the same resamples. */
function differenceOf(first: Found, second: Found, { level }: Measured) {
  const [a, b] = [first.attackers[0]!.figure, second.attackers[0]!.figure];
  const value = a.value - b.value;
  const replicates = a.replicates.map((auc, n) => auc - b.replicates[n]!);
  return { auc: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
