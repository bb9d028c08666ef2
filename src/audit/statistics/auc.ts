/**
 * The area under the ROC curve of weighted people: the probability that a random positive scores above a random
 * negative, ties counting half. Sorted once, it costs one pass for each set of weights, which is what a bootstrap needs.
 */
import { requireInvariant, UlteriorError } from '../../errors/index.ts';

/** Both sides in ascending order of their scores, and where they meet. */
export interface Ranking {
  readonly positives: Uint32Array;
  readonly negatives: Uint32Array;
  /** How many of the negatives score below each positive. */
  readonly below: Uint32Array;
  /** How many of them score below it or the same. */
  readonly notAbove: Uint32Array;
  /** Room for the weight of the first negatives: none, one, two and so on. */
  readonly room: Float64Array;
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
  const above = places.filter((n) => isPositive(people[n]!));
  const others = places.filter((n) => !isPositive(people[n]!));
  let [less, notMore] = [0, 0];
  const [below, notAbove] = [new Uint32Array(above.length), new Uint32Array(above.length)];
  for (const [at, n] of above.entries()) {
    while (less < others.length && scores[others[less]!]! < scores[n]!) less++;
    while (notMore < others.length && scores[others[notMore]!]! <= scores[n]!) notMore++;
    [below[at], notAbove[at]] = [less, notMore];
  }
  const named = (some: Uint32Array) => some.map((n) => people[n]!);
  const room = new Float64Array(others.length + 1);
  return { positives: named(above), negatives: named(others), below, notAbove, room };
}

function notFinite(person: number, score: number): UlteriorError {
  return new UlteriorError(
    'SCORE_NOT_FINITE',
    `the score of person ${person} (counted from 0) is ${score}, so they cannot be ranked`,
    score === Number.NEGATIVE_INFINITY
      ? 'leave out or merge groups so small that some training sets contain no one from them'
      : 'check the attacker for weights that are not finite, and the ratings for values far off the scale',
    { person, score },
  );
}

/** Sums of many weights. */
const ROUNDING = 1e-9;

/**
 * NaN where positives or negatives are missing. Neither loop branches: who is positive is decided once, not in each of a
 * thousand resamples.
 */
export function weightedAuc(
  { positives, negatives, below, notAbove, room }: Ranking,
  weights: ArrayLike<number>,
): number {
  let against = 0;
  for (let n = 0; n < negatives.length; n++) {
    against += weights[negatives[n]!]!;
    room[n + 1] = against;
  }
  let won = 0;
  let total = 0;
  for (let p = 0; p < positives.length; p++) {
    const weight = weights[positives[p]!]!;
    total += weight;
    won += weight * (room[below[p]!]! + room[notAbove[p]!]!);
  }
  const auc = won / 2 / (total * against);
  requireInvariant(!(auc < -ROUNDING || auc > 1 + ROUNDING), () => `an AUC is ${auc}`);
  return auc;
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
