/**
 * What a strategy keeps over a list of candidates: made for the list at the first question, used again as long as the
 * list is the same one, made anew for another. A cache: what `next` answers does not depend on it.
 */
import type { Candidates } from './candidates.ts';

export function keptOverList<Kept>(make: (items: Uint32Array) => Kept): (candidates: Candidates) => Kept {
  let last: { readonly items: Uint32Array; readonly kept: Kept } | undefined;
  return ({ items }) => {
    if (last?.items !== items) last = { items, kept: make(items) };
    return last.kept;
  };
}
