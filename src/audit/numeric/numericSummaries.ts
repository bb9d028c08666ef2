/** The records that need no resampling task of their own: bands, whole histories, items. */
import { normalQuantile } from '../../maths/index.ts';
import { type Dataset, itemIndex } from '../../ratings/index.ts';
import {
  measureGuesses,
  type NumberTruth,
  numberFigures,
  numberMeasure,
  numberSpread,
} from '../figures/numberFigures.ts';
import { FEWEST_PEOPLE } from '../figures/numberPoints.ts';
import { type BandOutcomes, EARLY, type NumericOutcomes } from '../interviews/outcomes.ts';
import type { Finding, Place } from '../records/finding.ts';
import type { NumericDataDescription, SteepItem } from '../records/numericRecords.ts';
import type { NumericAuditSpec } from '../spec/numericSpec.ts';
import { everyoneOnce, interval } from '../statistics/bootstrap.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import { resampled } from '../statistics/resampled.ts';
import type { FoldSlopes } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';

const MOST_ITEMS = 200;

/** Intervals are as wide as the folds' dependence makes them; a difference takes the wider of its two. */
export function bandFindings(
  first: NumericOutcomes,
  bands: BandOutcomes,
  truth: NumberTruth,
  resamples: readonly ArrayLike<number>[],
  { attribute, maxQuestions, compareAt, level }: NumericAuditSpec,
): Finding[] {
  const everyone = truth.truth.length;
  const ones = everyoneOnce(everyone);
  return compareAt.flatMap((questions) => {
    const people = Uint32Array.from(ones.keys()).filter((person) => first.lengths[person]! >= questions);
    if (questions > maxQuestions || people.length < FEWEST_PEOPLE) return [];
    const guessed = (numbers: Float64Array) => {
      const guesses = {
        ...truth,
        people,
        guess: (person: number) => numbers[person * (maxQuestions + 1) + questions]!,
      };
      return {
        mae: (weights: ArrayLike<number>) => measureGuesses(guesses, weights).mae,
        dependence: numberDependence(measureGuesses(guesses, ones).r2),
      };
    };
    const estimate = (figure: (weights: ArrayLike<number>) => number, dependence: number) => {
      const [found] = resampled([(weights) => [figure(weights)]], everyone, resamples, () => dependence);
      return interval(found![0]!.value, found![0]!.replicates, level);
    };
    const exact = guessed(first.means);
    const place = { target: attribute, exposure: 'bands', length: questions, variant: 'real' } as const;
    const found = (attacker: string, band: ReturnType<typeof guessed>): Finding => ({
      ...place,
      attacker,
      people: people.length,
      mae: estimate(band.mae, band.dependence),
      maeDifference: estimate(
        (weights) => exact.mae(weights) - band.mae(weights),
        Math.max(exact.dependence, band.dependence),
      ),
    });
    return [found('mostLikely', guessed(bands.mostLikely)), found('weighted', guessed(bands.weighted))];
  });
}

export function historyFinding(
  attacker: string,
  variant: Place['variant'],
  { means, deviations }: NumericHistoryOutcome,
  truth: NumberTruth,
  resamples: readonly ArrayLike<number>[],
  spec: NumericAuditSpec,
): Finding {
  const z = normalQuantile((1 + spec.coverage) / 2);
  const guesses = {
    ...truth,
    people: Uint32Array.from(means.keys()),
    guess: (person: number) => means[person]!,
    reach: (person: number) => z * deviations[person]!,
  };
  const [found] = resampled([numberMeasure(guesses)], means.length, resamples, numberSpread);
  const { coverage, ...figures } = numberFigures(guesses, found!, spec.level);
  const place = { target: spec.attribute, exposure: 'histories', attacker, variant };
  return { ...place, ...figures, ...(deviations.every(Number.isNaN) ? {} : { coverage }) };
}

/** Slopes averaged over the folds' models, and how often the first strategy asks an item early. */
export function steepItems(
  dataset: Dataset,
  folds: readonly FoldSlopes[],
  first: NumericOutcomes,
  { percentiles }: NumericDataDescription,
): SteepItem[] {
  const items = dataset.items.size;
  const mean = (figureOf: (fold: FoldSlopes) => number) =>
    folds.reduce((sum, fold) => sum + figureOf(fold), 0) / folds.length;
  const asked = new Uint32Array(items);
  for (const entry of first.early) if (entry > 0) asked[entry - 1]!++;
  const counts = new Uint32Array(items);
  for (const item of dataset.ratings.byUser.indices) counts[item]!++;
  const slopes = Float64Array.from({ length: items }, (_, item) => mean(({ slopes: own }) => own[item]!));
  return Array.from(slopes.keys())
    .sort((a, b) => Math.abs(slopes[b]!) - Math.abs(slopes[a]!) || a - b)
    .slice(0, MOST_ITEMS)
    .map((item) => {
      const intercept = mean(({ intercepts }) => intercepts[item]!);
      return {
        id: dataset.items.id(itemIndex(item)),
        title: dataset.items.title(itemIndex(item)),
        slope: slopes[item]!,
        error: mean(({ slopeErrors }) => slopeErrors[item]!),
        low: intercept + slopes[item]! * percentiles[10]!,
        high: intercept + slopes[item]! * percentiles[90]!,
        ratings: counts[item]!,
        askedEarly: asked[item]! / (first.early.length / EARLY),
      };
    });
}
