/**
 * A list of questions that was fixed beforehand: the first item of the list that is still open comes next, and nothing
 * once the list is used up. What such a list loses against choosing live is what an audit of it shows.
 */
import type { ItemIndex } from '../../ratings/index.ts';
import type { Strategy } from './strategy.ts';

/** A strategy that asks a list in its order, and nothing once the list is used up. */
export function fixedList(items: readonly ItemIndex[]): Strategy {
  return {
    name: 'fixedList',
    next: (_, candidates) => {
      const item = items.find((listed) => candidates.isOpen(listed));
      return item === undefined ? undefined : { item };
    },
  };
}
