/**
 * Whether the audit shows a leak. Two tests of "nothing can be inferred" stand behind it: the strongest of all
 * attackers, corrected for having looked at all of them (headlines.ts), and the permutation test of the ridge attacker.
 * Holm's correction keeps the probability of crying wolf at 1 - level. No leak is shown only if neither shows one.
 */
import { holm } from '../../maths/index.ts';
import type { AttackerFigure, PermutationTest, Verdict } from '../records/records.ts';

/** Everybody who was looked at, and the p-value of the strongest, corrected for all. */
export interface Judged {
  readonly headlines: readonly { readonly attackers: readonly Pick<AttackerFigure, 'bounds'>[] }[];
  readonly pValue: number;
}

export function verdictFrom(headlines: Judged, permutation: PermutationTest | undefined, level: number): Verdict {
  const tests = [
    { name: 'attackers' as const, pValue: headlines.pValue },
    ...(permutation === undefined ? [] : [{ name: 'permutation' as const, pValue: permutation.pValue }]),
  ];
  const corrected = holm(tests.map(({ pValue }) => pValue));
  const smallest = Math.min(...corrected);
  // Bounds and p-values come from the same resamples; where they part by a rounding, the person is believed.
  const bounded = headlines.headlines.some(({ attackers }) => attackers.some(({ bounds }) => bounds.low > 0.5));
  return {
    leak: bounded || smallest <= 1 - level,
    tests: tests.map((test, at) => ({ ...test, corrected: corrected[at]! })),
  };
}
