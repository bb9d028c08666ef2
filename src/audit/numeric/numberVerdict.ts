/**
 * Whether anything about a number was shown: by the permutation test of whole histories (numberTestTask.ts), or by the
 * attackers that were run, all at once:
 *
 *     p = share of resamples in which  max_a (R2*_a - R2_a) / se_a  >=  max_a R2_a / se_a                    [eq:max-r2]
 */
import { verdictFrom } from '../figures/verdict.ts';
import type { Bounds, Verdict } from '../records/records.ts';
import { standardDeviation } from '../statistics/bootstrap.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import { type Guesses, measureGuesses } from './numericFigures.ts';
import type { NumberTest } from './numericRecords.ts';

/** `shown` are the intervals of R2 that a report prints. */
export function numericVerdict(
  attackers: readonly Guesses[],
  shown: readonly Bounds[],
  test: NumberTest | undefined,
  resamples: readonly ArrayLike<number>[],
  level: number,
): Verdict {
  return verdictFrom({ bounds: shown, pValue: pValueOfStrongest(attackers, resamples) }, test, level, 0);
}

/** That nobody explains anything, against the strongest, corrected for all who were looked at. */
export function pValueOfStrongest(attackers: readonly Guesses[], resamples: readonly ArrayLike<number>[]): number {
  const rises = new Float64Array(resamples.length).fill(Number.NEGATIVE_INFINITY);
  let largest = Number.NEGATIVE_INFINITY;
  for (const guesses of attackers) {
    const value = measureGuesses(guesses, new Uint8Array(guesses.truth.length).fill(1)).r2;
    const replicates = Float64Array.from(resamples, (weights) => measureGuesses(guesses, weights).r2);
    const deviation = standardDeviation(replicates);
    // Whoever guesses the mean for everybody explains nothing, whatever the people.
    if (!(deviation > 0)) continue;
    largest = Math.max(largest, value / (numberDependence(value) * deviation));
    for (const [b, replicate] of replicates.entries()) {
      if (replicate - value > rises[b]! * deviation) rises[b] = (replicate - value) / deviation;
    }
  }
  const beyond = rises.filter((rise) => rise >= largest).length;
  return (1 + beyond) / (1 + resamples.length);
}
