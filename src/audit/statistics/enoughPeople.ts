/** Whether a figure about some people is worth printing: enough of them, and enough of each group. */
import { countByType } from './aucStatistic.ts';

const FEWEST = 20;
/** Of each group; a figure about fewer is an anecdote. */
const FEWEST_OF_A_GROUP = 10;

/** `minGroup` is the smallest group that the audit takes: anyone who asks for smaller ones gets figures about smaller ones. */
export function enoughPeople(
  people: Uint32Array,
  types: ArrayLike<number>,
  typeCount: number,
  minGroup: number,
): boolean {
  if (people.length < FEWEST) return false;
  const fewest = Math.min(FEWEST_OF_A_GROUP, minGroup);
  return countByType(people, types, typeCount).every((count) => count >= fewest);
}
