/** Figures of what is not a risk: means over people, with intervals from resampled people. */
import type { Estimate } from '../records/finding.ts';
import { everyoneOnce, interval } from '../statistics/bootstrap.ts';

/** A figure of people who count that often. */
export type Statistic = (weights: ArrayLike<number>) => number;

/** Over those of whom the number is known. */
export function meanOver(values: ArrayLike<number>, people: Uint32Array): Statistic {
  const known = people.filter((person) => Number.isFinite(values[person]!));
  return (weights) => {
    let [sum, all] = [0, 0];
    for (const person of known) {
      sum += weights[person]! * values[person]!;
      all += weights[person]!;
    }
    return sum / all;
  };
}

/** The root of the mean square, where each person has some squares, which are summed. */
export function rootMeanSquare(sums: ArrayLike<number>, counts: ArrayLike<number>, people: Uint32Array): Statistic {
  return (weights) => {
    let [sum, count] = [0, 0];
    for (const person of people) {
      sum += weights[person]! * sums[person]!;
      count += weights[person]! * counts[person]!;
    }
    return Math.sqrt(sum / count);
  };
}

export function estimated(
  statistic: Statistic,
  resamples: readonly ArrayLike<number>[],
  everyone: number,
  level: number,
): Estimate {
  const value = statistic(everyoneOnce(everyone));
  return interval(value, Float64Array.from(resamples, statistic), level);
}
