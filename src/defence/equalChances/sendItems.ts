/** Which of the rated items are sent, given the chances: the part of the defence where chance decides. */
import type { OwnAndTarget } from './chances.ts';

/** What decides. The uniform number of an item is asked for only where it decides something. */
interface SendingProblem extends OwnAndTarget {
  /** 1 for items that are not withheld. */
  readonly guarded?: Uint8Array | undefined;
  /** The share of what is not guarded that everybody withholds besides, whatever the group. Default 0. */
  readonly thinning?: number | undefined;
  readonly uniform: (item: number) => number;
}

/**
 * The items to send, ascending, each decided by itself: withheld with probability 1 - target / own. A history of chances
 * `own` is then sent with chances `target`. Thinning then takes the same share of the items from everybody: it hides what
 * the chances do not know, and tells nothing, because it does not depend on the group.
 */
export function sendItems({ own, target, guarded, thinning = 0, uniform }: SendingProblem): number[] {
  const sent: number[] = [];
  for (let item = 0; item < own.length; item++) {
    const kept = guarded?.[item] === 1 ? 1 : Math.min(1, target[item]! / own[item]!) * (1 - thinning);
    if (kept === 1 || uniform(item) >= 1 - kept) sent.push(item);
  }
  return sent;
}
