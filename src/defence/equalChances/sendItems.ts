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
  readonly uniform: (item: number) => number;
}

/**
 * The items to send, ascending, each decided by itself. An item that was not rated is added with probability
 * (target - own) / (1 - own), one that was is withheld with probability 1 - target / own. A history of chances `own` is then
 * sent with chances `target`.
 */
export function sendItems({ own, target, rated, closed, guarded, uniform }: SendingProblem): number[] {
  const sent: number[] = [];
  for (let item = 0; item < rated.length; item++) {
    const before = own[item]!;
    const after = guarded?.[item] === 1 ? before : target[item]!;
    if (rated[item] === 1) {
      if (after >= before || uniform(item) >= 1 - after / before) sent.push(item);
    } else if (after > before && closed[item] === 0 && uniform(item) < (after - before) / (1 - before)) {
      sent.push(item);
    }
  }
  return sent;
}
