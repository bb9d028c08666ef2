/**
 * When an interview ends by itself.
 *
 * `errorRates` is the sequential probability ratio test (Wald 1945; for more than two types in the form of Armitage
 * 1950): it ends when the answers point to one type i against each other type j with a likelihood ratio of at least
 *
 *     (K - 1) (1 - rate_i) / rate_j                                                                            [eq:sprt]
 *
 * For two types these are Wald's bounds (1 - beta) / alpha and beta / (1 - alpha). If the answers follow the model, people
 * of type t are then taken for another about as often as rate_t at most: by Wald's inequality not more often than rate_t
 * over one less the largest rate, and less in practice, because the last answer oversteps the bound. Where answers are
 * independent and alike no test of two types needs fewer questions on average. The prior plays no part: `confidence`
 * bounds wrong guesses over everybody, `errorRates` for each type.
 */
import { outOfRange, requirePositive, requireWithin } from '../errors/index.ts';
import { largestAt } from '../maths/index.ts';

/** When an interview stops; the first rule that applies ends it. */
export interface StoppingRule {
  /** Questions at most; skipped ones count. */
  readonly maxQuestions?: number | undefined;
  /** Ends when the confidence is above this (the paper's tau). */
  readonly confidence?: number | undefined;
  /** Ends when the answers decide so clearly that people of a type are taken for another at most this often. */
  readonly errorRates?: number | readonly number[] | undefined;
  /** Ends when the next question would lower the probability of a wrong guess by less than this, on average. */
  readonly smallestGain?: number | undefined;
}

/** Why an interview stopped. */
export type StopReason =
  /** As many questions as allowed were asked. */
  | 'budget'
  /** The confidence was reached. */
  | 'confident'
  /** The answers decided between the types at the stated error rates. */
  | 'decided'
  /** The next question was not worth asking. */
  | 'littleGain'
  /** Nothing is left to ask. */
  | 'exhausted'
  /** Somebody ended it. */
  | 'ended';

export function checkStoppingRule(rule: StoppingRule, types: number): void {
  const { maxQuestions, confidence, errorRates, smallestGain } = rule;
  if (maxQuestions !== undefined) {
    requireWithin('maxQuestions', maxQuestions, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  }
  if (confidence !== undefined) requireWithin('confidence', confidence, { min: 0, max: 1 });
  if (smallestGain !== undefined) {
    requirePositive('smallestGain', smallestGain);
    requireWithin('smallestGain', smallestGain, { min: 0, max: 1 });
  }
  if (errorRates === undefined) return;
  if (typeof errorRates !== 'number' && errorRates.length !== types) {
    throw outOfRange('errorRates', `a list of ${errorRates.length}`, `one number, or a list of ${types}`);
  }
  for (const rate of ratesOf(errorRates, types)) {
    if (!(rate > 0 && rate < 0.5)) throw outOfRange('errorRates', rate, 'a number above 0 and below 0.5');
  }
}

interface Progress {
  /** Questions asked so far. */
  readonly asked: number;
  readonly confidence: () => number;
  /** Log likelihood of the answers under each type, up to a constant. */
  readonly evidence: () => ArrayLike<number>;
}

/** The reason to stop now, if there is one, whatever the next question would be. */
export function reasonToStop(rule: StoppingRule, { asked, confidence, evidence }: Progress): StopReason | undefined {
  if (rule.confidence !== undefined && confidence() > rule.confidence) return 'confident';
  if (rule.errorRates !== undefined && decides(evidence(), rule.errorRates)) return 'decided';
  if (rule.maxQuestions !== undefined && asked >= rule.maxQuestions) return 'budget';
  return undefined;
}

/** Whether the best type is ahead of each other one by its bound. */
function decides(evidence: ArrayLike<number>, errorRates: number | readonly number[]): boolean {
  const rates = ratesOf(errorRates, evidence.length);
  const best = largestAt(evidence);
  return rates.every((rate, other) => {
    const bound = Math.log(((rates.length - 1) * (1 - rates[best]!)) / rate); // [eq:sprt]
    return other === best || evidence[best]! - evidence[other]! >= bound;
  });
}

function ratesOf(errorRates: number | readonly number[], types: number): readonly number[] {
  return typeof errorRates === 'number' ? new Array<number>(types).fill(errorRates) : errorRates;
}
