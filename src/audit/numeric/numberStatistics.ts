/**
 * What a regression on whole histories reaches when it is asked for a number, for the order of people, and for each band
 * against the rest: for the real numbers, and for shuffles of them within the folds. The best of a grid of ridges counts.
 */

import { medianRanks, rankCorrelation } from '../figures/numberFigures.ts';
import { type Dealing, dealtPeople } from '../folds/index.ts';
import { aucOfScores } from '../statistics/auc.ts';
import { standardDeviation } from '../statistics/bootstrap.ts';
import type { HeldOutRidge } from '../statistics/heldOutRidge.ts';
import { bandOf } from './bands.ts';

/** Something about the number that a regression is asked for. */
export interface Asked {
  readonly measure: 'explained' | 'ranks' | 'band';
  /** From 0, the lowest. */
  readonly band?: number;
  /** Of each person; centred. */
  readonly target: Float64Array;
  /** How good guesses are, where person n has the number of person `order[n]`. */
  readonly reached: (guesses: Float64Array, order: Uint32Array) => number;
}

/** Of two bands only the upper one: each is told as well as the other. */
export function askedOf(numbers: Float64Array, cuts: readonly number[]): Asked[] {
  const bands = numbers.map((number) => bandOf(cuts, number));
  const told = cuts.length === 1 ? [1] : Array.from({ length: cuts.length + 1 }, (_, band) => band);
  const own = centred(numbers);
  const deviation = standardDeviation(own);
  const target = own.map((number) => number / deviation);
  const ranks = centred(medianRanks(numbers));
  return [
    { measure: 'explained', target, reached: (guesses, order) => explained(guesses, dealt(target, order)) },
    { measure: 'ranks', target: ranks, reached: (guesses, order) => rankCorrelation(guesses, dealt(ranks, order)) },
    ...told.map((band): Asked => {
      const inside = (person: number) => bands[person] === band;
      return {
        measure: 'band',
        band,
        target: centred(numbers.map((_, person) => (inside(person) ? 1 : 0))),
        reached: (guesses, order) =>
          aucOfScores(
            guesses.length,
            (person) => guesses[person]!,
            (person) => inside(order[person]!),
          ),
      };
    }),
  ];
}

export interface Reached {
  /** First with the real numbers, then with each shuffle. */
  readonly values: Float64Array;
  /** Of the real numbers. */
  readonly guesses: Float64Array;
}

/** Shuffles that are solved for at once. */
const CHUNK = 32;

export function reachedBy(
  regression: HeldOutRidge,
  asked: readonly Asked[],
  dealing: Dealing,
  shuffles: number,
): Reached[] {
  const people = dealing.folds.length;
  const values = asked.map(() => new Float64Array(shuffles + 1).fill(Number.NEGATIVE_INFINITY));
  const best: Float64Array[] = asked.map(() => new Float64Array(people));
  for (let from = 0; from <= shuffles; from += CHUNK) {
    const count = Math.min(CHUNK, shuffles + 1 - from);
    const orders = Array.from({ length: count }, (_, n) => dealtPeople(dealing, from + n));
    const columns = count * asked.length;
    const targets = new Float64Array(people * columns);
    for (let person = 0; person < people; person++) {
      let at = person * columns;
      for (const order of orders) for (const { target } of asked) targets[at++] = target[order[person]!]!;
    }
    for (const guesses of regression.guesses(targets, columns)) {
      for (const [n, order] of orders.entries()) {
        for (const [k, { reached }] of asked.entries()) {
          const own = columnOf(guesses, columns, n * asked.length + k);
          const value = reached(own, order);
          if (!(value > values[k]![from + n]!)) continue;
          values[k]![from + n] = value;
          if (from + n === 0) best[k] = own;
        }
      }
    }
  }
  return values.map((own, k) => ({ values: own, guesses: best[k]! }));
}

function explained(guesses: Float64Array, truth: Float64Array): number {
  let [squares, total] = [0, 0];
  for (let person = 0; person < guesses.length; person++) {
    squares += (truth[person]! - guesses[person]!) ** 2;
    total += truth[person]! ** 2;
  }
  return 1 - squares / total;
}

function dealt(values: Float64Array, order: Uint32Array): Float64Array {
  const others = new Float64Array(values.length);
  for (let n = 0; n < values.length; n++) others[n] = values[order[n]!]!;
  return others;
}

function columnOf(rows: Float64Array, columns: number, at: number): Float64Array {
  const column = new Float64Array(rows.length / columns);
  for (let row = 0; row < column.length; row++) column[row] = rows[row * columns + at]!;
  return column;
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
