/** How large a leak is, in the one sense that every text, gate and page uses, whatever was measured. */
import { capital, decimal, percent } from './format.ts';
import type { AuditRecords, Bounds, Estimate, GroupFigure, Verdict } from './input.ts';
import { type LeakSize, leakOf, leakSize, possibleLeakOf } from './leakWords.ts';

/** What one attacker found. Of several groups, the one it tells best, or all of them. */
interface Found {
  readonly bounds: Bounds;
  readonly bestTold?: GroupFigure;
  readonly groups?: readonly GroupFigure[];
}

const groupsOf = ({ bestTold, groups = [] }: Found) => (bestTold === undefined ? groups : [bestTold]);

/** `possible`: the bounds exclude guessing, but no test behind the verdict rejects. */
export type ShownLeak = LeakSize | 'possible';

/** The largest lower bound of any attacker or group decides. */
export function leakShown(verdict: Pick<Verdict, 'leak' | 'possible'>, found: readonly Found[]): ShownLeak {
  if (!verdict.leak) return verdict.possible ? 'possible' : 'none';
  const size = leakSize(Math.max(...found.flatMap((one) => [one, ...groupsOf(one)]).map(({ bounds }) => bounds.low)));
  // A test shows a leak that no attacker's bounds can measure: there is one, and nothing says it is larger.
  return size === 'none' ? 'slight' : size;
}

const SIZES: readonly ShownLeak[] = ['none', 'possible', 'slight', 'weak', 'clear', 'strong', 'veryStrong'];

export function largerLeak(first: ShownLeak, second: ShownLeak): ShownLeak {
  return SIZES.indexOf(first) < SIZES.indexOf(second) ? second : first;
}

export function leakOfAudit({ verdict, headlines }: Pick<AuditRecords, 'verdict' | 'headlines'>): ShownLeak {
  return leakShown(
    verdict,
    headlines.flatMap(({ attackers }) => attackers),
  );
}

/** "A weak leak of gender." */
export function leakSentence(leak: ShownLeak, attribute: string): string {
  return leak === 'possible' ? possibleLeakOf(attribute) : `${capital(leakOf(leak, attribute))}.`;
}

/** By the lower bound; undefined where no group is told from the rest beyond chance. */
export function easiestGroup(found: readonly Found[]): GroupFigure | undefined {
  const [best] = found.flatMap(groupsOf).sort((a, b) => b.bounds.low - a.bounds.low);
  return best !== undefined && best.bounds.low > 0.5 ? best : undefined;
}

export function easiestGroupText(found: readonly Found[], level: number): string {
  const best = easiestGroup(found);
  if (best === undefined) return '';
  const { label, auc, bounds } = best;
  return `The group that is easiest to recognise is “${label}”: an AUC of ${decimal(auc.value)} against everyone else (${percent(level)} bounds ${decimal(bounds.low)} to ${decimal(bounds.high)}).`;
}

/** The figure with the bounds that hold for everything looked at. */
export function bounded({ auc, bounds }: { readonly auc: Estimate; readonly bounds: Bounds }): Estimate {
  return { value: auc.value, ...bounds };
}
