/** Labels dealt out anew within each fold: a shuffle keeps the folds, and each group's share of them. */
import type { RandomStream } from '../../maths/index.ts';
import { shuffledPeople } from '../../ratings/index.ts';

/**
 * With `clusters`, the labels of people who belong together move as a whole between clusters of equal size
 * (`shuffledPeople`): single people of a household are not exchangeable.
 */
export function labelsWithinFolds(
  types: Uint8Array,
  folds: Uint16Array,
  foldCount: number,
  stream: RandomStream,
  clusters?: Uint32Array,
): Uint8Array {
  if (clusters !== undefined) return shuffledOf(types, shuffledPeople(clusters, stream, folds));
  const labels = types.slice();
  for (let fold = 0; fold < foldCount; fold++) {
    const people = [...folds.keys()].filter((person) => folds[person] === fold);
    const values = stream.shuffle(people.map((person) => types[person]!));
    for (const [n, person] of people.entries()) labels[person] = values[n]!;
  }
  return labels;
}

const shuffledOf = (types: Uint8Array, from: Uint32Array) =>
  Uint8Array.from(types, (_, person) => types[from[person]!]!);
