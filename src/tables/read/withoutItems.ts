/** Items that are left out by name: an id among the questions, or a copy of what is to be inferred. */
import { UlteriorError } from '../../errors/index.ts';
import { type Dataset, type FilterResult, itemIndex, keepItems } from '../../ratings/index.ts';

/** By id, or by title where no item has that id. */
export function withoutItems(dataset: Dataset, names: readonly string[]): FilterResult {
  const { items } = dataset;
  const all = Array.from({ length: items.size }, (_, item) => item);
  const flags = new Uint8Array(items.size).fill(1);
  for (const name of names) {
    const found = all.filter((item) => items.id(itemIndex(item)) === name);
    const meant = found.length > 0 ? found : all.filter((item) => items.title(itemIndex(item)) === name);
    if (meant.length === 0) throw unknownItem(name, all.length);
    for (const item of meant) flags[item] = 0;
  }
  return keepItems(dataset, flags, 'another name');
}

function unknownItem(name: string, items: number): UlteriorError {
  return new UlteriorError(
    'ITEM_UNKNOWN',
    `no item is called "${name}", and it cannot be left out of the ${items} items`,
    'write the name of an item as the data do (dropItems)',
    { item: name },
  );
}
