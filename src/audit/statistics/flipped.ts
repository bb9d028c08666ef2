/**
 * Whoever is wrong beyond chance tells the groups apart for anybody who turns the guesses round: an AUC below 0.5 is no
 * all-clear. Such an attack counts as 1 - AUC; any other as it is.
 */
import type { Bounds, Estimate } from '../records/records.ts';

/** What an attacker found; `bounds` hold for all attackers at once, where there are some. */
interface Found {
  readonly auc: Estimate;
  readonly bounds?: Bounds;
}

export function flipped<Attack extends Found>(attack: Attack): Attack {
  const { auc, bounds = auc } = attack;
  return bounds.high < 0.5 ? turned(attack) : attack;
}

/** The same for whoever expects to be misled, and turns round what is below 0.5 by ever so little. */
export function noticed<Attack extends Found>(attack: Attack): Attack {
  return attack.auc.value < 0.5 ? turned(attack) : attack;
}

function turned<Attack extends Found>(attack: Attack): Attack {
  const { auc, bounds = auc } = attack;
  const mirrored = ({ low, high }: Bounds) => ({ low: 1 - high, high: 1 - low });
  return { ...attack, auc: { ...auc, value: 1 - auc.value, ...mirrored(auc) }, bounds: mirrored(bounds) };
}
