/**
 * Whether anything about a number was shown: by the permutation test of whole histories (numberTestTask.ts), or by the
 * attackers that were run, all at once (family.ts), with the share explained in place of the AUC.
 */
import { maxT } from '../figures/family.ts';
import type { Figure } from '../figures/measured.ts';
import { type Guesses, measureGuesses } from '../figures/numberFigures.ts';
import { verdictFrom } from '../figures/verdict.ts';
import type { Bounds } from '../records/finding.ts';
import type { NumberTest } from '../records/numericRecords.ts';
import type { Verdict } from '../records/records.ts';
import type { Scale } from '../statistics/aucInterval.ts';
import { standardDeviation } from '../statistics/bootstrap.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import { resampled } from '../statistics/resampled.ts';

/** A share explained: bounds are symmetric, and nobody who knows nothing is above 0. */
const r2Scale: Scale = {
  guessing: 0,
  interval: (value, error, reach) => ({ low: value - reach.low * error, high: value + reach.high * error }),
  errorsAbove: (value, error) => value / error,
};

/** `shown` are the intervals of R2 that a report prints. */
export function numericVerdict(
  attackers: readonly Guesses[],
  shown: readonly Bounds[],
  test: NumberTest | undefined,
  resamples: readonly ArrayLike<number>[],
  level: number,
): Verdict {
  const { pValue } = maxT(r2Figures(attackers, resamples), level, r2Scale);
  return verdictFrom({ bounds: shown, pValue }, test, level, r2Scale.guessing);
}

/** Whoever guesses the mean for everybody explains nothing, whatever the people: an error of 0. */
function r2Figures(attackers: readonly Guesses[], resamples: readonly ArrayLike<number>[]): Figure[] {
  const measures = attackers.map((guesses) => (weights: ArrayLike<number>) => [measureGuesses(guesses, weights).r2]);
  const found = resampled(measures, attackers[0]!.truth.length, resamples, ([r2]) => numberDependence(r2!));
  return found.map(([r2]) => ({ ...r2!, error: standardDeviation(r2!.replicates) }));
}
