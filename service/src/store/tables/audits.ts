/** Audits: what was asked for, how far it got, what came out. What workers do with them is in auditWork.ts. */

import { randomUUID } from 'node:crypto';
import { and, desc, eq, not, or, sql } from 'drizzle-orm';
import { requireWithin } from 'ulterior/service-parts';
import type { AuditRepository, StoredAudit } from '../contract/store.ts';
import { isId } from '../contract/values.ts';
import type { Database, Session } from '../databases/database.ts';
import { auditWork, isWorkedOn, presentAudit } from './auditWork.ts';
import type { Erasures } from './erasures.ts';
import { keepAnswer } from './idempotency.ts';
import { pageOf } from './pageOf.ts';
import { auditRecords, audits } from './schema.ts';
import { newKey, sealJson, unseal } from './sealed.ts';

/** `wake`: there is something to do. */
export function auditRepository(database: Database, wake: () => void, erasures: Erasures): AuditRepository {
  const { orm } = database;
  const find = async (id: string, { orm }: Session = database): Promise<StoredAudit | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await orm.select().from(audits).where(eq(audits.id, id));
    return row && presentAudit(row);
  };
  return {
    add: async (request, remember) => {
      const key = newKey();
      const values = { id: randomUUID(), request: sealJson(key, request), key };
      const added = await database.transaction(async (session) => {
        const [row] = await session.orm.insert(audits).values(values).returning();
        const audit = presentAudit(row!);
        await keepAnswer(session, remember?.(audit));
        return audit;
      });
      wake();
      return added;
    },
    find: (id) => find(id),
    list: (page) => pageOf(page, orm.select().from(audits).$dynamic(), audits.number, presentAudit),
    recent: async (limit) => {
      requireWithin('limit', limit, { min: 1, max: 1000, whole: true });
      const isOver = sql`${audits.state} not in ('queued', 'running')`;
      const rows = await orm.select().from(audits).orderBy(isOver, desc(audits.number)).limit(limit);
      return rows.map(presentAudit);
    },
    cancel: async (id, remember) => {
      if (!isId(id)) return undefined;
      // Nobody works on it: it ends at once. Where the worker has died nobody would hear of the wish.
      const idle = or(eq(audits.state, 'queued'), and(eq(audits.state, 'running'), not(isWorkedOn)));
      return database.transaction(async (session) => {
        await session.orm
          .update(audits)
          .set({
            cancelRequested: true,
            state: sql`case when ${idle} then 'cancelled' else ${audits.state} end`,
            finishedAt: sql`case when ${idle} then now() else ${audits.finishedAt} end`,
          })
          .where(and(eq(audits.id, id), sql`${audits.state} in ('queued', 'running')`));
        const audit = await find(id, session);
        if (audit !== undefined) await keepAnswer(session, remember?.(audit));
        return audit;
      });
    },
    records: async (id) => {
      if (!isId(id)) return undefined;
      const [row] = await orm
        .select({ key: audits.key, sealed: auditRecords.sealed })
        .from(auditRecords)
        .innerJoin(audits, eq(audits.number, auditRecords.audit))
        .where(eq(audits.id, id));
      return row && Buffer.from(unseal(row.key, row.sealed)).toString('utf8');
    },
    remove: async (id) => {
      if (!isId(id)) return undefined;
      await database.transaction(async (session) => {
        const gone = await session.orm.delete(audits).where(eq(audits.id, id)).returning({ id: audits.id });
        if (gone.length > 0) await erasures.mark(session, 'ulterior.audits', gone);
      });
      const marks = await erasures.marksOf(id);
      return marks.length > 0 ? erasures.settled(marks) : undefined;
    },
    ...auditWork(database, wake),
  };
}
