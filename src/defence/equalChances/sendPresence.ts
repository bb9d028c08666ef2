/** Which items somebody sends in one pass: some of those that were rated, and no others. */
import { chancesGiven, ownAndTarget } from './chances.ts';
import type { PresenceStage } from './presenceModel.ts';
import { sendItems } from './sendItems.ts';
import { tasteOf } from './taste.ts';

interface SendingRule {
  /** From 0, which sends everything as it is, to 1. */
  readonly strength: number;
  /** 1 for items that stay as they are (recommendationGuard.ts). */
  readonly guarded?: Uint8Array | undefined;
  /** Share of the rest that everybody withholds besides. */
  readonly thinning?: number | undefined;
}

/** Items ascending, at least one. `uniform` gives each item its number. */
export function presenceSent(
  stage: PresenceStage,
  history: ArrayLike<number>,
  group: number,
  { strength, guarded, thinning }: SendingRule,
  uniform: (item: number) => number,
): number[] {
  const items = Uint32Array.from(history).sort();
  const groups = stage.groupEffects.length / stage.intercepts.length;
  const chances = chancesGiven(stage, tasteOf(stage, history, group), items);
  const sent = sendItems({
    ...ownAndTarget(chances, groups, group, strength),
    guarded: guarded && Uint8Array.from(items, (item) => guarded[item]!),
    thinning,
    uniform: (place) => uniform(items[place]!),
  });
  if (sent.length > 0) return sent.map((place) => items[place]!);
  // Nothing at all would stand out: the rating that came last to be withheld stays.
  return [items.reduce((best, item) => (uniform(item) > uniform(best) ? item : best))];
}
