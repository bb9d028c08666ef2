/** The lines of a list, each with the item it names or with what it may have meant. */
import { findItems, nearestTitles } from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { type ItemIndex, itemIndex, type Vocabulary } from '../../ratings/index.ts';

export type ListLine =
  | { readonly kind: 'found'; readonly text: string; readonly id: string; readonly title: string }
  | { readonly kind: 'repeated'; readonly text: string; readonly title: string }
  | { readonly kind: 'ambiguous'; readonly text: string; readonly near: readonly string[] }
  | { readonly kind: 'unknown'; readonly text: string; readonly near: readonly string[] };

/** Blank lines are left out. */
export function resolveList(text: string, vocabulary: Vocabulary<ItemIndex>): ListLine[] {
  const titles = Array.from({ length: vocabulary.size }, (_, item) => vocabulary.title(itemIndex(item)));
  const seen = new Set<ItemIndex>();
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const item = itemNamed(line, vocabulary);
      if (typeof item === 'object') return { kind: 'ambiguous', text: line, near: item };
      if (item === undefined) return { kind: 'unknown', text: line, near: nearestTitles(line, titles) };
      const title = vocabulary.title(item);
      if (seen.has(item)) return { kind: 'repeated', text: line, title };
      seen.add(item);
      return { kind: 'found', text: line, id: vocabulary.id(item), title };
    });
}

/** Ids where several items have that title. */
function itemNamed(name: string, vocabulary: Vocabulary<ItemIndex>): ItemIndex | readonly string[] | undefined {
  try {
    return findItems([name], vocabulary)[0];
  } catch (error) {
    if (!(error instanceof UlteriorError && error.code === 'ITEM_UNKNOWN')) throw error;
    return error.details['ids'] as readonly string[] | undefined;
  }
}

/** The text with one line replaced. */
export function replaceLine(text: string, line: string, by: string): string {
  return text
    .split(/\r?\n/)
    .map((own) => (own.trim() === line ? by : own))
    .join('\n');
}
