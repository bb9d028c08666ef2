/**
 * What a defence is worth, computed. It is measured against who knows of it: somebody who trains on defended people, or
 * who merely notices that the ranking is reversed. A defence that only fools who does not know of it is called that.
 *
 * Everything goes by bounds that hold for all attacks at once. A leak reaches from the largest lower end of any attacker
 * or group to the largest upper end: somebody with a smaller AUC may know it better, and somebody whose figure is
 * unsure may know more than it says. So a defence is not praised for what too few people leave open.
 */
import { type Bounds, noticed, type With } from '../../audit/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { DefenceVerdict } from './records.ts';

type Attack = With<'auc'>;

/**
 * `attackers`: against the strongest of these. Where one of them could not be computed, nothing is called hidden from all. Attacks are
 * findings with bounds, about everybody and about each group.
 */
export function verdictOf(
  undefended: readonly Attack[],
  defended: readonly Attack[],
  attackers: readonly AttackerName[],
): DefenceVerdict {
  const among = ({ attacker }: Attack) => attackers.includes(attacker!);
  const [without, left] = [undefended.filter(among), defended.filter(among)];
  // Each figure by itself is turned round wherever that helps.
  const [before, after] = [leakOf(without.map(noticed)), leakOf(left.map(noticed))];
  if (betrays(without, left)) return 'betrays';
  const allRan = attackers.every((name) => left.some(({ attacker }) => attacker === name));
  const hidden = allRan && after.low <= 0.5 && after.high < MOST_HIDDEN;
  if (after.high < before.low) return hidden ? 'hides' : 'reduces';
  // Whoever does not know of the defence does not turn the guesses round. Some attackers are never oblivious.
  const oblivious = left.filter(({ situation }) => situation === 'oblivious');
  return oblivious.length > 0 && leakOf(oblivious).high < before.low ? 'foolsOblivious' : 'useless';
}

/**
 * A clear leak begins here. With few people bounds hold 0.5 whatever is left: "hides" also says that no clear leak can
 * be left.
 */
const MOST_HIDDEN = 0.65;

/** Whether about everybody, or about one of the groups, somebody surely finds more than anybody did before. */
function betrays(without: readonly Attack[], left: readonly Attack[]): boolean {
  const about = (attacks: readonly Attack[], group: string | undefined) =>
    leakOf(attacks.filter((attack) => attack.group === group).map(noticed));
  return [...new Set(left.map(({ group }) => group))].some((one) => about(left, one).low > about(without, one).high);
}

function leakOf(attacks: readonly Attack[]): Bounds {
  const all = attacks.map(({ auc }) => auc.bounds!);
  return { low: Math.max(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) };
}
