/** A page of what a query gives. */

import { asc, gt } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { requireWithin } from 'ulterior/service-parts';
import { decodeCursor, encodeCursor } from '../contract/paging.ts';
import type { Page, PageRequest } from '../contract/store.ts';

const LARGEST_PAGE = 1000;

/** Of what the query gives, by the column with the number; `present` shows a row. */
export async function pageOf<Query extends PgSelect, Shown>(
  { limit, after }: PageRequest,
  query: Query,
  number: PgColumn,
  present: (row: Query['_']['result'][number]) => Shown,
): Promise<Page<Shown>> {
  requireWithin('limit', limit, { min: 1, max: LARGEST_PAGE, whole: true });
  const above = gt(number, after === undefined ? 0 : decodeCursor(after));
  const found: Query['_']['result'] = await query
    .where(above)
    .orderBy(asc(number))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(present),
    ...(found.length > limit ? { next: encodeCursor(rows.at(-1)!['number']) } : {}),
  };
}
