/**
 * Whoever is wrong beyond chance tells the groups apart for anybody who turns the guesses round: an AUC below 0.5 is no
 * all-clear. Such an attack counts as 1 - AUC; any other as it is.
 */
import type { Estimate } from '../records/records.ts';

/** What an attacker found; `bounds` hold for all attackers at once, where there are some. */
interface Found {
  readonly auc: Estimate;
  readonly bounds?: { readonly low: number; readonly high: number };
}

export function turnedRound<Attack extends Found>(attack: Attack): Attack {
  const { auc, bounds = auc } = attack;
  if (!(bounds.high < 0.5)) return attack;
  const mirrored = ({ low, high }: { low: number; high: number }) => ({ low: 1 - high, high: 1 - low });
  return { ...attack, auc: { ...auc, value: 1 - auc.value, ...mirrored(auc) }, bounds: mirrored(bounds) };
}
