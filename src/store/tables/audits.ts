/**
 * Audits: what was asked for, how far it got, what came out. A worker holds an audit by a lease: while it works it
 * moves a number, the beat. Whoever looks for abandoned audits (queue.ts) ends the lease of a worker whose beat stands still for
 * too long by its own steady clock. No time of day is compared: clocks of hosts jump.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, not, or, type SQL, sql } from 'drizzle-orm';
import { requireWithin } from '../../errors/index.ts';
import { pageOf } from '../contract/paging.ts';
import type { AuditRepository, StoredAudit } from '../contract/store.ts';
import { isId, isText, requireFitting, requireText } from '../contract/values.ts';
import type { Database } from '../databases/database.ts';
import type { Erasures } from './erasures.ts';
import { type JobQueue, leaseIsOver } from './queue.ts';
import { auditRecords, audits, checkpoints } from './schema.ts';
import { newKey, seal, unseal } from './sealed.ts';

const { key: _key, worker: _worker, leaseSeconds: _leaseSeconds, beat: _beat, ...shown } = getTableColumns(audits);
type Row = Omit<typeof audits.$inferSelect, 'key' | 'worker' | 'leaseSeconds' | 'beat'>;

const present = ({ number, done, total, problem, finishedAt, ...audit }: Row): StoredAudit => ({
  ...audit,
  progress: { done, total },
  ...(problem === null ? {} : { problem }),
  ...(finishedAt === null ? {} : { finishedAt }),
});

const LONGEST_LEASE = 24 * 60 * 60;
const now = sql`now()`;

/** Of no time: it is over at once. */
function leaseFor(seconds: number): { leaseSeconds: number; beat: SQL } {
  requireWithin('seconds', seconds, { min: 0, max: LONGEST_LEASE });
  return { leaseSeconds: seconds, beat: sql`${audits.beat} + 1` };
}

const heldBy = (id: string, worker: string) =>
  and(eq(audits.id, id), eq(audits.worker, worker), eq(audits.state, 'running'));

export function auditRepository(database: Database, queue: JobQueue, erasures: Erasures): AuditRepository {
  const { orm } = database;
  const find = async (id: string): Promise<StoredAudit | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await orm.select(shown).from(audits).where(eq(audits.id, id));
    return row && present(row);
  };
  return {
    add: async (request) => {
      const id = randomUUID();
      const audit = await database.transaction(async (session) => {
        const [row] = await session.orm.insert(audits).values({ id, request, key: newKey() }).returning(shown);
        await queue.send(session, id);
        return present(row!);
      });
      queue.wake();
      return audit;
    },
    find,
    list: (page) =>
      pageOf(
        page,
        (after, count) =>
          orm.select(shown).from(audits).where(gt(audits.number, after)).orderBy(asc(audits.number)).limit(count),
        present,
      ),
    recent: async (limit) => {
      requireWithin('limit', limit, { min: 1, max: 1000, whole: true });
      const isOver = sql`${audits.state} not in ('queued', 'running')`;
      const rows = await orm.select(shown).from(audits).orderBy(isOver, desc(audits.number)).limit(limit);
      return rows.map(present);
    },
    cancel: async (id) => {
      if (!isId(id)) return undefined;
      // Nobody works on it: it ends at once. Where the worker has died nobody would hear of the wish.
      const idle = or(eq(audits.state, 'queued'), and(eq(audits.state, 'running'), leaseIsOver));
      await orm
        .update(audits)
        .set({
          cancelRequested: true,
          state: sql`case when ${idle} then 'cancelled' else ${audits.state} end`,
          finishedAt: sql`case when ${idle} then now() else ${audits.finishedAt} end`,
        })
        .where(and(eq(audits.id, id), sql`${audits.state} in ('queued', 'running')`));
      return find(id);
    },
    records: async (id) => {
      if (!isId(id)) return undefined;
      const [row] = await orm
        .select({ key: audits.key, sealed: auditRecords.sealed })
        .from(auditRecords)
        .innerJoin(audits, eq(audits.id, auditRecords.auditId))
        .where(eq(audits.id, id));
      return row && Buffer.from(unseal(row.key, row.sealed)).toString('utf8');
    },
    remove: async (id) => {
      if (!isId(id)) return undefined;
      await database.transaction(async (session) => {
        await queue.drop(session, id);
        const gone = await session.orm.delete(audits).where(eq(audits.id, id)).returning({ id: audits.id });
        if (gone.length > 0) await erasures.mark(session, 'ulterior.audits', gone);
      });
      const marks = await erasures.marksOf(id);
      return marks.length > 0 ? erasures.settled(marks) : undefined;
    },
    lease: async (id, worker, seconds) => {
      if (!isId(id)) return undefined;
      requireText('worker', worker);
      const free = or(
        eq(audits.state, 'queued'),
        and(eq(audits.state, 'running'), or(leaseIsOver, eq(audits.worker, worker))),
      );
      const [row] = await orm
        .update(audits)
        .set({ state: 'running', worker, ...leaseFor(seconds) })
        .where(and(eq(audits.id, id), free, not(audits.cancelRequested)))
        .returning(shown);
      return row && present(row);
    },
    report: async (id, worker, seconds, { done, total }) => {
      if (!isId(id)) return 'lost';
      requireWithin('done', done, { min: 0, max: Number.MAX_VALUE });
      requireWithin('total', total, { min: 0, max: Number.MAX_VALUE });
      const [row] = await orm
        .update(audits)
        .set({ ...leaseFor(seconds), done, total })
        .where(heldBy(id, worker))
        .returning({ cancelRequested: audits.cancelRequested });
      if (row === undefined) return 'lost';
      return row.cancelRequested ? 'cancel' : 'go on';
    },
    finish: async (id, worker, outcome) => {
      if (!isId(id)) return false;
      const records = typeof outcome === 'object' && 'records' in outcome ? outcome.records : undefined;
      const result =
        outcome === 'cancelled'
          ? { state: 'cancelled' as const }
          : 'records' in outcome
            ? { state: 'done' as const }
            : { state: 'failed' as const, problem: outcome.problem };
      if (records !== undefined) {
        requireText('records', records);
        requireFitting('records', Buffer.byteLength(records));
      }
      return database.transaction(async ({ orm }) => {
        const [row] = await orm
          .update(audits)
          .set({ ...result, finishedAt: now })
          .where(heldBy(id, worker))
          .returning({ key: audits.key });
        if (row === undefined) return false;
        if (records !== undefined) {
          await orm.insert(auditRecords).values({ auditId: id, sealed: seal(row.key, Buffer.from(records, 'utf8')) });
        }
        await orm.delete(checkpoints).where(eq(checkpoints.auditId, id));
        return true;
      });
    },
    readCheckpoint: async (id, key) => {
      if (!isId(id) || !isText(key)) return undefined;
      const [row] = await orm
        .select({ key: audits.key, bytes: checkpoints.bytes })
        .from(checkpoints)
        .innerJoin(audits, eq(audits.id, checkpoints.auditId))
        .where(and(eq(checkpoints.auditId, id), eq(checkpoints.key, key)));
      return row && new Uint8Array(unseal(row.key, row.bytes));
    },
    writeCheckpoint: async (id, key, bytes) => {
      if (!isId(id)) return;
      requireText('key', key);
      requireFitting('bytes', bytes.length);
      await database.transaction(async ({ orm }) => {
        // Of an audit that was removed or finished meanwhile nothing is kept: its worker hears of it when it reports.
        const running = and(eq(audits.id, id), eq(audits.state, 'running'));
        const [audit] = await orm.select({ key: audits.key }).from(audits).where(running).for('share');
        if (audit === undefined) return;
        const sealed = seal(audit.key, bytes);
        await orm
          .insert(checkpoints)
          .values({ auditId: id, key, bytes: sealed })
          .onConflictDoUpdate({ target: [checkpoints.auditId, checkpoints.key], set: { bytes: sealed } });
      });
    },
  };
}
