/** Finds in the records of an evaluation what charts and text speak of. */
import {
  type AttackerName,
  type AttackSituation,
  type DefenceEvaluation,
  type DefenceRecords,
  isKnowingAttacker,
} from '../../../defence/index.ts';
import { type Estimate, type Finding, findingsWith, noticed, type With } from '../../common/input.ts';
import { bounded } from '../../common/leakShown.ts';
import { type Bounded, boundedIn } from '../../common/lookup.ts';

/** What people do: a defence at a strength, or nothing. */
export interface Setting {
  readonly defence?: string | undefined;
  readonly strength?: number | undefined;
}

const ALL = 'histories';

/** What everybody found who attacked there, about all people and about single groups. */
export function attacksOn({ findings }: DefenceRecords, { defence, strength }: Setting, exposure = ALL): Bounded[] {
  return boundedIn(findings, { exposure, defence, strength });
}

const aboutAll = (attacks: readonly Bounded[]) => attacks.filter(({ group }) => group === undefined);

/** One attacker in one situation, on real or on shuffled labels. */
export function attackOf(
  { findings }: DefenceRecords,
  { defence, strength }: Setting,
  wanted: {
    readonly attacker: AttackerName;
    readonly situation?: AttackSituation;
    readonly variant?: Finding['variant'];
  },
): With<'auc'> | undefined {
  const place = { exposure: ALL, defence, strength, group: undefined, variant: 'real', ...wanted } as const;
  return findingsWith(findings, 'auc', place)[0];
}

/** Every attacker in every situation that it is in: some are never oblivious, and not all simulate the defence. */
export function attackColumns({
  spec: { attackers },
  findings,
}: DefenceRecords): { readonly attacker: AttackerName; readonly situation: AttackSituation }[] {
  const simulating = new Set(
    findingsWith(findings, 'auc', { situation: 'simulating' }).map(({ attacker }) => attacker),
  );
  return attackers.flatMap((attacker) => [
    ...(isKnowingAttacker(attacker) ? [] : [{ attacker, situation: 'oblivious' as const }]),
    { attacker, situation: 'retrained' as const },
    ...(simulating.has(attacker) ? [{ attacker, situation: 'simulating' as const }] : []),
  ]);
}

/** The AUC of an attacker who does not know of the defence. As everywhere here, with the bounds that hold for all attacks. */
export function obliviousAuc(records: DefenceRecords, setting: Setting, attacker: AttackerName): Estimate {
  return bounded(attackOf(records, setting, { attacker, situation: 'oblivious' })!.auc);
}

/**
 * The AUC of an attacker who knows of the defence: has trained on people who use it, has simulated it, or has noticed that
 * the ranking is reversed, whichever finds more. Of one attacker, or of the strongest.
 */
export function knowingAuc(
  records: DefenceRecords,
  setting: Setting,
  attacker?: AttackerName,
  exposure?: string,
): Estimate {
  return strongest(ofAttacker(records, setting, attacker, exposure).map(noticed));
}

/** Who that strongest attacker is. */
export function worstCase(records: DefenceRecords, setting: Setting): Bounded {
  const [first, ...others] = ofAttacker(records, setting).map(noticed);
  return others.reduce((worst, one) => (one.auc.value > worst.auc.value ? one : worst), first!);
}

/** Without a defence, of one attacker or of the strongest. */
export function undefendedAuc(records: DefenceRecords, attacker?: AttackerName): Estimate {
  return strongest(ofAttacker(records, {}, attacker));
}

const ofAttacker = (records: DefenceRecords, setting: Setting, attacker?: AttackerName, exposure?: string) =>
  aboutAll(attacksOn(records, setting, exposure)).filter((one) => attacker === undefined || one.attacker === attacker);

/** Each defence at its largest strength. */
export function largestStrengths({ evaluations }: DefenceRecords): DefenceEvaluation[] {
  return evaluations.filter(({ defence }, at) => evaluations[at + 1]?.defence !== defence);
}

type Use = With<'rmse' | 'ndcg'>;

/** What is left of the recommender's work, for everybody or for a group; undefined where it did not learn from such people. */
export function qualityOf(
  { findings }: DefenceRecords,
  { defence, strength }: Setting,
  situation: 'undefended' | 'retrained' = 'undefended',
  group?: string,
): Use | undefined {
  const place = { exposure: ALL, defence, strength, situation, group };
  return findingsWith(findings, 'ndcg', place)[0] as Use | undefined;
}

/** Error of predicted ratings, with the item profiles of people without a defence. */
export const rmseOf = (records: DefenceRecords, setting: Setting): Estimate => qualityOf(records, setting)!.rmse;

export function strongest(attacks: readonly Bounded[]): Estimate {
  return attacks.map(({ auc }) => bounded(auc)).reduce((best, auc) => (auc.value > best.value ? auc : best));
}
