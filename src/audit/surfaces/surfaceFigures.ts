/** From the scores of attackers to figures: intervals, bounds that hold for everything looked at, the verdict. */
import { recommenderNamed } from '../../factorization/index.ts';
import { classifierNamed } from '../../inference/index.ts';
import { bestToldOf, detectableAuc, familyOf, storedReplicates } from '../figures/family.ts';
import { type Measured, measured, type Setting, scoresFrom } from '../figures/measured.ts';
import { verdictFrom } from '../figures/verdict.ts';
import type { Verdict } from '../records/records.ts';
import type { ClassifierName } from '../spec/contender.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { correctedForNumber, interval, pairedPValue } from '../statistics/bootstrap.ts';
import type { AnchorFigures, DefendedView, ListUse, SurfaceFigure, ViewFigures } from './modelAuditRecords.ts';
import type { UsefulLists } from './usefulness.ts';
import type { View } from './views.ts';

/** Everybody's scores, from all folds: people x K by attacker. */
type JoinedScores = ReadonlyMap<ClassifierName, Float32Array>;

export interface MeasuredView {
  readonly view: View;
  readonly real: JoinedScores;
  /** Of each shuffle: the labels, and the scores of those who were run on them. Everybody is on the first. */
  readonly shuffled: readonly { readonly types: Uint8Array; readonly scores: JoinedScores }[];
}

/** Who was measured, and how intervals are made. */
export interface MeasuredPeople extends Setting {
  readonly types: Uint8Array;
}

interface Found {
  readonly view: View;
  /** The strongest first. */
  readonly attackers: readonly (Omit<SurfaceFigure, 'bounds' | 'bestTold'> & { readonly found: Measured })[];
}

export function figuresOfView({ view, real, shuffled }: MeasuredView, people: MeasuredPeople): Found {
  const groups = people.labels.length;
  const attackers = [...real].map(([id, logits]) => {
    const found = measured([scoresFrom(logits, people.types, groups)], people);
    const shuffles = shuffled.flatMap(({ types, scores }) => {
      const own = scores.get(id);
      return own === undefined ? [] : [scoresFrom(own, types, groups)];
    });
    const control = { ...measured(shuffles, people).auc, shuffles: shuffles.length };
    const { auc, aucByFold, accuracy } = found;
    return { id, label: classifierNamed(id).label, auc, aucByFold, accuracy, control, found };
  });
  return { view, attackers: attackers.sort((a, b) => b.auc.value - a.auc.value) };
}

/** All that is said about the audited recommender. */
interface Judgement {
  readonly views: readonly ViewFigures[];
  readonly detectable: number;
  readonly verdict: Verdict;
}

/** The family is every attacker on every view of the audited recommender; anchors are not part of it. */
export function judge(found: readonly Found[], { types, people, labels, level, clusters }: MeasuredPeople): Judgement {
  const family = familyOf(
    found.flatMap(({ attackers }) => attackers.map((attacker) => attacker.found)),
    level,
  );
  let next = 0;
  const views = found.map(({ view, attackers }): ViewFigures => {
    const bounded = attackers.map(({ found: _, ...attacker }) => {
      const member = family.members[next++]!;
      return { ...attacker, bounds: member.bounds, ...bestToldOf(member) };
    });
    const surface = view.surface as ViewFigures['surface'];
    return { surface, top: view.top, attackers: bounded, replicates: storedReplicates(attackers[0]!.found.mean) };
  });
  const counts = unitsByType(people, types, labels.length, clusters);
  return { views, detectable: detectableAuc(family.reachLow, counts), verdict: verdictFrom(family, undefined, level) };
}

/** What is left after a defence, beside what was there before it: views in the same order. */
export function judgeAfter(
  after: readonly Found[],
  before: readonly Found[],
  people: MeasuredPeople,
): { readonly views: DefendedView[]; readonly verdict: Verdict } {
  const { views, verdict } = judge(after, people);
  const differences = correctedForNumber(after.map((found, n) => differenceOf(found, before[n]!, people)));
  return { views: views.map((view, n) => ({ ...view, difference: differences[n]! })), verdict };
}

export function listUse({ ndcg, recall }: UsefulLists, { resamples, level }: MeasuredPeople): ListUse {
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

interface FoundAnchor {
  readonly found: Found;
  readonly use: UsefulLists;
}

/** `lists`: what was found in the audited lists of the same length, if any were given. */
export function anchorFigures(
  anchors: readonly FoundAnchor[],
  lists: Found | undefined,
  people: MeasuredPeople,
): AnchorFigures[] {
  const differences =
    lists === undefined ? [] : correctedForNumber(anchors.map(({ found }) => differenceOf(lists, found, people)));
  return anchors.map(({ found: { view, attackers }, use }, n) => ({
    anchor: view.anchor!,
    label: recommenderNamed(view.anchor!).label,
    top: view.top!,
    attackers: attackers.map(({ found: _, ...attacker }) => attacker),
    use: listUse(use, people),
    coverage: use.coverage,
    difference: differences[n],
  }));
}

/** The strongest attacker on each, on the same people and the same resamples. */
function differenceOf(first: Found, second: Found, { level }: MeasuredPeople) {
  const [a, b] = [first.attackers[0]!.found.mean, second.attackers[0]!.found.mean];
  const value = a.value - b.value;
  const replicates = a.replicates.map((auc, n) => auc - b.replicates[n]!);
  return { auc: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
