/**
 * Who is named: of whom an attacker is certain enough to act on it. An AUC is an average over everybody and hides them: a leak
 * that gives away 5% of the people and nobody else has an AUC near 0.55.
 *
 * An attacker names a person as one of a group where the group is at least this probable,
 *
 *     threshold = max(certainty, (1 + share of the group) / 2),                                        [eq:named]
 *
 * because in a group of 98% everybody is "90% sure" without any leak. How high a score has to be for that, the attacker learns
 * from people of other folds alone. Going down their scores, each right name adds 1 - threshold and each wrong one takes
 * threshold away; the attacker stops where the sum is largest:
 *
 *     S_n = sum over the n highest scores of (1 if of the group, else 0) - threshold                   [eq:naming]
 *
 * These are the people whose isotonic (monotone, otherwise free) calibrated probability is above the threshold. Nothing is said
 * about the shape of scores, so that a few people who stand far out are not lost in a curve fitted to everybody.
 *
 * The best of many stops flatters. Without a leak S is a random walk that goes down on average, and reaches a height h with
 * probability exp(-r h) at most, where share e^(r (1 - threshold)) + (1 - share) e^(-r threshold) = 1 (Lundberg's inequality).
 * Scores of folds depend on each other's labels, so that S varies more than that (foldDependence.ts), and reaches as much higher.
 * The attacker names nobody unless S reaches a height that chance reaches once in a hundred, and never for less than one error
 * fewer than the threshold allows: ten right names in a row at 90%, a hundred at 99%.
 */
import { foldDependence } from './foldDependence.ts';

/** How often chance may reach the height that is asked for. */
const CHANCE = 0.01;

/** Heights that differ by less are the same: sums of thresholds are rounded. */
const ROUNDING = 1e-9;

/** How probable a group of this share must be for a person to be named as one of it. */
export const namingThreshold = (share: number, certainty: number) => Math.max(certainty, (1 + share) / 2);

/** How high the sum of eq. naming must be. */
export function evidenceNeeded(share: number, threshold: number): number {
  if (!(share > 0 && share < 1)) return share > 0 ? Number.POSITIVE_INFINITY : 1;
  const falls = (r: number) => share * Math.exp(r * (1 - threshold)) + (1 - share) * Math.exp(-r * threshold) < 1;
  let [low, high] = [0, 1];
  while (falls(high)) [low, high] = [high, 2 * high];
  for (let n = 0; n < 50; n++) {
    const middle = (low + high) / 2;
    if (falls(middle)) low = middle;
    else high = middle;
  }
  return Math.max(1, (-Math.log(CHANCE) * foldDependence(0.5) ** 2) / low);
}

/** People from the most to the least likely to be of a group; an entry for each of them. */
export interface Side {
  /** The place of each among the scores. */
  readonly order: Uint32Array;
  /** 1 where the next score is lower: people of equal scores are named together or not at all. */
  readonly ends: Uint8Array;
}

/** `scores` are finite. Those that are the same in single precision count as equal. */
export function sideOf(scores: Float64Array): Side {
  const count = scores.length;
  // The place goes where the last digits of the score were: plain numbers sort several times faster than by a comparison.
  const packed = Float64Array.from(scores, (score) => score + 0);
  const words = new Uint32Array(packed.buffer);
  for (let n = 0; n < count; n++) words[2 * n] = ((words[2 * n]! & HEAD) | n) >>> 0;
  packed.sort();
  const order = new Uint32Array(count);
  const ends = new Uint8Array(count).fill(1);
  for (let n = 0; n < count; n++) {
    const at = 2 * (count - 1 - n);
    order[n] = words[at]! & ~HEAD;
    if (n > 0 && words[at + 1] === words[at + 3] && ((words[at]! ^ words[at + 2]!) & HEAD) === 0) ends[n - 1] = 0;
  }
  return { order, ends };
}

/** The digits that single precision has; the others are room for the places of 500 million people. */
const HEAD = -1 << 29;

/** The same people for the other of two groups. */
export function otherSide({ order, ends }: Side): Side {
  const count = order.length;
  return { order: order.slice().reverse(), ends: ends.map((_, n) => (n === count - 1 ? 1 : ends[count - 2 - n]!)) };
}

/** Entries by the place of each person among the scores. */
interface Known {
  /** 1 for people of the group. */
  readonly isOf: ArrayLike<number>;
  readonly folds: ArrayLike<number>;
  readonly foldCount: number;
  /** How much each counts; everybody the same where left out. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** For each fold, how many of the side are named where they are tested there: learned from the people of all other folds. */
export function namedUpTo(side: Side, known: Known, threshold: number, evidence: number): Uint32Array {
  const { foldCount } = known;
  const highest = new Float64Array(foldCount).fill(Math.max(0, evidence - 2 * ROUNDING));
  const upTo = new Uint32Array(foldCount);
  const higher = (fold: number, height: number, n: number) => {
    if (height <= highest[fold]! + ROUNDING) return;
    highest[fold] = height;
    upTo[fold] = n + 1;
  };
  goDown(side, known, threshold, higher, highest);
  return upTo;
}

/** The same where the attacker stops as soon as a single error more could have made it stop. */
export function namedAtLeast(side: Side, known: Known, threshold: number, evidence: number): Uint32Array {
  const upTo = namedUpTo(side, known, threshold, evidence);
  const highest = new Float64Array(known.foldCount);
  goDown(side, known, threshold, (fold, height, n) => {
    if (n + 1 === upTo[fold]) highest[fold] = height;
  });
  const least = upTo.slice();
  goDown(side, known, threshold, (fold, height, n) => {
    if (n + 1 < least[fold]! && height >= highest[fold]! - 1) least[fold] = n + 1;
  });
  // Without the ground for it, nobody.
  return least.map((count, fold) => (highest[fold]! <= 1 ? 0 : count));
}

/**
 * The sum of eq. naming over the people of all folds but one, for each of them, wherever one may stop. Where only what is `above`
 * a height is of interest, it ends as soon as no fold can get there with all people of the group who are left.
 */
function goDown(
  { order, ends }: Side,
  { isOf, folds, foldCount, weights }: Known,
  threshold: number,
  see: (fold: number, height: number, n: number) => void,
  above?: Float64Array,
): void {
  let sum = 0;
  let gain = 0;
  for (let n = 0; above !== undefined && n < order.length; n++) {
    if (isOf[n]) gain += (weights === undefined ? 1 : weights[n]!) * (1 - threshold);
  }
  const own = new Float64Array(foldCount);
  for (let n = 0; n < order.length; n++) {
    const place = order[n]!;
    const step = (weights === undefined ? 1 : weights[place]!) * (isOf[place]! - threshold);
    sum += step;
    own[folds[place]!]! += step;
    if (step > 0) gain -= step;
    if (ends[n] === 0) continue;
    let short = Number.POSITIVE_INFINITY;
    for (let fold = 0; fold < foldCount; fold++) {
      const height = sum - own[fold]!;
      see(fold, height, n);
      if (above !== undefined) short = Math.min(short, above[fold]! - height);
    }
    if (above !== undefined && short >= gain) return;
  }
}

/**
 * Right names above what naming as many people at random would give, for the permutation test. Overconfidence names people, too,
 * and is right for no more of them than chance.
 */
export function excessNamed(side: Side, known: Known, share: number, certainty: number): number {
  const threshold = namingThreshold(share, certainty);
  const upTo = namedUpTo(side, known, threshold, evidenceNeeded(share, threshold));
  const furthest = upTo.reduce((most, count) => Math.max(most, count), 0);
  let excess = 0;
  for (let n = 0; n < furthest; n++) {
    const place = side.order[n]!;
    if (n < upTo[known.folds[place]!]!) excess += known.isOf[place]! - share;
  }
  return excess;
}
