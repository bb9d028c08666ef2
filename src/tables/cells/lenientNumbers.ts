/**
 * Numbers that people wrote for people, read on request: 14" is 14, 1,234 is 1234, 12 years is 12, €5 is 5. What is cut is
 * counted, so that a warning can name it: a wrong reading must be seen.
 *
 *     number = [currency] [sign] digits [currency | % ° ' "] [one or two words]
 *     digits = 1234   1,234   1 234   1'234   1,234.5   1234.5   3,5 (a comma that parts no thousands is a decimal point)
 *
 * Text that means another number than its digits is refused: two numbers (18-24, 5/10), a bound (18+, <18, over 65,
 * 12 or older) and a multiple (12k, 3 million).
 */

import type { WordCounts } from './missingValues.ts';
import { numberFrom } from './table.ts';

const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})`;
const DIGITS = String.raw`\d{1,3}(?<parting>[,' \u00A0\u202F’])\d{3}(?:\k<parting>\d{3})*(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+`;
const UNIT = String.raw`(?:${CURRENCY}|[%°'"′″’”])?(?:\s*\p{L}+\.?(?:\s+\p{L}+\.?)?)?`;
const WRITTEN = new RegExp(String.raw`^(?:${CURRENCY})?\s*([+-]?)\s*(${DIGITS})\s*${UNIT}$`, 'u');

/** Words behind a number that change what it is. */
const CHANGING =
  /(?:^|[\d\s])(?:k|m|mn|mio|mil|million|millions|b|bn|billion|billions|thousand|thousands|tsd|hundred|dozen|or|and|to|plus|minus|over|under|above|below|more|less|older|younger|up|ago)\.?(?:\s|$)/iu;

/** NaN for what cannot be read as one number. Plain numbers are read too. */
export function lenientNumber(text: string | undefined): number {
  const plain = numberFrom(text);
  if (!Number.isNaN(plain)) return plain;
  const trimmed = text?.trim() ?? '';
  const found = WRITTEN.exec(trimmed);
  if (found === null || CHANGING.test(trimmed)) return Number.NaN;
  const [, sign, digits] = found;
  const separator = found.groups?.['parting'];
  // "0,125" parts no thousands: no number is written with a 0 before them.
  const grouped = separator !== undefined && !digits!.startsWith('0');
  const value = Number(grouped ? digits!.replaceAll(separator, '') : digits!.replace(',', '.'));
  return sign === '-' ? -value : value;
}

/** Numbers that were cut out of text, of the ratings or of an attribute. */
export interface CutNumbers {
  /** Undefined for the ratings. */
  readonly attribute?: string;
  readonly cells: number;
  /** The most frequent first. */
  readonly examples: readonly { readonly text: string; readonly number: number }[];
}

const EXAMPLES = 3;

/** Nothing where nothing was cut. */
export function cutNumbers(cut: WordCounts, attribute?: string): CutNumbers[] {
  const list = cut.list();
  if (list.length === 0) return [];
  const examples = list
    .map(({ word }) => ({ text: word, number: lenientNumber(word) }))
    .filter(({ number }) => !Number.isNaN(number));
  return [
    {
      attribute,
      cells: list.reduce((sum, { cells }) => sum + cells, 0),
      examples: examples.slice(0, EXAMPLES),
    },
  ];
}

/** What to add to the advice of an error over these texts; nothing where no lenience would help. */
export function lenientAdvice(texts: readonly (string | undefined)[]): string {
  const readable = texts.find((text) => !Number.isNaN(lenientNumber(text)));
  if (readable === undefined) return '';
  return `; or set lenientNumbers in a data file, which reads "${readable.trim()}" as ${lenientNumber(readable)}`;
}
