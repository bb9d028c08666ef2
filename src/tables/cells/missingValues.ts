/**
 * Which cells say that nothing is known. Missing is never a group, and never a rating: a person who left a question
 * open would otherwise be counted among people who have nothing in common but that.
 *
 * Some words always mean it; files add their own (0, -1, 99, "prefer not to say"). Words are compared without case and
 * outer spaces, numbers by value: 0 is also "0.0".
 */

import { cleanText } from './cleanText.ts';
import { numberFrom } from './table.ts';

/** As the summary names them. The empty word is a blank cell, \N what some databases write, #N/A what Excel does. */
const ALWAYS = ['', 'NA', 'N/A', '#N/A', 'NaN', 'null', '\\N'];

/** Free text has more; nobody reads them all. */
const MOST_WORDS = 20;

export interface MissingValues {
  /** The word that stands in the cell, as it was given; undefined where the cell holds something. */
  wordOf(text: string | undefined): string | undefined;
  /** The same for a number, which may be in single precision. NaN is blank. */
  wordOfNumber(value: number): string | undefined;
}

/** `words` are missing besides those that always are. */
export function missingValues(words: readonly (string | number)[] = []): MissingValues {
  const given = words.map((word) => cleanText(String(word)));
  const byText = new Map([...ALWAYS, ...given].map((word) => [word.toLowerCase(), word]));
  const numbers = given.map((word) => [numberFrom(word), word] as const).filter(([number]) => !Number.isNaN(number));
  const wordOfNumber = (value: number) => {
    if (Number.isNaN(value)) return '';
    return numbers.find(([number]) => number === value || Math.fround(number) === value)?.[1];
  };
  return {
    wordOf: (text) => {
      const clean = cleanText(text ?? '');
      const word = byText.get(clean.toLowerCase());
      if (word !== undefined || numbers.length === 0) return word;
      const value = numberFrom(clean);
      return Number.isNaN(value) ? undefined : numbers.find(([number]) => number === value)?.[1];
    },
    wordOfNumber,
  };
}

/** How many cells hold each word. */
export class WordCounts {
  readonly #cells = new Map<string, number>();

  add(word: string, cells = 1): void {
    this.#cells.set(word, (this.#cells.get(word) ?? 0) + cells);
  }

  /** The most frequent first, then in the order of the words; the rest of many together. */
  list(): { readonly word: string; readonly cells: number }[] {
    const sorted = [...this.#cells]
      .map(([word, cells]) => ({ word, cells }))
      .sort((a, b) => b.cells - a.cells || (a.word < b.word ? -1 : 1));
    const rest = sorted.slice(MOST_WORDS).reduce((sum, { cells }) => sum + cells, 0);
    return rest === 0 ? sorted : [...sorted.slice(0, MOST_WORDS), { word: 'other words', cells: rest }];
  }
}
