/**
 * Which items are sent, given the chances: the part of the defence that can be exchanged. A design sees the own chances,
 * the common ones, what was rated, and one uniform number per item, which is asked for only where it decides something.
 */
import type { OwnAndTarget } from './chances.ts';

export interface DesignProblem extends OwnAndTarget {
  /** 1 where the person has rated the item. */
  readonly rated: Uint8Array;
  /** 1 for items that may not be added. */
  readonly closed: Uint8Array;
  readonly uniform: (item: number) => number;
}

/** The items to send, ascending. */
export type Design = (problem: DesignProblem) => number[];

/**
 * Each item by itself. An item that was not rated is added with probability (target - own) / (1 - own), one that was is
 * withheld with probability 1 - target / own. A history of chances `own` is then sent with chances `target`.
 */
export const independent: Design = ({ own, target, rated, closed, uniform }) => {
  const sent: number[] = [];
  for (let item = 0; item < rated.length; item++) {
    const [before, after] = [own[item]!, target[item]!];
    if (rated[item] === 1) {
      if (after >= before || uniform(item) >= 1 - after / before) sent.push(item);
    } else if (after > before && closed[item] === 0 && uniform(item) < (after - before) / (1 - before)) {
      sent.push(item);
    }
  }
  return sent;
};
