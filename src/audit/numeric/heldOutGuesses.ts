/**
 * Ridge regressions of many numbers at once on what people rated. Whoever is guessed was not learned from:
 *
 *     guesses_k = F_k (F'F - F_k'F_k + lambda I)^-1 (F'Y - F_k'Y_k)      for the people of fold k          [eq:held-out]
 *
 * The matrices on the left contain no numbers that are guessed: factorized once, they serve the real ones and all
 * shuffles.
 *
 *   F   people x width, standardised (historyFactors.ts)
 *   Y   people x columns, each of mean 0
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { HistoryFactors } from '../statistics/historyFactors.ts';

/** For each training person and standardised column. */
const RIDGES = [0.03, 0.3, 3];

/** For each ridge, people x columns. */
export type HeldOutGuesses = (targets: Float64Array, columns: number) => Float64Array[];

export function heldOutGuesses(
  { values, width, people }: HistoryFactors,
  folds: ArrayLike<number>,
  foldCount: number,
): HeldOutGuesses {
  const inFold = Array.from({ length: foldCount }, () => [] as number[]);
  for (let person = 0; person < people; person++) inFold[folds[person]!]!.push(person);
  const products = (members: readonly number[], right: Float64Array, columns: number) => {
    const product = new Float64Array(width * columns);
    for (const person of members) {
      for (let k = 0; k < width; k++) {
        const value = values[person * width + k]!;
        for (let c = 0; c < columns; c++) product[k * columns + c]! += value * right[person * columns + c]!;
      }
    }
    return product;
  };
  const grams = inFold.map((members) => products(members, values, width));
  const gram = sumOf(grams);
  const systems = RIDGES.map((ridge) =>
    inFold.map((members, fold) => {
      const system = gram.map((value, at) => value - grams[fold]![at]!);
      for (let k = 0; k < width; k++) system[k * width + k]! += ridge * (people - members.length);
      // A positive ridge plus a sum of squares: always positive definite.
      choleskyFactor(system, width);
      return system;
    }),
  );
  return (targets, columns) => {
    const moments = inFold.map((members) => products(members, targets, columns));
    const moment = sumOf(moments);
    return systems.map((ofFolds) => {
      const guesses = new Float64Array(people * columns);
      for (const [fold, members] of inFold.entries()) {
        const weights = moment.map((value, at) => value - moments[fold]![at]!);
        solveColumns(ofFolds[fold]!, weights, width, columns);
        for (const person of members) {
          for (let k = 0; k < width; k++) {
            const value = values[person * width + k]!;
            for (let c = 0; c < columns; c++) guesses[person * columns + c]! += value * weights[k * columns + c]!;
          }
        }
      }
      return guesses;
    });
  };
}

/** In place. */
function solveColumns(system: Float64Array, rights: Float64Array, width: number, columns: number): void {
  const column = new Float64Array(width);
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < width; k++) column[k] = rights[k * columns + c]!;
    choleskySolve(system, width, column);
    for (let k = 0; k < width; k++) rights[k * columns + c] = column[k]!;
  }
}

function sumOf(parts: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0]!.length);
  for (const part of parts) for (let at = 0; at < sum.length; at++) sum[at]! += part[at]!;
  return sum;
}
