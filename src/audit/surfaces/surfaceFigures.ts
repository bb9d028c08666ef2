/** From what attackers found to findings about views: bounds that hold for everything looked at, the verdict, differences. */
import { attackFindings, type FoundAttack } from '../exposures/attackFigures.ts';
import { storedReplicates } from '../figures/family.ts';
import { verdictFrom } from '../figures/verdict.ts';
import type { Finding } from '../records/finding.ts';
import type { Verdict } from '../records/records.ts';
import { correctedForNumber, interval, pairedPValue } from '../statistics/bootstrap.ts';
import { type Drawn, listUse, type UsefulLists } from './usefulness.ts';

/** What was found in one view, the strongest attacker first. */
type FoundView = readonly FoundAttack[];

interface JudgedViews {
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
}

/** The family is every attacker on every view of the audited recommender; anchors are not part of it. */
export function judge(
  views: readonly FoundView[],
  level: number,
  clusters: Uint32Array | undefined,
  judged: boolean,
): JudgedViews {
  const { findings, family } = attackFindings(views.flat(), level, clusters, () => judged);
  const strongest = new Map(views.map(([first]) => [nameOf(first!), storedReplicates(first!.real.mean)]));
  const verdict = verdictFrom(family, undefined, level);
  const paired = findings.map((finding): Finding => {
    const replicates = finding.variant === 'real' && finding.group === undefined && strongest.get(placeOf(finding));
    return replicates ? { ...finding, replicates } : finding;
  });
  return { findings: paired, verdict };
}

const placeOf = ({ exposure, length, attacker }: Finding) => JSON.stringify([exposure, length, attacker]);
const nameOf = ({ place: { as }, attacker }: FoundAttack) => JSON.stringify([as.exposure, as.length, attacker]);

/**
 * What is left after a defence, beside what was there before it: views in the same order. The p-values of the differences are
 * corrected for all views.
 */
export function judgeAfter(
  after: readonly FoundView[],
  before: readonly FoundView[],
  level: number,
  clusters: Uint32Array | undefined,
): JudgedViews {
  const { findings, verdict } = judge(after, level, clusters, true);
  const differences = correctedForNumber(after.map((found, n) => differenceOf(found, before[n]!, level)));
  const compared = after.map(([first], n): Finding => {
    const { as, people } = first!.place;
    return { ...as, variant: 'real', people: people.length, ...differences[n]! };
  });
  return { findings: [...findings, ...compared], verdict };
}

interface FoundAnchor {
  readonly found: FoundView;
  readonly use: UsefulLists;
}

/**
 * What lists of other recommenders tell and are worth. `lists`: what was found in the audited lists of the same length, if any
 * were given; the p-values of their differences are corrected for all anchors.
 */
export function anchorFindings(anchors: readonly FoundAnchor[], lists: FoundView | undefined, drawn: Drawn): Finding[] {
  const differences =
    lists === undefined ? [] : correctedForNumber(anchors.map(({ found }) => differenceOf(lists, found, drawn.level)));
  return anchors.flatMap(({ found, use }, n): Finding[] => {
    const { as } = found[0]!.place;
    return [
      ...found.flatMap(({ attacker, place, real, control }): Finding[] => {
        const own = { ...as, attacker, people: place.people.length };
        const { auc, aucByFold, accuracy, balancedAccuracy } = real;
        return [
          { ...own, variant: 'real', auc, aucByFold, accuracy, balancedAccuracy },
          ...(control === undefined ? [] : [{ ...own, variant: 'shuffled' as const, ...control }]),
        ];
      }),
      { ...as, variant: 'real', ...listUse(use, drawn), catalogue: use.coverage, ...differences[n] },
    ];
  });
}

/** The strongest attacker on each, on the same people and the same resamples. */
function differenceOf([first]: FoundView, [second]: FoundView, level: number) {
  const [a, b] = [first!.real.mean, second!.real.mean];
  const value = a.value - b.value;
  const replicates = a.replicates.map((auc, n) => auc - b.replicates[n]!);
  return { aucDifference: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
