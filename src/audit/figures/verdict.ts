/**
 * Whether the audit shows a leak. Two tests of "nothing can be inferred" stand behind it: the permutation test of cheap
 * statistics, which has four fifths of the level because it finds weak leaks first, and the strongest of all attackers,
 * corrected for having looked at all of them (headlines.ts), which has the rest: it is there for what only an expensive
 * attacker finds, and that is rarely weak. Together they cry wolf with probability 1 - level at most.
 *
 * The bounds that are shown hold at the full level. Where they exclude guessing and neither test rejects, the answer
 * is "possible", never "none".
 */
import type { Bounds } from '../records/finding.ts';
import type { Verdict } from '../records/records.ts';

const PERMUTATION_SHARE = 0.8;

/** The p-value of the strongest attacker, corrected for all, and everybody's bounds. */
interface Judged {
  readonly bounds: readonly Bounds[];
  readonly pValue: number;
}

/** Up to which p-value the permutation test rejects. */
export const permutationLevel = (level: number) => PERMUTATION_SHARE * (1 - level);

/** `guessing`: the figure of whoever knows nothing, 0.5 for an AUC. */
export function verdictFrom(
  { bounds, pValue }: Judged,
  permutation: { readonly pValue: number } | undefined,
  level: number,
  guessing = 0.5,
): Verdict {
  const wolf = 1 - level;
  const tests: Verdict['tests'] =
    permutation === undefined
      ? [{ name: 'attackers', pValue, level: wolf }]
      : [
          { name: 'attackers', pValue, level: (1 - PERMUTATION_SHARE) * wolf },
          { name: 'permutation', pValue: permutation.pValue, level: permutationLevel(level) },
        ];
  // 1 - 0.95 is a little more than 0.05, or less.
  const leak = tests.some((test) => test.pValue <= test.level + 1e-12);
  return { leak, possible: !leak && bounds.some(({ low }) => low > guessing), tests };
}
