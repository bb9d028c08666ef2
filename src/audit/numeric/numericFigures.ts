/** How far guesses of a number are off, for any weights of the people: what a bootstrap needs. */

/** One guess per person; all arrays have an entry for each of all people, and only those of `people` are read. */
export interface Guesses {
  readonly people: Uint32Array;
  readonly truth: Float64Array;
  readonly guess: (person: number) => number;
  /** Mean and median of the people on whom the person's model was trained. */
  readonly blindMeans: Float64Array;
  readonly blindMedians: Float64Array;
}

export interface Measured {
  readonly mae: number;
  readonly rmse: number;
  readonly r2: number;
  readonly blindMean: number;
  readonly blindMedian: number;
}

/** Of the weighted people; NaN where nobody has weight. */
export function measureGuesses(guesses: Guesses, weights: ArrayLike<number>): Measured {
  const { people, truth, guess, blindMeans, blindMedians } = guesses;
  let [total, absolute, squares, blindAbsolute, blindSquares, medianAbsolute] = [0, 0, 0, 0, 0, 0];
  for (const person of people) {
    const weight = weights[person]!;
    const number = truth[person]!;
    const error = number - guess(person);
    const blind = number - blindMeans[person]!;
    total += weight;
    absolute += weight * Math.abs(error);
    squares += weight * error * error;
    blindAbsolute += weight * Math.abs(blind);
    blindSquares += weight * blind * blind;
    medianAbsolute += weight * Math.abs(number - blindMedians[person]!);
  }
  return {
    mae: absolute / total,
    rmse: Math.sqrt(squares / total),
    r2: 1 - squares / blindSquares,
    blindMean: blindAbsolute / total,
    blindMedian: medianAbsolute / total,
  };
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
