/**
 * What a defence is worth, computed. It is measured against who knows of it: somebody who trains on defended people, or
 * who merely notices that the ranking is reversed. A defence that only fools who does not know of it is called that.
 *
 * Everything goes by bounds that hold for all attacks at once. A leak reaches from the largest lower end of any attacker
 * or group to the largest upper end: somebody with a smaller AUC may know it better, and somebody whose figure is
 * unsure may know more than it says. So a defence is not praised for what too few people leave open.
 */
import { type Bounds, noticed } from '../../audit/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { AttackFigures, DefenceVerdict } from './records.ts';

/** `attackers`: against the strongest of these. Where one of them could not be computed, nothing is called hidden from all. */
export function verdictOf(
  undefended: readonly AttackFigures[],
  defended: readonly AttackFigures[],
  attackers: readonly AttackerName[],
): DefenceVerdict {
  const among = ({ id }: AttackFigures) => attackers.includes(id);
  const [without, left] = [undefended.filter(among), defended.filter(among)];
  const before = leakOf(targetsOf(without.map(turned)));
  const after = leakOf(targetsOf(left.map(turned)));
  if (betrays(without, left)) return 'betrays';
  const allRan = attackers.every((name) => left.some(({ id }) => id === name));
  const hidden = allRan && after.low <= 0.5 && after.high < MOST_HIDDEN;
  if (after.high < before.low) return hidden ? 'hides' : 'reduces';
  // Whoever does not know of the defence does not turn the guesses round. Some attackers are never oblivious.
  const oblivious = left.filter(({ situation }) => situation === 'oblivious');
  return oblivious.length > 0 && leakOf(targetsOf(oblivious)).high < before.low ? 'foolsOblivious' : 'useless';
}

/**
 * A clear leak begins here. With few people bounds hold 0.5 whatever is left: "hides" also says that no clear leak can
 * be left.
 */
const MOST_HIDDEN = 0.65;

/** Whether about everybody, or about one of the groups, somebody surely finds more than anybody did before. */
function betrays(without: readonly AttackFigures[], left: readonly AttackFigures[]): boolean {
  const [before, after] = [targetsOf(without.map(turned)), targetsOf(left.map(turned))];
  return after.some((own, target) => leakOf([own]).low > leakOf([before[target]!]).high);
}

/** Turned round wherever that helps, each group by itself. */
function turned(attack: AttackFigures): AttackFigures {
  return { ...noticed(attack), groups: attack.groups?.map(noticed) };
}

/** What each attacker finds about everybody, and then about each group. */
function targetsOf(attacks: readonly AttackFigures[]): (readonly Bounds[])[] {
  const groups = attacks[0]?.groups ?? [];
  return [
    attacks.map(({ bounds }) => bounds),
    ...groups.map((_, group) => attacks.map((attack) => attack.groups![group]!.bounds)),
  ];
}

function leakOf(targets: readonly (readonly Bounds[])[]): Bounds {
  const all = targets.flat();
  return { low: Math.max(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) };
}
