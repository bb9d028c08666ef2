/** The questions that an exact strategy asks everybody: its choice depends on what was asked, not on the answers. */
import type { ItemIndex } from '../../ratings/index.ts';
import { Candidates } from '../../selection/index.ts';

/** `after`: what is believed after any answer to that question. */
export function chosenList<Belief>(
  next: (belief: Belief, candidates: Candidates) => { readonly item: ItemIndex } | undefined,
  start: Belief,
  after: (belief: Belief, item: ItemIndex) => Belief,
  { questions, items }: { readonly questions: number; readonly items: number },
): ItemIndex[] {
  let belief = start;
  let candidates = Candidates.all(items);
  return Array.from({ length: Math.min(questions, items) }, () => {
    const { item } = next(belief, candidates)!;
    candidates = candidates.without(item);
    belief = after(belief, item);
    return item;
  });
}
