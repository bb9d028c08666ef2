/**
 * Whoever is wrong beyond chance tells the groups apart for anybody who turns the guesses round: an AUC below 0.5 is no
 * all-clear. Such an attack counts as 1 - AUC; any other as it is.
 */
import type { Bounds, Figure } from '../records/finding.ts';

/** What an attacker found; the figure has bounds that hold for all attackers at once, where there are some. */
interface Found {
  readonly auc: Figure;
}

export function flipped<Attack extends Found>(attack: Attack): Attack {
  const { auc } = attack;
  return (auc.bounds ?? auc).high < 0.5 ? turned(attack) : attack;
}

/** The same for whoever expects to be misled, and turns round what is below 0.5 by ever so little. */
export function noticed<Attack extends Found>(attack: Attack): Attack {
  return attack.auc.value < 0.5 ? turned(attack) : attack;
}

function turned<Attack extends Found>(attack: Attack): Attack {
  const { value, low, high, bounds = { low, high } } = attack.auc;
  const mirrored = (ends: Bounds) => ({ low: 1 - ends.high, high: 1 - ends.low });
  return { ...attack, auc: { value: 1 - value, ...mirrored({ low, high }), bounds: mirrored(bounds) } };
}
