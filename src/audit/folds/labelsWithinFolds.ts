/** Labels dealt out anew within each fold: a shuffle keeps the folds, and each group's share of them. */
import { derive } from '../../maths/index.ts';
import { shuffledPeople } from '../../ratings/index.ts';

/** How labels are dealt out. */
export interface Dealing {
  readonly folds: Uint16Array;
  readonly foldCount: number;
  readonly seed: number;
  /** Whose labels move together. */
  readonly clusters?: Uint32Array | undefined;
}

/**
 * For each person the one whose label they get: their own in dealing number 0. With `clusters`, the labels of people who
 * belong together move as a whole between clusters of equal size (`shuffledPeople`): single people of a household are
 * not exchangeable.
 */
export function dealtPeople({ folds, foldCount, seed, clusters }: Dealing, number: number): Uint32Array {
  const from = Uint32Array.from(folds.keys());
  if (number === 0) return from;
  const stream = derive(seed, 'permutation', number);
  if (clusters !== undefined) return shuffledPeople(clusters, stream, folds);
  const inFold = Array.from({ length: foldCount }, () => [] as number[]);
  for (const person of folds.keys()) inFold[folds[person]!]!.push(person);
  for (const people of inFold) {
    for (const [n, other] of stream.shuffle([...people]).entries()) from[people[n]!] = other;
  }
  return from;
}

export function labelsWithinFolds(types: Uint8Array, dealing: Dealing, number: number): Uint8Array {
  return Uint8Array.from(dealtPeople(dealing, number), (person) => types[person]!);
}
