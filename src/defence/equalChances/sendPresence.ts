/** Which items somebody sends in one pass. */
import { chancesOf, ownAndTarget } from './chances.ts';
import type { Meeting } from './meeting.ts';
import type { PresenceStage } from './presenceModel.ts';
import { sendItems } from './sendItems.ts';

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
  { meeting, strength, guarded, thinning }: SendingRule,
  uniform: (item: number) => number,
  closed: ArrayLike<number> = [],
): number[] {
  const items = stage.intercepts.length;
  const groups = stage.groupEffects.length / items;
  const marks = (of: ArrayLike<number>) => {
    const marked = new Uint8Array(items);
    for (let n = 0; n < of.length; n++) marked[of[n]!] = 1;
    return marked;
  };
  const chances = ownAndTarget(chancesOf(stage, history, group), groups, group, meeting, strength);
  const sent = sendItems({ ...chances, rated: marks(history), closed: marks(closed), guarded, thinning, uniform });
  if (sent.length > 0) return sent;
  // Nothing at all would stand out: the rating that came last to be withheld stays.
  const kept = Array.from(history).reduce((best, item) => (uniform(item) > uniform(best) ? item : best));
  return [kept];
}
