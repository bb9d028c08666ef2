/** Passive strategies: every item has a priority that no answer changes; the open item of highest priority comes next. */
import type { Candidates } from '../scan/candidates.ts';
import type { Choice } from './strategy.ts';

/** A strategy for beliefs of any kind: it looks at none. */
interface FixedOrder {
  readonly name: string;
  next(belief: unknown, candidates: Candidates): Choice | undefined;
}

/** Asks the open item of highest priority; `priorities` has one number per item. */
export function fixedOrder(name: string, priorities: ArrayLike<number>): FixedOrder {
  return {
    name,
    next: (_, candidates) => {
      const position = candidates.argmax((at) => priorities[candidates.items[at]!]!);
      return position < 0 ? undefined : { item: candidates.itemAt(position) };
    },
  };
}
