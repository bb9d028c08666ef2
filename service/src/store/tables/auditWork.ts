/**
 * What workers do with audits. Any number of them share one audit: whoever comes first lays out its units, each takes units that
 * are free, and whoever finishes the last one takes the unit that closes the audit. A worker holds what it took by a lease: while it
 * works it moves a number, the beat. Whoever looks for abandoned work (queue.ts) removes a worker whose beat stands still for too
 * long by its own steady clock; its units are free from then on. No time of day is compared: clocks of hosts jump.
 *
 * Every change locks the row of the audit first. So changes to one audit come one after another, and none waits for another
 * that waits for it.
 */

import { randomInt } from 'node:crypto';
import { and, asc, eq, exists, inArray, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { outOfRange, requireInvariant, requireWithin } from 'ulterior/service-parts';
import type { AuditRepository, PlannedUnit, StoredAudit } from '../contract/store.ts';
import { isId, isText, requireFitting, requireText } from '../contract/values.ts';
import type { Database, Session } from '../databases/database.ts';
import { auditRecords, audits, auditWorkers, checkpoints, units } from './schema.ts';
import { seal, sealJson, unseal, unsealJson } from './sealed.ts';

type Row = typeof audits.$inferSelect;

export const presentAudit = ({
  number,
  key,
  losses,
  request,
  done,
  total,
  problem,
  finishedAt,
  ...audit
}: Row): StoredAudit => {
  // Sums of numbers that need not be whole.
  requireInvariant(done <= total * (1 + 1e-9), () => `${done} of ${total} tasks of an audit are done`);
  return {
    ...audit,
    request: unsealJson(key, request),
    progress: { done, total },
    ...(problem === null ? {} : { problem: unsealJson(key, problem) }),
    ...(finishedAt === null ? {} : { finishedAt }),
  };
};

const queries = new QueryBuilder();
const holders = alias(auditWorkers, 'holders');
const others = alias(units, 'others');
const one = { one: sql`1` };

/** A lease of no time is over at once. */
export const isWorkedOn = exists(
  queries
    .select(one)
    .from(holders)
    .where(and(eq(holders.audit, audits.number), sql`${holders.leaseSeconds} > 0`)),
);

/** Nobody who works on the audit has it, and it need not wait. */
const isFree = and(
  not(units.finished),
  or(
    not(units.closes),
    notExists(
      queries
        .select(one)
        .from(others)
        .where(and(eq(others.audit, units.audit), not(others.closes), not(others.finished))),
    ),
  ),
  notExists(
    queries
      .select(one)
      .from(holders)
      .where(and(eq(holders.audit, units.audit), eq(holders.worker, units.worker), sql`${holders.leaseSeconds} > 0`)),
  ),
);

/** A worker more is of use. */
export const hasFreeUnit = exists(
  queries
    .select(one)
    .from(units)
    .where(and(eq(units.audit, audits.number), isFree)),
);

const LONGEST_LEASE = 24 * 60 * 60;
/** Where a beat begins, at most. */
const MOST_BEAT = 2 ** 47;
const requireLease = (seconds: number) => requireWithin('seconds', seconds, { min: 0, max: LONGEST_LEASE });
const ofWorker = (audit: number, worker: string) => and(eq(auditWorkers.audit, audit), eq(auditWorkers.worker, worker));

type Work = Pick<
  AuditRepository,
  'lease' | 'layOut' | 'claim' | 'report' | 'leave' | 'finish' | 'readCheckpoint' | 'writeCheckpoint'
>;

/** `wake`: there is something to do. */
export function auditWork(database: Database, wake: () => void): Work {
  /** With the row of a running audit locked; undefined where there is none. */
  const withRunning = async <Result>(
    id: string,
    work: (session: Session, audit: Row) => Promise<Result>,
  ): Promise<Result | undefined> => {
    if (!isId(id)) return undefined;
    return database.transaction(async (session) => {
      const running = and(eq(audits.id, id), eq(audits.state, 'running'));
      const [audit] = await session.orm.select().from(audits).where(running).for('update');
      return audit && work(session, audit);
    });
  };
  /** The same, where the worker has a lease. */
  const withLeased = <Result>(
    id: string,
    worker: string,
    work: (session: Session, audit: Row) => Promise<Result>,
  ): Promise<Result | undefined> =>
    withRunning(id, async (session, audit) => {
      const its = await session.orm.select(one).from(auditWorkers).where(ofWorker(audit.number, worker));
      return its.length === 0 ? undefined : work(session, audit);
    });

  return {
    lease: async (id, worker, seconds) => {
      if (!isId(id)) return undefined;
      requireText('worker', worker);
      requireLease(seconds);
      return database.transaction(async ({ orm }) => {
        const [found] = await orm.select().from(audits).where(eq(audits.id, id)).for('update');
        if (found === undefined || found.cancelRequested) return undefined;
        const { number } = found;
        const its = orm.select(one).from(auditWorkers).where(ofWorker(number, worker));
        const [open] = await orm
          .select({ others: isWorkedOn })
          .from(audits)
          .where(
            and(
              eq(audits.id, id),
              or(
                eq(audits.state, 'queued'),
                and(eq(audits.state, 'running'), or(not(isWorkedOn), hasFreeUnit, exists(its))),
              ),
            ),
          );
        if (open === undefined) return undefined;
        await orm.update(audits).set({ state: 'running' }).where(eq(audits.id, id));
        await orm
          .insert(auditWorkers)
          // From anywhere: a watcher that has seen the beat of an earlier lease stand still must not take this one for it.
          .values({ audit: number, worker, leaseSeconds: seconds, beat: randomInt(MOST_BEAT) })
          .onConflictDoUpdate({
            target: [auditWorkers.audit, auditWorkers.worker],
            set: { leaseSeconds: seconds, beat: sql`${auditWorkers.beat} + 1` },
          });
        // Whoever begins anew has nothing in hand. What it held when it was cut off would otherwise be free for all others only.
        const itsUnits = and(eq(units.audit, number), eq(units.worker, worker), not(units.finished));
        await orm.update(units).set({ worker: null }).where(itsUnits);
        return { ...presentAudit({ ...found, state: 'running' }), losses: found.losses, others: open.others === true };
      });
    },

    layOut: async (id, worker, planned) => {
      requirePlan(planned);
      const laidOut = await withLeased(id, worker, (session, { number }) => layOut(session, number, worker, planned));
      if (laidOut === true) wake();
      return laidOut === true;
    },

    claim: async (id, worker) =>
      withLeased(id, worker, async ({ orm }, { number, cancelRequested }) => {
        if (cancelRequested) return undefined;
        const [free] = await orm
          .select({ position: units.position })
          .from(units)
          .where(and(eq(units.audit, number), isFree))
          .orderBy(asc(units.position))
          .limit(1);
        if (free === undefined) return undefined;
        const [unit] = await orm
          .update(units)
          .set({ worker, done: 0 })
          .where(and(eq(units.audit, number), eq(units.position, free.position)))
          .returning({ key: units.key });
        return unit!.key;
      }),

    report: async (id, worker, seconds, inHand) => {
      requireLease(seconds);
      for (const done of Object.values(inHand)) requireWithin('done', done, { min: 0, max: Number.MAX_VALUE });
      const order = await withLeased(id, worker, async (session, { number, cancelRequested }) => {
        const { orm } = session;
        await orm
          .update(auditWorkers)
          .set({ leaseSeconds: seconds, beat: sql`${auditWorkers.beat} + 1` })
          .where(ofWorker(number, worker));
        for (const [key, done] of Object.entries(inHand)) {
          const held = and(eq(units.audit, number), eq(units.key, key), eq(units.worker, worker), not(units.finished));
          await orm
            .update(units)
            .set({ done: sql`least(${done}, ${units.tasks})` })
            .where(held);
        }
        if (Object.keys(inHand).length > 0) await countProgress(session, number);
        return cancelRequested ? ('cancel' as const) : ('go on' as const);
      });
      return order ?? 'lost';
    },

    leave: async (id, worker) => {
      await withRunning(id, async ({ orm }, { number }) => {
        await orm.delete(auditWorkers).where(ofWorker(number, worker));
      });
    },

    finish: async (id, worker, outcome) => {
      const records = typeof outcome === 'object' && 'records' in outcome ? outcome.records : undefined;
      if (records !== undefined) {
        requireText('records', records);
        requireFitting('records', Buffer.byteLength(records));
      }
      const finished = await withLeased(id, worker, async ({ orm }, { number, key }) => {
        await orm
          .update(audits)
          .set({ ...resultOf(outcome, key), finishedAt: sql`now()` })
          .where(eq(audits.id, id));
        if (records !== undefined) {
          await orm.insert(auditRecords).values({ audit: number, sealed: seal(key, Buffer.from(records, 'utf8')) });
        }
        for (const table of [auditWorkers, units, checkpoints]) await orm.delete(table).where(eq(table.audit, number));
        return true;
      });
      return finished === true;
    },

    readCheckpoint: async (id, key) => {
      if (!isId(id) || !isText(key)) return undefined;
      const [row] = await database.orm
        .select({ key: audits.key, bytes: checkpoints.bytes })
        .from(checkpoints)
        .innerJoin(audits, eq(audits.number, checkpoints.audit))
        .where(and(eq(audits.id, id), eq(checkpoints.key, key)));
      return row && new Uint8Array(unseal(row.key, row.bytes));
    },

    writeCheckpoint: async (id, key, bytes) => {
      requireText('key', key);
      requireFitting('bytes', bytes.length);
      // Of an audit that was removed or finished meanwhile nothing is kept: its workers hear of it when they report.
      await withRunning(id, async (session, audit) => {
        const { orm } = session;
        const { number } = audit;
        const sealed = seal(audit.key, bytes);
        await orm
          .insert(checkpoints)
          .values({ audit: number, key, bytes: sealed })
          .onConflictDoUpdate({ target: [checkpoints.audit, checkpoints.key], set: { bytes: sealed } });
        await orm
          .update(units)
          .set({ finished: true, done: units.tasks })
          .where(and(eq(units.audit, number), eq(units.key, key)));
        await orm.update(audits).set({ losses: 0 }).where(eq(audits.id, id));
        await countProgress(session, number);
      });
    },
  };
}

function requirePlan(planned: readonly PlannedUnit[]): void {
  for (const { key, tasks } of planned) {
    requireText('key', key);
    requireWithin('tasks', tasks, { min: 0, max: Number.MAX_VALUE });
  }
  if (planned.length === 0) throw outOfRange('units', 'none', 'one or more');
}

/** Other units that nobody works on any more are replaced: those of a version before this one, or of a file that was changed. */
async function layOut(
  session: Session,
  number: number,
  worker: string,
  planned: readonly PlannedUnit[],
): Promise<boolean> {
  const { orm } = session;
  const present = await orm
    .select({ key: units.key })
    .from(units)
    .where(eq(units.audit, number))
    .orderBy(units.position);
  if (present.length === planned.length && present.every(({ key }, at) => key === planned[at]!.key)) return true;
  const colleagues = and(
    eq(auditWorkers.audit, number),
    sql`${auditWorkers.worker} <> ${worker}`,
    sql`${auditWorkers.leaseSeconds} > 0`,
  );
  if (present.length > 0 && (await orm.select(one).from(auditWorkers).where(colleagues)).length > 0) return false;
  await orm.delete(units).where(eq(units.audit, number));
  const keys = planned.map(({ key }) => key);
  const known = await orm
    .select({ key: checkpoints.key })
    .from(checkpoints)
    .where(and(eq(checkpoints.audit, number), inArray(checkpoints.key, keys)));
  const finished = new Set(known.map(({ key }) => key));
  const rows = planned.map(({ key, tasks }, position) => ({
    audit: number,
    position,
    key,
    closes: position === planned.length - 1,
    tasks,
    done: finished.has(key) ? tasks : 0,
    finished: finished.has(key),
  }));
  await orm.insert(units).values(rows);
  await countProgress(session, number);
  return true;
}

/** Over all units, whoever has them. */
async function countProgress({ orm }: Session, number: number): Promise<void> {
  const sumOf = (what: SQL) => sql`(select coalesce(sum(${what}), 0) from ${units} where ${units.audit} = ${number})`;
  await orm
    .update(audits)
    .set({ done: sumOf(sql`${units.done}`), total: sumOf(sql`${units.tasks}`) })
    .where(eq(audits.number, number));
}

function resultOf(outcome: Parameters<AuditRepository['finish']>[2], key: Uint8Array) {
  if (outcome === 'cancelled') return { state: 'cancelled' as const };
  if ('records' in outcome) return { state: 'done' as const, done: sql`${audits.total}` };
  return { state: 'failed' as const, problem: sealJson(key, outcome.problem) };
}
