/** Passive strategies: every item has a priority that no answer changes; the open item of highest priority comes next. */
import type { Strategy } from './strategy.ts';

export function fixedOrder(name: string, priorities: ArrayLike<number>): Strategy {
  return {
    name,
    next: (_, candidates) => {
      const position = candidates.argmax((at) => priorities[candidates.items[at]!]!);
      return position < 0 ? undefined : { item: candidates.itemAt(position) };
    },
  };
}
