/**
 * How much there is of everything, for those who run the service: counts and sizes, nothing of what anybody answered.
 * One statement, so that all figures are of one moment.
 */

import type { AuditState, Scope, StoreFigures } from '../contract/store.ts';
import type { Database } from '../databases/database.ts';

/** Kinds of rows, how many there are of each, and bytes where they have any. Sizes are those of tables with their indexes. */
const FIGURES = `
  select 'keys' as what, case when revoked_at is null then scope else 'revoked' end as kind,
    count(*)::float8 as rows, 0::float8 as bytes from ulterior.api_keys group by 2
  union all select 'interviews', case when ended then 'ended' else 'open' end, count(*), 0 from ulterior.interviews group by 2
  union all select 'audits', state, count(*), 0 from ulterior.audits group by 2
  union all select 'models', 'kept', count(*), coalesce(sum(size), 0) from ulterior.models
  union all select 'uploads', 'kept', count(*), coalesce(sum(size), 0) from ulterior.uploads
  union all select 'erasures', 'owed', count(*), 0 from ulterior.erasures
  union all select 'storage', 'used', count(*), coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'ulterior' and relkind = 'r'`;

export async function readFigures(database: Database): Promise<StoreFigures> {
  const { rows } = await database.execute(FIGURES);
  const found = new Map(rows.map(({ what, kind, rows, bytes }) => [`${what} ${kind}`, [Number(rows), Number(bytes)]]));
  const count = (name: string) => found.get(name)?.[0] ?? 0;
  const bytes = (name: string) => found.get(name)?.[1] ?? 0;
  const counts = <const Kind extends string>(what: string, kinds: readonly Kind[]) =>
    Object.fromEntries(kinds.map((kind) => [kind, count(`${what} ${kind}`)])) as Record<Kind, number>;
  return {
    keys: counts<Scope | 'revoked'>('keys', ['admin', 'audit', 'interview', 'revoked']),
    interviews: counts('interviews', ['open', 'ended']),
    audits: counts<AuditState>('audits', ['queued', 'running', 'done', 'failed', 'cancelled']),
    models: { count: count('models kept'), bytes: bytes('models kept') },
    uploads: { count: count('uploads kept'), bytes: bytes('uploads kept') },
    erasuresOwed: count('erasures owed'),
    bytes: bytes('storage used'),
  };
}
