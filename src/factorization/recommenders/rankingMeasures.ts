/** How good lists of recommendations are: `list` best first, `wanted` the items that should be in it. */

/** Discounted gain over that of the best list possible: 1 / log2(place + 1) for each wanted item. */
export function ndcgOfList(list: readonly number[], wanted: ReadonlySet<number>): number {
  if (wanted.size === 0) return 0;
  const gainAt = (place: number) => 1 / Math.log2(place + 2);
  let gain = 0;
  for (const [place, item] of list.entries()) if (wanted.has(item)) gain += gainAt(place);
  let best = 0;
  for (let place = 0; place < Math.min(list.length, wanted.size); place++) best += gainAt(place);
  return best === 0 ? 0 : gain / best;
}

/** Share of the wanted items that are in the list. */
export function recallOfList(list: readonly number[], wanted: ReadonlySet<number>): number {
  return wanted.size === 0 ? 0 : list.filter((item) => wanted.has(item)).length / wanted.size;
}

/** Share of the catalogue that is recommended to anybody. */
export function catalogueCoverage(lists: readonly (readonly number[])[], items: number): number {
  return new Set(lists.flat()).size / items;
}
