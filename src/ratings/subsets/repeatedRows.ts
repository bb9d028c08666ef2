/**
 * Rows of answers that are copies of one another: the same person twice, or a file that was put together twice. Equal
 * rows are copies only where chance does not explain them. If p_j is the probability that two people agree on item j
 * (the sum over its answers of their squared shares; no answer is one of them), chance makes
 *
 *     n (n - 1) / 2 x prod_j p_j                                                                       [eq:copies]
 *
 * pairs of equal rows among n people. Below 0.01, equal rows are copies. With two yes-or-no questions everybody
 * coincides with many, and nothing is a copy.
 *
 * People differ in how much they rate. Two who rated nothing but the same best-seller are no copies, however long the
 * lists of others are, so the n_k people with k ratings are judged by themselves, too: with s the probability that two
 * ratings are of one item and equal, chance makes about n_k (n_k - 1) / 2 x k! s^k pairs. Nor is a copy who gave one
 * answer to (nearly) every question: that is a habit. O(ratings).
 */
import { assembleDataset, type Dataset } from '../data/dataset.ts';
import type { RatingMatrix } from '../data/ratingMatrix.ts';
import { clustersFrom, joinClusters, type RepeatedRows } from '../data/together.ts';

/** Fewer chance pairs than this, and an equal pair is a copy. */
const MOST_BY_CHANCE = 0.01;

/** Whoever gave one answer to this share of all items answers by habit. */
const BY_HABIT = 0.9;

/** The same data, in which copies belong together; the same value where there are none. */
export function withCopiesTogether(dataset: Dataset): Dataset {
  const { ratings, together } = dataset;
  const firsts = firstEqualRows(ratings);
  if (firsts.every((first, user) => first === user)) return dataset;
  const counts = answerCounts(ratings);
  const overall = pairsByChance(ratings.users, counts);
  if (overall >= MOST_BY_CHANCE) return dataset;
  const ofLength = pairsByLength(ratings, counts);
  const isCopied = (row: number) => ofLength(lengthOf(ratings, row)) < MOST_BY_CHANCE && !isHabit(ratings, row);
  const originals = firsts.map((first, user) => (isCopied(first) ? first : user));
  const repeats = [...originals.keys()].filter((user) => originals[user] !== user);
  if (repeats.length === 0) return dataset;
  const copied = new Set(repeats.map((user) => originals[user]!));
  const lengths = new Set([...copied].map((row) => lengthOf(ratings, row)));
  const copies: RepeatedRows = {
    rows: repeats.length,
    people: repeats.length + copied.size,
    expected: [...lengths].reduce((sum, length) => sum + ofLength(length), overall),
  };
  const own = clustersFrom(originals);
  const clusters = together === undefined ? own : joinClusters(together.clusters, own);
  return assembleDataset({ ...dataset, together: { ...together, clusters, copies, rows: own } }, dataset.attributes);
}

const lengthOf = ({ byUser: { starts } }: RatingMatrix, user: number) => starts[user + 1]! - starts[user]!;

function isHabit({ items, byUser: { starts, values } }: RatingMatrix, user: number): boolean {
  const own = values.subarray(starts[user]!, starts[user + 1]!);
  return own.length >= BY_HABIT * items && own.every((value) => value === own[0]);
}

/** For each user the first one with the same row of answers. */
function firstEqualRows({ users, byUser: { starts, indices, values } }: RatingMatrix): number[] {
  const isEqual = (a: number, b: number) => {
    const [from, other] = [starts[a]!, starts[b]!];
    const length = starts[a + 1]! - from;
    if (starts[b + 1]! - other !== length) return false;
    for (let at = 0; at < length; at++) {
      if (indices[from + at] !== indices[other + at] || values[from + at] !== values[other + at]) return false;
    }
    return true;
  };
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const firstsBySum = new Map<number, number[]>();
  return Array.from({ length: users }, (_, user) => {
    // FNV-1a over items and values; only rows with the same sum are compared.
    let sum = 0x811c9dc5;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      sum = Math.imul(sum ^ indices[at]!, 0x01000193);
      sum = Math.imul(sum ^ bits[at]!, 0x01000193);
      sum ^= sum >>> 15;
    }
    const alike = firstsBySum.get(sum);
    const first = alike?.find((other) => isEqual(user, other));
    if (first !== undefined) return first;
    if (alike === undefined) firstsBySum.set(sum, [user]);
    else alike.push(user);
    return user;
  });
}

/** Of each item, how often each rating was given. */
type AnswerCounts = readonly ReadonlyMap<number, number>[];

function answerCounts({ items, byUser: { indices, values } }: RatingMatrix): AnswerCounts {
  const counts = Array.from({ length: items }, () => new Map<number, number>());
  for (let at = 0; at < indices.length; at++) {
    const ofItem = counts[indices[at]!]!;
    ofItem.set(values[at]!, (ofItem.get(values[at]!) ?? 0) + 1);
  }
  return counts;
}

/** [eq:copies] in logarithms: the product over thousands of items is too small for a number. */
function pairsByChance(users: number, counts: AnswerCounts): number {
  let log = Math.log((users * (users - 1)) / 2);
  for (const ofItem of counts) {
    let answered = 0;
    let match = 0;
    for (const count of ofItem.values()) {
      answered += count;
      match += (count / users) ** 2;
    }
    log += Math.log(match + (1 - answered / users) ** 2);
  }
  return Math.exp(log);
}

/** Pairs by chance among those with that many ratings. Where all have as many, nobody is shorter than others. */
function pairsByLength(ratings: RatingMatrix, counts: AnswerCounts): (length: number) => number {
  const people = new Map<number, number>();
  for (let user = 0; user < ratings.users; user++) {
    const length = lengthOf(ratings, user);
    people.set(length, (people.get(length) ?? 0) + 1);
  }
  let same = 0;
  for (const ofItem of counts) for (const count of ofItem.values()) same += (count / ratings.count) ** 2;
  return (length) => {
    if (people.size === 1) return 0;
    const own = people.get(length)!;
    let log = Math.log((own * (own - 1)) / 2);
    for (let k = 1; k <= length; k++) log += Math.log(k * same);
    return Math.exp(log);
  };
}
