/**
 * What a defence is worth, computed. It is measured against who knows of it: somebody who trains on defended people, or
 * who merely notices that the ranking is reversed. A defence that only fools who does not know of it is called that.
 */
import type { Estimate } from '../../audit/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { AttackFigures, DefenceVerdict } from './records.ts';

/**
 * `attackers`: against the strongest of these. Somebody with a smaller AUC may know it better: the verdict goes by the ends
 * of all intervals, not by those of the largest figure.
 */
export function verdictOf(
  undefended: readonly AttackFigures[],
  defended: readonly AttackFigures[],
  attackers: readonly AttackerName[],
): DefenceVerdict {
  const among = ({ attacker }: AttackFigures) => attackers.includes(attacker);
  const without = undefended.filter(among).map(({ auc }) => auc);
  const oblivious = defended.filter((figures) => among(figures) && figures.situation === 'oblivious');
  const knowing = defended.filter(among).map(({ flipped }) => flipped);
  if (clearlyBelow(knowing, without)) {
    return knowing.every(({ low, high }) => low <= 0.5 && high < MOST_HIDDEN) ? 'hides' : 'reduces';
  }
  if (clearlyBelow(without, knowing)) return 'betrays';
  const fooled = clearlyBelow(
    oblivious.map(({ auc }) => auc),
    without,
  );
  // Some attackers are never oblivious.
  return oblivious.length > 0 && fooled ? 'foolsOblivious' : 'useless';
}

/**
 * A clear leak begins here. With few people an interval holds 0.5 whatever is left: "hides" also says that no clear leak
 * can be left.
 */
const MOST_HIDDEN = 0.65;

/** All of the ones, the widest interval among them included, are below what somebody among the others surely finds. */
function clearlyBelow(ones: readonly Estimate[], others: readonly Estimate[]): boolean {
  return Math.max(...ones.map(({ high }) => high)) < Math.max(...others.map(({ low }) => low));
}
