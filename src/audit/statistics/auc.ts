/**
 * The area under the ROC curve of weighted people: the probability that a random positive scores above a random
 * negative, ties counting half. Sorted once, it costs one pass for each set of weights, which is what a bootstrap needs.
 */
import { UlteriorError } from '../../errors/index.ts';

/** People in ascending order of their score. */
export interface Ranking {
  readonly order: Uint32Array;
  /** Whether the person at each place is a positive. */
  readonly positive: Uint8Array;
  /** Whether the person at each place has the same score as the next. */
  readonly tied: Uint8Array;
}

/** Of the given people, by score. A score that is not finite has no place: sorted, it would shift all others silently. */
export function rank(
  people: Uint32Array,
  scoreOf: (person: number) => number,
  isPositive: (person: number) => boolean,
): Ranking {
  const scores = Float64Array.from(people, scoreOf);
  const unranked = scores.findIndex((score) => !Number.isFinite(score));
  if (unranked >= 0) throw notFinite(people[unranked]!, scores[unranked]!);
  const places = Uint32Array.from(people, (_, n) => n).sort((a, b) => scores[a]! - scores[b]!);
  return {
    order: places.map((n) => people[n]!),
    positive: Uint8Array.from(places, (n) => (isPositive(people[n]!) ? 1 : 0)),
    tied: Uint8Array.from(places, (n, at) => (scores[n] === scores[places[at + 1]!] ? 1 : 0)),
  };
}

function notFinite(person: number, score: number): UlteriorError {
  return new UlteriorError(
    'SCORE_NOT_FINITE',
    `the score of person ${person} (counted from 0) is ${score}, so they cannot be ranked`,
    score === Number.NEGATIVE_INFINITY
      ? 'leave out or merge groups so small that some training sets contain nobody from them'
      : 'check the attacker for weights that are not finite, and the ratings for values far off the scale',
    { person, score },
  );
}

/** NaN where positives or negatives are missing. */
export function weightedAuc({ order, positive, tied }: Ranking, weights: ArrayLike<number>): number {
  let below = 0;
  let won = 0;
  let positives = 0;
  let groupPositive = 0;
  let groupNegative = 0;
  for (let at = 0; at < order.length; at++) {
    const weight = weights[order[at]!]!;
    if (positive[at] === 1) groupPositive += weight;
    else groupNegative += weight;
    if (tied[at] === 1) continue;
    won += groupPositive * (below + groupNegative / 2);
    positives += groupPositive;
    below += groupNegative;
    groupPositive = 0;
    groupNegative = 0;
  }
  return won / (positives * below);
}

/**
 * The AUC of people who all count once: both sides sorted as plain numbers and merged. The same as `weightedAuc` with
 * weights of 1, several times faster, for the permutation test, which needs thousands of them.
 */
export function aucOfScores(
  people: number,
  scoreOf: (person: number) => number,
  isPositive: (person: number) => boolean,
): number {
  const [positives, negatives] = [new Float64Array(people), new Float64Array(people)];
  let [p, n] = [0, 0];
  for (let person = 0; person < people; person++) {
    if (isPositive(person)) positives[p++] = scoreOf(person);
    else negatives[n++] = scoreOf(person);
  }
  const above = positives.subarray(0, p).sort();
  const below = negatives.subarray(0, n).sort();
  let won = 0;
  let [less, notMore] = [0, 0];
  for (const score of above) {
    while (less < n && below[less]! < score) less++;
    while (notMore < n && below[notMore]! <= score) notMore++;
    won += (less + notMore) / 2;
  }
  return won / (p * n);
}
