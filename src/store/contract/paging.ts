/**
 * Pages by the number of the last row seen. Rows that were there when a listing began, and still are when it ends, are
 * listed exactly once, whatever is added or removed meanwhile.
 */
import { outOfRange, requireWithin } from '../../errors/index.ts';
import type { Page, PageRequest } from './store.ts';

const LARGEST_PAGE = 1000;
/** The number in front keeps a cursor of another kind from passing as a place. Fifteen digits are a safe whole number. */
export const CURSOR_PATTERN = '^1\\.[1-9][0-9]{0,14}$';
const CURSOR = new RegExp(CURSOR_PATTERN);

const encode = (number: number) => `1.${number}`;

function decode(cursor: string): number {
  if (CURSOR.test(cursor)) return Number(cursor.slice('1.'.length));
  throw outOfRange('after', 'no cursor', 'the `next` of a page, unchanged');
}

/** `read` gives rows with a number above `after`, lowest first, at most `count`; `present` shows one. */
export async function pageOf<Row extends { readonly number: number }, Shown>(
  request: PageRequest,
  read: (after: number, count: number) => Promise<Row[]>,
  present: (row: Row) => Shown,
): Promise<Page<Shown>> {
  const { limit, after } = request;
  requireWithin('limit', limit, { min: 1, max: LARGEST_PAGE, whole: true });
  const found = await read(after === undefined ? 0 : decode(after), limit + 1);
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(present),
    next: found.length > limit ? encode(rows.at(-1)!.number) : undefined,
  };
}
