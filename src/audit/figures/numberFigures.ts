/** How far guesses of a number are off, for any weights of the people: what a bootstrap needs. */

import type { With } from '../records/finding.ts';
import { everyoneOnce, interval } from '../statistics/bootstrap.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import type { Measure, Resampled } from '../statistics/resampled.ts';

/** What guesses are held against; an entry for each of all people. */
export interface NumberTruth {
  readonly truth: Float64Array;
  /** The same with numbers far outside moved inwards, as training takes them (`trainingNumbers`). */
  readonly bounded: Float64Array;
  /** Mean and median of the people on whom the person's model was trained. */
  readonly blindMeans: Float64Array;
  readonly blindMedians: Float64Array;
}

/** One guess for each of some people. */
export interface Guesses extends NumberTruth {
  readonly people: Uint32Array;
  readonly guess: (person: number) => number;
}

/** Guesses of an attacker who states how far they may be off. */
interface StatedGuesses extends Guesses {
  /** Half of the stated interval; NaN where none is stated. */
  readonly reach: (person: number) => number;
}

interface Errors {
  readonly mae: number;
  readonly rmse: number;
  readonly r2: number;
  readonly blindMean: number;
  readonly blindMedian: number;
}

/** MAE, RMSE, R2, half within and coverage. */
export function numberMeasure(guesses: StatedGuesses): Measure {
  const { people, truth, guess, reach } = guesses;
  const ordered = byError(guesses, guess);
  const inside = (person: number) => Number(Math.abs(truth[person]! - guess(person)) <= reach(person));
  return (weights) => {
    const { mae, rmse, r2 } = measureGuesses(guesses, weights);
    return [mae, rmse, r2, halfWithin(ordered, guesses, guess, weights), weightedMean(people, inside, weights)];
  };
}

/** How much more the figures of `numberMeasure` vary over new data than over resamples. */
export const numberSpread = ([, , r2]: readonly number[]) => numberDependence(r2!);

type NumberMetric = 'mae' | 'rmse' | 'r2' | 'coverage' | 'blindMean' | 'blindMedian' | 'halfWithin' | 'blindHalfWithin';
type NumberFound = Pick<With<NumberMetric>, NumberMetric | 'people'>;

/** From what `numberMeasure` gives. */
export function numberFigures(guesses: Guesses, found: readonly Resampled[], level: number): NumberFound {
  const ones = everyoneOnce(guesses.truth.length);
  const { blindMean, blindMedian } = measureGuesses(guesses, ones);
  const [mae, rmse, r2, half, coverage] = found.map(({ value, replicates }) => interval(value, replicates, level));
  return {
    people: guesses.people.length,
    mae: mae!,
    rmse: rmse!,
    r2: r2!,
    coverage: coverage!,
    blindMean,
    blindMedian,
    halfWithin: half!,
    blindHalfWithin: blindHalfWithin(guesses, ones),
  };
}

/** People in the order of how far a guess is off. */
export function byError({ people, truth }: Pick<Guesses, 'people' | 'truth'>, guess: Guesses['guess']): Uint32Array {
  const error = new Float64Array(truth.length);
  for (const person of people) error[person] = Math.abs(truth[person]! - guess(person));
  return people.toSorted((a, b) => error[a]! - error[b]! || a - b);
}

/**
 * By how much half of the guesses are off at most: the weighted median of the absolute errors, the smallest error that
 * at least half of the weight does not exceed. `ordered` is what `byError` gives: sorted once for all resamples.
 */
export function halfWithin(
  ordered: Uint32Array,
  { truth }: Pick<Guesses, 'truth'>,
  guess: Guesses['guess'],
  weights: ArrayLike<number>,
): number {
  let total = 0;
  for (const person of ordered) total += weights[person]!;
  let below = 0;
  for (const person of ordered) {
    below += weights[person]!;
    if (below >= total / 2 && below > 0) return Math.abs(truth[person]! - guess(person));
  }
  return Number.NaN;
}

/**
 * Of the weighted people; NaN where nobody has weight. R2 goes by the bounded numbers: squares of a single impossible one
 * would drown what is found about all others, and nothing found reads like an all-clear.
 */
export function measureGuesses(guesses: Guesses, weights: ArrayLike<number>): Errors {
  const { people, truth, bounded, guess, blindMeans, blindMedians } = guesses;
  let [total, absolute, squares, blindAbsolute, medianAbsolute] = [0, 0, 0, 0, 0];
  let [boundedSquares, blindSquares] = [0, 0];
  for (const person of people) {
    const weight = weights[person]!;
    const number = truth[person]!;
    const error = number - guess(person);
    const blind = number - blindMeans[person]!;
    total += weight;
    absolute += weight * Math.abs(error);
    squares += weight * error * error;
    blindAbsolute += weight * Math.abs(blind);
    boundedSquares += weight * (bounded[person]! - guess(person)) ** 2;
    blindSquares += weight * (bounded[person]! - blindMeans[person]!) ** 2;
    medianAbsolute += weight * Math.abs(number - blindMedians[person]!);
  }
  return {
    mae: absolute / total,
    rmse: Math.sqrt(squares / total),
    r2: 1 - boundedSquares / blindSquares,
    blindMean: blindAbsolute / total,
    blindMedian: medianAbsolute / total,
  };
}

/** The same for people who are all guessed to be the median of those trained on. */
export function blindHalfWithin(guesses: Guesses, weights: ArrayLike<number>): number {
  const blind = (person: number) => guesses.blindMedians[person]!;
  return halfWithin(byError(guesses, blind), guesses, blind, weights);
}

/** Mean of a value over weighted people. */
export function weightedMean(
  people: Uint32Array,
  figureOf: (person: number) => number,
  weights: ArrayLike<number>,
): number {
  let [sum, total] = [0, 0];
  for (const person of people) {
    sum += weights[person]! * figureOf(person);
    total += weights[person]!;
  }
  return sum / total;
}

/** The middle of the values; the mean of the two middle ones of an even number. */
export function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The place of each value among all, from 1; those that are equal share the middle of their places. */
export function medianRanks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** Spearman's: the correlation of the places of some guesses with places known already. 0 where all guesses are equal. */
export function rankCorrelation(guesses: Float64Array, ranks: Float64Array): number {
  const guessed = medianRanks(guesses);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanGuess, meanRank] = [mean(guessed), mean(ranks)];
  let [product, squares, others] = [0, 0, 0];
  for (let n = 0; n < guessed.length; n++) {
    const [a, b] = [guessed[n]! - meanGuess, ranks[n]! - meanRank];
    product += a * b;
    squares += a * a;
    others += b * b;
  }
  return squares > 0 && others > 0 ? product / Math.sqrt(squares * others) : 0;
}
