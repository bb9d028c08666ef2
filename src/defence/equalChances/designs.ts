/**
 * Which items are sent, given the chances: the part of the defence that can be exchanged. A design sees the own chances,
 * the common ones, what was rated, and one uniform number per item, which is asked for only where it decides something.
 */
import type { OwnAndTarget } from './chances.ts';

/** What a design decides from. */
export interface SendingProblem extends OwnAndTarget {
  /** 1 where the person has rated the item. */
  readonly rated: Uint8Array;
  /** 1 for items that may not be added. */
  readonly closed: Uint8Array;
  readonly uniform: (item: number) => number;
}

/** The items to send, ascending. */
export type SendingDesign = (problem: SendingProblem) => number[];

/**
 * Each item by itself. An item that was not rated is added with probability (target - own) / (1 - own), one that was is
 * withheld with probability 1 - target / own. A history of chances `own` is then sent with chances `target`.
 */
export const independent: SendingDesign = ({ own, target, rated, closed, uniform }) => {
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

/**
 * Each item by itself, but nothing that a recommender would show at once: a rated item whose own chance is among the
 * `places` largest of the unrated ones is sent, and an unrated one of these is not made up. A withheld item that is
 * predicted so well would come straight back as a recommendation, and take the place of something new.
 */
export function guarded(places: number): SendingDesign {
  return (problem) => {
    const open = problem.own.filter((_, item) => problem.rated[item] === 0).sort();
    const threshold = open.length === 0 ? 0 : open[Math.max(0, open.length - places)]!;
    const target = problem.target.map((chance, item) =>
      problem.own[item]! >= threshold ? problem.own[item]! : chance,
    );
    return independent({ ...problem, target });
  };
}
