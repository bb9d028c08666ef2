/** Which items somebody sends in one pass. */
import { chancesGiven, chancesOf, ownAndTarget } from './chances.ts';
import type { Meeting } from './meeting.ts';
import type { PresenceStage } from './presenceModel.ts';
import { sendItems } from './sendItems.ts';
import { tasteOf } from './taste.ts';

export interface SendingRule {
  /** Where the groups meet. */
  readonly meeting: Meeting;
  /** From 0, which sends everything as it is, to 1. */
  readonly strength: number;
  /** 1 for items that stay as they are (recommendationGuard.ts). */
  readonly guarded?: Uint8Array | undefined;
  /** Share of the rest that everybody withholds besides. */
  readonly thinning?: number | undefined;
}

/** Items ascending, at least one. `uniform` gives each item its number; items of `closed` are never added. */
export function presenceSent(
  stage: PresenceStage,
  history: ArrayLike<number>,
  group: number,
  rule: SendingRule,
  uniform: (item: number) => number,
  closed: ArrayLike<number> = [],
): number[] {
  const sent =
    rule.meeting === 'drop'
      ? sentOfRated(stage, history, group, rule, uniform)
      : sentOfAll(stage, history, group, rule, uniform, closed);
  if (sent.length > 0) return sent;
  // Nothing at all would stand out: the rating that came last to be withheld stays.
  const kept = Array.from(history).reduce((best, item) => (uniform(item) > uniform(best) ? item : best));
  return [kept];
}

/** Every item of the catalogue decided by itself: the definition. */
export function sentOfAll(
  stage: PresenceStage,
  history: ArrayLike<number>,
  group: number,
  { meeting, strength, guarded, thinning }: SendingRule,
  uniform: (item: number) => number,
  closed: ArrayLike<number>,
): number[] {
  const items = stage.intercepts.length;
  const groups = stage.groupEffects.length / items;
  const marks = (of: ArrayLike<number>) => {
    const marked = new Uint8Array(items);
    for (let n = 0; n < of.length; n++) marked[of[n]!] = 1;
    return marked;
  };
  const chances = ownAndTarget(chancesOf(stage, history, group), groups, group, meeting, strength);
  return sendItems({ ...chances, rated: marks(history), closed: marks(closed), guarded, thinning, uniform });
}

/**
 * The same for `drop`, where the target is never above the own chance: nothing is added, and only what was rated is looked
 * at. The same numbers, bit for bit, as each is made by the same operations.
 */
function sentOfRated(
  stage: PresenceStage,
  history: ArrayLike<number>,
  group: number,
  { meeting, strength, guarded, thinning }: SendingRule,
  uniform: (item: number) => number,
): number[] {
  const items = Uint32Array.from(history).sort();
  const groups = stage.groupEffects.length / stage.intercepts.length;
  const chances = chancesGiven(stage, tasteOf(stage, history, group), items);
  const sent = sendItems({
    ...ownAndTarget(chances, groups, group, meeting, strength),
    rated: new Uint8Array(items.length).fill(1),
    closed: new Uint8Array(items.length),
    guarded: guarded && Uint8Array.from(items, (item) => guarded[item]!),
    thinning,
    uniform: (place) => uniform(items[place]!),
  });
  return sent.map((place) => items[place]!);
}
