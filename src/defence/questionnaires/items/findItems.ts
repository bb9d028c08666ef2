/** The items that a list names, by id or by title. */
import { UlteriorError } from '../../../errors/index.ts';
import { type ItemIndex, itemIndex, type Vocabulary } from '../../../ratings/index.ts';
import { nearestTitles, plainTitle } from './nearestTitles.ts';

/** Ids come first, then titles, then titles whatever their case and punctuation. All that are unknown are named at once. */
export function findItems(names: readonly string[], vocabulary: Vocabulary<ItemIndex>): ItemIndex[] {
  const titles = Array.from({ length: vocabulary.size }, (_, item) => vocabulary.title(itemIndex(item)));
  const exact = byKey(titles, (title) => title);
  const plain = byKey(titles, plainTitle);
  const unknown: string[] = [];
  const found: ItemIndex[] = [];
  for (const name of names) {
    const known = vocabulary.indexOf(name);
    const matches = known === undefined ? (exact.get(name) ?? plain.get(plainTitle(name)) ?? []) : [known];
    if (matches.length > 1) throw ambiguous(name, matches, vocabulary);
    const [item] = matches;
    if (item === undefined) unknown.push(name);
    else if (found.includes(item)) throw twice(vocabulary.title(item));
    else found.push(item);
  }
  if (unknown.length > 0) throw unknownItems(unknown, titles);
  return found;
}

function byKey(titles: readonly string[], keyOf: (title: string) => string): ReadonlyMap<string, ItemIndex[]> {
  const items = new Map<string, ItemIndex[]>();
  for (const [item, title] of titles.entries()) {
    const key = keyOf(title);
    items.set(key, [...(items.get(key) ?? []), itemIndex(item)]);
  }
  return items;
}

const SHOWN = 5;

function unknownItems(unknown: readonly string[], titles: readonly string[]): UlteriorError {
  const named = unknown.slice(0, SHOWN).map((name) => {
    const near = nearestTitles(name, titles).map((title) => `"${title}"`);
    return `"${name}"${near.length === 0 ? '' : ` (near: ${near.join(', ')})`}`;
  });
  const more = unknown.length > SHOWN ? ` and ${unknown.length - SHOWN} more` : '';
  const count = unknown.length === 1 ? 'an item of the list is' : `${unknown.length} items of the list are`;
  return new UlteriorError(
    'ITEM_UNKNOWN',
    `${count} not known: ${named.join('; ')}${more}`,
    'write ids or titles as the data have them; items that hardly anyone rated may have been left out',
    { unknown },
  );
}

function ambiguous(name: string, matches: readonly ItemIndex[], vocabulary: Vocabulary<ItemIndex>): UlteriorError {
  const ids = matches.map((item) => vocabulary.id(item));
  return new UlteriorError(
    'ITEM_UNKNOWN',
    `"${name}" is the title of ${matches.length} items: ${ids.slice(0, SHOWN).join(', ')}`,
    'name the item by its id',
    { title: name, ids },
  );
}

function twice(title: string): UlteriorError {
  return new UlteriorError(
    'ITEM_ANSWERED_TWICE',
    `the list asks for "${title}" twice`,
    'name each item once: asking again tells nothing new',
    { title },
  );
}
