/**
 * What a defence is worth, computed. It is measured against who knows of it: somebody who trains on defended people, or
 * who merely notices that the ranking is reversed. A defence that only fools who does not know of it is called that.
 */
import type { Estimate } from '../../audit/index.ts';
import type { AttackFigures, DefenceVerdict } from './records.ts';
import type { AttackerName } from './spec.ts';

/** `attackers`: against the strongest of these. */
export function verdictOf(
  undefended: readonly AttackFigures[],
  defended: readonly AttackFigures[],
  attackers: readonly AttackerName[],
): DefenceVerdict {
  const among = ({ attacker }: AttackFigures) => attackers.includes(attacker);
  const without = strongest(undefended.filter(among).map(({ auc }) => auc));
  const oblivious = strongest(
    defended.filter((figures) => among(figures) && figures.situation === 'oblivious').map(({ auc }) => auc),
  );
  const knowing = strongest(defended.filter(among).map(({ flipped }) => flipped));
  if (clearlyBelow(knowing, without)) return knowing.low <= 0.5 ? 'hides' : 'reduces';
  if (clearlyBelow(without, knowing)) return 'betrays';
  return clearlyBelow(oblivious, without) ? 'foolsOblivious' : 'useless';
}

function clearlyBelow(one: Estimate, other: Estimate): boolean {
  return one.high < other.low;
}

function strongest(estimates: readonly Estimate[]): Estimate {
  return estimates.reduce((best, estimate) => (estimate.value > best.value ? estimate : best));
}
