/** From what attackers found to figures of views: bounds that hold for everything looked at, the verdict, differences. */
import { recommenderNamed } from '../../factorization/index.ts';
import { boundedFigures, detectableAmong, type FoundAttack } from '../exposures/attackFigures.ts';
import { storedReplicates } from '../figures/family.ts';
import { verdictFrom } from '../figures/verdict.ts';
import { correctedForNumber, interval, pairedPValue } from '../statistics/bootstrap.ts';
import type {
  AfterDefence,
  AnchorFigures,
  ModelAuditRecords,
  SurfaceFigure,
  ViewFigures,
} from './modelAuditRecords.ts';
import type { DefenceBefore } from './surface.ts';
import { type Drawn, listUse, type UsefulLists } from './usefulness.ts';
import type { View } from './views.ts';

/** Who was measured. */
export interface SurfacePeople {
  readonly types: Uint8Array;
  readonly people: Uint32Array;
  readonly labels: readonly string[];
  readonly clusters: Uint32Array | undefined;
  readonly level: number;
}

/** What was found in one view, the strongest attacker first. */
export interface FoundView {
  readonly view: Pick<View, 'surface' | 'top'>;
  readonly attackers: readonly FoundAttack[];
}

/** The family is every attacker on every view of the audited recommender; anchors are not part of it. */
export function judge(
  found: readonly FoundView[],
  people: SurfacePeople,
): Pick<ModelAuditRecords, 'views' | 'detectable' | 'verdict'> {
  const all = found.flatMap(({ attackers }) => attackers);
  const { figures, family } = boundedFigures(all, people.level);
  let next = 0;
  const views = found.map(({ view: { surface, top }, attackers }): ViewFigures => {
    const bounded = attackers.map(() => figures[next++] as SurfaceFigure);
    const length = top === undefined ? {} : { top };
    return { surface, ...length, attackers: bounded, replicates: storedReplicates(attackers[0]!.found.mean) };
  });
  const detectable = detectableAmong(family, people.types, people, people.clusters);
  return { views, detectable, verdict: verdictFrom(family, undefined, people.level) };
}

/** What is left after a defence, beside what was there before it: views in the same order. */
export function judgeAfter(
  { name, label, strength }: DefenceBefore,
  after: readonly FoundView[],
  before: readonly FoundView[],
  people: SurfacePeople,
): AfterDefence {
  const { views, verdict } = judge(after, people);
  const differences = correctedForNumber(after.map((found, n) => differenceOf(found, before[n]!, people.level)));
  return { name, label, strength, views: views.map((view, n) => ({ ...view, difference: differences[n]! })), verdict };
}

export interface FoundAnchor {
  readonly name: string;
  readonly found: FoundView;
  readonly use: UsefulLists;
}

/** `lists`: what was found in the audited lists of the same length, if any were given. */
export function anchorFigures(
  anchors: readonly FoundAnchor[],
  lists: FoundView | undefined,
  drawn: Drawn,
): AnchorFigures[] {
  const differences =
    lists === undefined ? [] : correctedForNumber(anchors.map(({ found }) => differenceOf(lists, found, drawn.level)));
  return anchors.map(({ name, found: { view, attackers }, use }, n) => ({
    anchor: name,
    label: recommenderNamed(name).label,
    top: view.top!,
    attackers: attackers.map(({ found: _, ...attacker }) => attacker),
    use: listUse(use, drawn),
    coverage: use.coverage,
    difference: differences[n],
  }));
}

/** The strongest attacker on each, on the same people and the same resamples. */
function differenceOf(first: FoundView, second: FoundView, level: number) {
  const [a, b] = [first.attackers[0]!.found.mean, second.attackers[0]!.found.mean];
  const value = a.value - b.value;
  const replicates = a.replicates.map((auc, n) => auc - b.replicates[n]!);
  return { auc: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
