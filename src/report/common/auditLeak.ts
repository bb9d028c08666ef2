/** How large the leak of an audit is, in the one sense that every text, gate and page uses. */
import type { AuditRecords } from './input.ts';
import { type LeakSize, leakSize } from './leakWords.ts';

/** `possible`: the bounds exclude guessing, but neither test behind the verdict rejects. */
export function leakOfAudit({
  verdict,
  headlines,
}: Pick<AuditRecords, 'verdict' | 'headlines'>): LeakSize | 'possible' {
  if (!verdict.leak) return verdict.possible ? 'possible' : 'none';
  const size = leakSize(largestLowerBound(headlines));
  // The permutation test shows a leak that no attacker's bounds can measure: there is one, and nothing says it is larger.
  return size === 'none' ? 'slight' : size;
}

/** Over all attackers, and over the group that each of them tells best. */
function largestLowerBound(headlines: AuditRecords['headlines']): number {
  return Math.max(
    ...headlines.flatMap(({ attackers }) =>
      attackers.flatMap(({ bounds, bestTold }) => [bounds.low, ...(bestTold ? [bestTold.bounds.low] : [])]),
    ),
  );
}
