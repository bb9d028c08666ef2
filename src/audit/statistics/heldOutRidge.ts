/**
 * Ridge regressions of many targets at once on what people rated. Whoever is guessed was not learned from:
 *
 *     guesses_k = F_k (F'F - F_k'F_k + lambda I)^-1 (F'Y - F_k'Y_k)      for the people of fold k          [eq:held-out]
 *
 * The matrices on the left contain nothing that is guessed: factorized once, they serve the real targets and all
 * shuffles.
 *
 *   F   people x width, standardised (historyFactors.ts)
 *   Y   people x columns
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { HistoryFactors } from './historyFactors.ts';

/** For each training person and standardised column. */
const RIDGES = [0.03, 0.3, 3];
const MIDDLE = 0.3;

export interface HeldOutRidge {
  /** Of everybody. */
  readonly folds: ArrayLike<number>;
  readonly foldCount: number;
  /** For each ridge, people x columns. */
  readonly guesses: (targets: Float64Array, columns: number) => Iterable<Float64Array>;
  /**
   * y'F (F'F + lambda I)^-1 F'y of each column, with the ridge in the middle. Nobody is held out, so that the size means
   * nothing by itself; against shuffles it tells weak leaks that guesses of unseen people lose in their noise.
   */
  readonly fitted: (targets: Float64Array, columns: number) => Float64Array;
}

export function heldOutRidge(
  { values, width, people }: HistoryFactors,
  folds: ArrayLike<number>,
  foldCount: number,
): HeldOutRidge {
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
  const factored = (system: Float64Array, ridge: number) => {
    for (let k = 0; k < width; k++) system[k * width + k]! += ridge;
    // A positive ridge plus a sum of squares: always positive definite.
    choleskyFactor(system, width);
    return system;
  };
  const systems = RIDGES.map((ridge) =>
    inFold.map((members, fold) =>
      factored(
        gram.map((value, at) => value - grams[fold]![at]!),
        ridge * (people - members.length),
      ),
    ),
  );
  const whole = factored(gram.slice(), MIDDLE * people);
  return {
    folds,
    foldCount,
    *guesses(targets, columns) {
      const moments = inFold.map((members) => products(members, targets, columns));
      const moment = sumOf(moments);
      for (const ofFolds of systems) {
        const guesses = new Float64Array(people * columns);
        for (const [fold, members] of inFold.entries()) {
          const rest = moment.map((value, at) => value - moments[fold]![at]!);
          const weights = solved(ofFolds[fold]!, rest, width, columns);
          for (const person of members) {
            for (let k = 0; k < width; k++) {
              const value = values[person * width + k]!;
              for (let c = 0; c < columns; c++) guesses[person * columns + c]! += value * weights[k * columns + c]!;
            }
          }
        }
        yield guesses;
      }
    },
    fitted: (targets, columns) => {
      const moment = sumOf(inFold.map((members) => products(members, targets, columns)));
      const weights = solved(whole, moment, width, columns);
      const found = new Float64Array(columns);
      for (let at = 0; at < moment.length; at++) found[at % columns]! += moment[at]! * weights[at]!;
      return found;
    },
  };
}

function solved(system: Float64Array, rights: Float64Array, width: number, columns: number): Float64Array {
  const weights = new Float64Array(rights.length);
  const column = new Float64Array(width);
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < width; k++) column[k] = rights[k * columns + c]!;
    choleskySolve(system, width, column);
    for (let k = 0; k < width; k++) weights[k * columns + c] = column[k]!;
  }
  return weights;
}

function sumOf(parts: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0]!.length);
  for (const part of parts) for (let at = 0; at < sum.length; at++) sum[at]! += part[at]!;
  return sum;
}
