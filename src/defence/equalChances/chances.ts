/** How likely a history holds each item, for a person of that taste, in each group. */
import type { PresenceStage } from './presenceModel.ts';
import { tasteOf } from './taste.ts';

/** groups x items; of all items, or of those that are wanted, in their order. O(items x (directions + groups)). */
export function chancesGiven(
  stage: PresenceStage,
  taste: Float64Array,
  wanted?: ArrayLike<number> | undefined,
): Float64Array {
  const { intercepts, groupEffects, tasteEffects } = stage;
  const groups = groupEffects.length / intercepts.length;
  const items = wanted?.length ?? intercepts.length;
  const width = taste.length;
  const chances = new Float64Array(groups * items);
  for (let at = 0; at < items; at++) {
    const item = wanted === undefined ? at : wanted[at]!;
    const from = item * width;
    let common = intercepts[item]!;
    for (let k = 0; k < width; k++) common += tasteEffects[from + k]! * taste[k]!;
    for (let g = 0; g < groups; g++) {
      chances[g * items + at] = 1 / (1 + Math.exp(-(common + groupEffects[item * groups + g]!)));
    }
  }
  return chances;
}

/** The same for somebody with this history, who is of this group: taste is that of the group's own people. */
export function chancesOf(stage: PresenceStage, history: ArrayLike<number>, group: number): Float64Array {
  return chancesGiven(stage, tasteOf(stage, history, group));
}

/** Chances of the own group, and those that all groups are to have, by item. */
export interface OwnAndTarget {
  readonly own: Float64Array;
  readonly target: Float64Array;
}

/**
 * own + strength (common - own), common being the smallest chance over the groups: the same for all of them at strength 1,
 * and never above the own chance. Beyond 1 the groups would differ the other way round, which tells as much.
 */
export function ownAndTarget(chances: Float64Array, groups: number, group: number, strength: number): OwnAndTarget {
  const items = chances.length / groups;
  const own = chances.subarray(group * items, (group + 1) * items);
  const target = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    let common = 1;
    for (let g = 0; g < groups; g++) common = Math.min(common, chances[g * items + item]!);
    target[item] = own[item]! + strength * (common - own[item]!);
  }
  return { own, target };
}
