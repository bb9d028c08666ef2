/**
 * How D_A^2 of one attribute grows under one benign policy, from questionnaires drawn at random, and what that says about
 * an observed one.
 *
 * After a number of questions fixed in advance, with N questionnaires drawn:
 *
 *     p_n = (1 + number of drawn ones with D_n^2 at least the observed) / (N + 1)                          [eq:aim-p]
 *
 * If the observed questionnaire comes from the policy, all N + 1 are exchangeable, so Pr(p_n <= a) <= a for every a.
 *
 * At any time up to the horizon: the first half of the drawn ones says how surprising D_n^2 is after each number of
 * questions (surprise.ts). Both the observed questionnaire and those of the other half have a largest surprise, and
 *
 *     p = (1 + number of the other half whose largest surprise over the whole horizon is at least
 *              the largest observed so far) / (N/2 + 1)                                         [eq:aim-sequential]
 *
 * Given the first half, the others and the observed one are exchangeable, whatever the surprise is made of: the
 * probability that this p ever falls to a is at most a, however often one looks. It can only fall on the way.
 */
import { countAtLeast, type Surprise, surpriseIn } from './surprise.ts';

export class NullPaths {
  /** D^2 after each number of questions, ascending. */
  readonly #sorted: readonly Float64Array[];
  readonly #surprises: readonly Surprise[];
  /** Largest surprise of each questionnaire of the other half, ascending. */
  readonly #largest: Float64Array;

  /** `values`: questionnaires x questions. */
  constructor(values: Float64Array, questions: number) {
    const samples = values.length / questions;
    const half = Math.ceil(samples / 2);
    const column = (question: number, count: number) =>
      Float64Array.from({ length: count }, (_, n) => values[n * questions + question]!).sort();
    this.#sorted = Array.from({ length: questions }, (_, question) => column(question, samples));
    this.#surprises = Array.from({ length: questions }, (_, question) => surpriseIn(column(question, half)));
    this.#largest = Float64Array.from({ length: samples - half }, (_, n) => {
      const start = (half + n) * questions;
      return this.#surprisesOf(values.subarray(start, start + questions)).at(-1)!;
    }).sort();
  }

  /** p_n of D^2 after each number of questions. */
  pValues(path: ArrayLike<number>): Float64Array {
    return Float64Array.from({ length: path.length }, (_, question) => {
      const sorted = this.#sorted[question]!;
      return (1 + countAtLeast(sorted, path[question]!)) / (sorted.length + 1);
    });
  }

  /** The p-value that holds at any time, after each number of questions. */
  sequentialPValues(path: ArrayLike<number>): Float64Array {
    return this.#surprisesOf(path).map(
      (surprise) => (1 + countAtLeast(this.#largest, surprise)) / (this.#largest.length + 1),
    );
  }

  /** The largest D^2 after that many questions whose p_n is still above the level. */
  unnoticed(questions: number, level: number): number {
    const sorted = this.#sorted[questions - 1]!;
    // This many of the drawn ones may lie at or above it before p_n exceeds the level; the last digit of a product of two
    // numbers does not decide.
    const above = Math.floor(level * (sorted.length + 1) + 1e-9) - 1;
    return above < 0 ? Number.POSITIVE_INFINITY : sorted[sorted.length - 1 - above]!;
  }

  /** Of D^2 after that many questions. */
  median(questions: number): number {
    const sorted = this.#sorted[questions - 1]!;
    return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
  }

  /** The largest surprise so far, after each number of questions. */
  #surprisesOf(path: ArrayLike<number>): Float64Array {
    let largest = 0;
    return Float64Array.from({ length: path.length }, (_, question) => {
      largest = Math.max(largest, this.#surprises[question]!(path[question]!));
      return largest;
    });
  }
}
