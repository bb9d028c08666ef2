/** Which items are sent, given the chances: the part of the defence where chance decides. */
import type { OwnAndTarget } from './chances.ts';

/** What decides. The uniform number of an item is asked for only where it decides something. */
export interface SendingProblem extends OwnAndTarget {
  /** 1 where the person has rated the item. */
  readonly rated: Uint8Array;
  /** 1 for items that may not be added. */
  readonly closed: Uint8Array;
  /** 1 for items that stay as they are: neither withheld nor added. */
  readonly guarded?: Uint8Array | undefined;
  /** The share of what is not guarded that everybody withholds besides, whatever the group. Default 0. */
  readonly thinning?: number | undefined;
  readonly uniform: (item: number) => number;
}

/**
 * The items to send, ascending, each decided by itself. An item that was not rated is added with probability
 * (target - own) / (1 - own), one that was is withheld with probability 1 - target / own. A history of chances `own` is then
 * sent with chances `target`. Thinning then takes the same share of the items from everybody: it hides what the chances do
 * not know, and tells nothing, because it does not depend on the group.
 */
export function sendItems({ own, target, rated, closed, guarded, thinning = 0, uniform }: SendingProblem): number[] {
  const sent: number[] = [];
  for (let item = 0; item < rated.length; item++) {
    const spared = guarded?.[item] === 1;
    const before = own[item]!;
    const after = spared ? before : target[item]!;
    if (rated[item] === 1) {
      const kept = spared ? 1 : Math.min(1, after / before) * (1 - thinning);
      if (kept === 1 || uniform(item) >= 1 - kept) sent.push(item);
    } else if (after > before && closed[item] === 0 && uniform(item) < (after - before) / (1 - before)) {
      sent.push(item);
    }
  }
  return sent;
}
