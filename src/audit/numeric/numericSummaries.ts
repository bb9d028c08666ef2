/** The records that need no resampling task of their own: comparisons, bands, whole histories, items, the data. */
import { normalQuantile, roundStep } from '../../maths/index.ts';
import { type Dataset, fingerprint, itemIndex, numericAttributeOf } from '../../ratings/index.ts';
import { type BandOutcomes, EARLY, type NumericOutcomes } from '../interviews/outcomes.ts';
import { cautionsOf } from '../records/cautions.ts';
import type { Variant } from '../records/records.ts';
import { interval, pairedPValue, resampleWeights } from '../statistics/bootstrap.ts';
import { correctedForNumber } from '../statistics/correctedForNumber.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import { FEWEST_PEOPLE, type NumericCurveOutcome } from './numericCurveTask.ts';
import { blindHalfWithin, byError, type Guesses, halfWithin, measureGuesses, weightedMean } from './numericFigures.ts';
import type { FoldSlopes } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import type {
  BandFigures,
  HistoryMethod,
  NumericComparison,
  NumericDataDescription,
  NumericHistory,
  SteepItem,
} from './numericRecords.ts';
import type { NumericAuditSpec } from './numericSpec.ts';

const MOST_ITEMS = 200;
/** About this many in the histogram. */
const BARS = 15;

/** What every figure needs besides the guesses. */
export type Truth = Omit<Guesses, 'people' | 'guess'>;

/** The first strategy against each of the others, on the same resamples. */
export function numericComparisons(
  curves: ReadonlyMap<string, NumericCurveOutcome>,
  spec: NumericAuditSpec,
): NumericComparison[] {
  const [first, ...others] = spec.strategies;
  const mine = curves.get(first!)!;
  const compared = others.flatMap((second) =>
    spec.compareAt.flatMap((questions) => {
      const theirs = curves.get(second)!;
      const [a, b] = [mine.points[questions], theirs.points[questions]];
      if (a === undefined || b === undefined) return [];
      const differences = mine.maeReplicates[questions]!.map((mae, n) => mae - theirs.maeReplicates[questions]![n]!);
      const difference = interval(a.mae.value - b.mae.value, differences, spec.level);
      return [{ questions, first: first!, second, difference, pValue: pairedPValue(difference.value, differences) }];
    }),
  );
  return correctedForNumber(compared);
}

/** Intervals are as wide as the folds' dependence makes them; a difference takes the wider of its two. */
export function bandFigures(
  first: NumericOutcomes,
  bands: BandOutcomes,
  truth: Truth,
  spec: NumericAuditSpec,
): BandFigures[] {
  const { maxQuestions, resamples, level, seed } = spec;
  const everyone = truth.truth.length;
  const ones = new Float64Array(everyone).fill(1);
  return spec.compareAt.flatMap((questions) => {
    const people = Uint32Array.from(ones.keys()).filter((person) => first.lengths[person]! >= questions);
    if (questions > maxQuestions || people.length < FEWEST_PEOPLE) return [];
    const guessed = (guesses: Float64Array) => {
      const guess = (person: number) => guesses[person * (maxQuestions + 1) + questions]!;
      return {
        mae: (weights: ArrayLike<number>) =>
          weightedMean(people, (person) => Math.abs(truth.truth[person]! - guess(person)), weights),
        dependence: numberDependence(measureGuesses({ ...truth, people, guess }, ones).r2),
      };
    };
    const estimate = (figure: (weights: ArrayLike<number>) => number, dependence: number) => {
      const value = figure(ones);
      const replicates = Float64Array.from(
        { length: resamples },
        (_, b) => value + dependence * (figure(resampleWeights(everyone, seed, b, truth.clusters)) - value),
      );
      return interval(value, replicates, level);
    };
    const exact = guessed(first.means);
    const figuresOf = (band: ReturnType<typeof guessed>) => ({
      own: estimate(band.mae, band.dependence),
      difference: estimate(
        (weights) => exact.mae(weights) - band.mae(weights),
        Math.max(exact.dependence, band.dependence),
      ),
    });
    const [mostLikely, weighted] = [figuresOf(guessed(bands.mostLikely)), figuresOf(guessed(bands.weighted))];
    return [
      {
        questions,
        users: people.length,
        mostLikely: mostLikely.own,
        weighted: weighted.own,
        differences: { mostLikely: mostLikely.difference, weighted: weighted.difference },
      },
    ];
  });
}

export function numericHistoryOf(
  method: HistoryMethod,
  variant: Variant,
  { means, deviations }: NumericHistoryOutcome,
  truth: Truth,
  spec: NumericAuditSpec,
): NumericHistory {
  const people = Uint32Array.from(means.keys());
  const guesses = { ...truth, people, guess: (person: number) => means[person]! };
  const z = normalQuantile((1 + spec.coverage) / 2);
  const inside = (person: number) => Number(Math.abs(truth.truth[person]! - means[person]!) <= z * deviations[person]!);
  const ordered = byError(guesses, guesses.guess);
  const all = (weights: ArrayLike<number>) => ({
    ...measureGuesses(guesses, weights),
    halfWithin: halfWithin(ordered, guesses, guesses.guess, weights),
    coverage: weightedMean(people, inside, weights),
  });
  const replicates = Array.from({ length: spec.resamples }, (_, b) =>
    all(resampleWeights(people.length, spec.seed, b, truth.clusters)),
  );
  const ones = new Float64Array(people.length).fill(1);
  const value = all(ones);
  const factor = numberDependence(value.r2);
  const estimate = (metric: 'mae' | 'rmse' | 'r2' | 'coverage' | 'halfWithin') =>
    interval(
      value[metric],
      replicates.map((replicate) => value[metric] + factor * (replicate[metric] - value[metric])),
      spec.level,
    );
  return {
    method,
    variant,
    users: people.length,
    mae: estimate('mae'),
    rmse: estimate('rmse'),
    r2: estimate('r2'),
    blind: { mean: value.blindMean, median: value.blindMedian, halfWithin: blindHalfWithin(guesses, ones) },
    halfWithin: estimate('halfWithin'),
    ...(deviations.every(Number.isNaN) ? {} : { coverage: estimate('coverage') }),
  };
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

export function describeNumericData(dataset: Dataset, attribute: string, source: string): NumericDataDescription {
  const values = numericAttributeOf(dataset, attribute).values.toSorted();
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // Bars with round edges: values are often whole, and bars of odd width would hold unequally many of them.
  const width = roundStep((values.at(-1)! - values[0]!) / BARS);
  const first = Math.floor(values[0]! / width);
  const counts = new Uint32Array(1 + Math.floor(values.at(-1)! / width) - first);
  for (const value of values) counts[Math.floor(value / width) - first]!++;
  const edge = (bar: number) => Number(((first + bar) * width).toPrecision(12));
  const { starts } = dataset.ratings.byUser;
  const perUser = Uint32Array.from(
    { length: dataset.users.size },
    (_, user) => starts[user + 1]! - starts[user]!,
  ).sort();
  const percentiles = (sorted: Float64Array | Uint32Array) =>
    Array.from({ length: 101 }, (_, percent) => sorted[Math.round((percent / 100) * (sorted.length - 1))]!);
  return {
    source,
    attribute,
    users: dataset.users.size,
    items: dataset.items.size,
    ratings: dataset.ratings.count,
    mean,
    deviation: Math.sqrt(variance),
    percentiles: percentiles(values),
    histogram: Array.from(counts, (count, bar) => ({ from: edge(bar), to: edge(bar + 1), count })),
    ratingsPerUser: percentiles(perUser),
    fingerprint: fingerprint(dataset, attribute),
    ...cautionsOf(dataset, [attribute]),
  };
}
