/** How large a leak is, in the one sense that every text, gate and page uses, whatever was measured. */
import { capital, decimal, percent } from './format.ts';
import type { AuditRecords, Estimate, Figure, Verdict } from './input.ts';
import { type LeakSize, leakOf, leakSize, possibleLeakOf } from './leakWords.ts';
import { type Bounded, boundedIn } from './lookup.ts';

/** An AUC, and the group that it is about, if one. */
type Found = Pick<Bounded, 'auc' | 'group'>;

/** `possible`: the bounds exclude guessing, but no test behind the verdict rejects. */
export type ShownLeak = LeakSize | 'possible';

/** The largest lower bound of any attacker or group decides. */
export function leakShown(verdict: Pick<Verdict, 'leak' | 'possible'>, found: readonly Found[]): ShownLeak {
  if (!verdict.leak) return verdict.possible ? 'possible' : 'none';
  const size = leakSize(Math.max(...found.map(({ auc }) => bounded(auc).low)));
  // A test shows a leak that no attacker's bounds can measure: there is one, and nothing says it is larger.
  return size === 'none' ? 'slight' : size;
}

const SIZES: readonly ShownLeak[] = ['none', 'possible', 'slight', 'weak', 'clear', 'strong', 'veryStrong'];

export function largerLeak(first: ShownLeak, second: ShownLeak): ShownLeak {
  return SIZES.indexOf(first) < SIZES.indexOf(second) ? second : first;
}

export function leakOfAudit({ verdict, findings }: Pick<AuditRecords, 'verdict' | 'findings'>): ShownLeak {
  return leakShown(verdict, boundedIn(findings));
}

/** "A weak leak of gender." */
export function leakSentence(leak: ShownLeak, attribute: string): string {
  return leak === 'possible' ? possibleLeakOf(attribute) : `${capital(leakOf(leak, attribute))}.`;
}

/** By the lower bound; undefined where no group is recognised beyond chance. */
export function easiestGroup<F extends Found>(found: readonly F[]): F | undefined {
  const [best] = found
    .filter(({ group }) => group !== undefined)
    .sort((a, b) => bounded(b.auc).low - bounded(a.auc).low);
  return best !== undefined && bounded(best.auc).low > 0.5 ? best : undefined;
}

export function easiestGroupText(found: readonly Found[], level: number): string {
  const best = easiestGroup(found);
  if (best === undefined) return '';
  const { value, low, high } = bounded(best.auc);
  return `The group that is easiest to recognise is “${best.group}”: an AUC of ${decimal(value)} against everyone else (${percent(level)} bounds ${decimal(low)} to ${decimal(high)}).`;
}

/** The figure with the bounds that hold for everything looked at. */
export const bounded = ({ value, bounds }: Figure): Estimate => ({ value, ...bounds! });

/** The figure with the band that covers the whole curve. */
export const banded = ({ value, band }: Figure): Estimate => ({ value, ...band! });
