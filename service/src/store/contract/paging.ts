/**
 * Pages by the number of the last row seen. Rows that were there when a listing began, and still are when it ends, are
 * listed exactly once, whatever is added or removed meanwhile.
 */

/** The number in front keeps a cursor of another kind from passing as a place. Fifteen digits are a safe whole number. */
import { outOfRange } from 'ulterior/service-parts';
export const CURSOR_PATTERN = '^1\\.[1-9][0-9]{0,14}$';
const CURSOR = new RegExp(CURSOR_PATTERN);

export const encodeCursor = (number: number) => `1.${number}`;

export function decodeCursor(cursor: string): number {
  if (CURSOR.test(cursor)) return Number(cursor.slice('1.'.length));
  throw outOfRange('after', 'no cursor', 'the `next` of a page, unchanged');
}
