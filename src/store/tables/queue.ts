/**
 * Background work, handed out by pg-boss. A job only says which audit to look at, and has its id; whether there is
 * anything to do, and who does it, the units of the audit decide (auditWork.ts). So a job too many does no harm, and one that was
 * lost is sent again. A worker that gets no job looks for an audit of others that has a unit left.
 *
 * Of pg-boss only sending and fetching are used. Its own workers report a job as done without waiting whether the
 * database took it: a server that goes away at that moment would end the process. Its maintenance keeps archives, which
 * are not needed: a job is deleted once it was handled.
 */
import { and, asc, count, eq, inArray, not, notInArray, or, sql } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { AuditQueue, AuditState } from '../contract/store.ts';
import type { Database, Session } from '../databases/database.ts';
import { hasFreeUnit, isWorkedOn } from './auditWork.ts';
import { audits, auditWorkers } from './schema.ts';
import { SilenceWatch, type SteadyClock, type Watched } from './silenceWatch.ts';
import { startLoop, type WorkLoop } from './workLoop.ts';

const SCHEMA = 'ulterior_jobs';
const QUEUE = 'audits';
/** Instances take turns at putting audits back: "ultj" in ASCII. */
const LOCK = 0x756c746a;

interface QueueOptions {
  /** How often to look for a job, in seconds. */
  readonly pollSeconds: number;
  /** How long a worker that has fetched a job may take until it holds the lease, in seconds. */
  readonly takeUpSeconds: number;
  readonly steadyClock: SteadyClock;
  readonly onProblem: (problem: unknown) => void;
}

/** The queue, with what the repository of audits needs of it. */
export interface JobQueue extends AuditQueue {
  /** In the transaction that adds the audit. */
  send(session: Session, auditId: string): Promise<void>;
  drop(session: Session, auditId: string): Promise<void>;
  /** There is something to do: look now. */
  wake(): void;
  /** Takes no more jobs, and does not wait for those that are being handled. */
  close(): Promise<void>;
}

const over = (session: Session): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: [...(await session.execute(text, values)).rows] }),
});

export async function openQueue(database: Database, options: QueueOptions): Promise<JobQueue> {
  const { pollSeconds, takeUpSeconds, steadyClock, onProblem } = options;
  const boss = new PgBoss({ db: over(database), schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', onProblem);
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, policy: 'standard', retryLimit: 0 });
  if (database.kind === 'embedded') await forgetHolders(database);
  const loops = new Set<WorkLoop>();
  const workers = new SilenceWatch(steadyClock);
  const fetchers = new SilenceWatch(steadyClock);

  const send = async (session: Session, auditId: string): Promise<void> => {
    await boss.send(QUEUE, {}, { id: auditId, db: over(session) });
  };
  const drop = async (session: Session, auditId: string): Promise<void> => {
    await boss.deleteJob(QUEUE, auditId, { db: over(session) });
  };
  const fetch = async (): Promise<string | undefined> => {
    // pg-boss takes any error for an empty queue.
    let failure: unknown;
    const db: PgBoss.Db = {
      executeSql: (text, values) =>
        over(database)
          .executeSql(text, values)
          .catch((error: unknown) => {
            failure = error;
            throw error;
          }),
    };
    // Jobs begin when they are sent; by a clock that was set back since they would begin hours later.
    const [job] = await boss.fetch(QUEUE, { db, ignoreStartAfter: true });
    if (failure !== undefined) throw failure;
    return job?.id;
  };

  return {
    send,
    drop,
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    work: async (handle) => {
      const unfit = new Set<string>();
      const loop = startLoop({
        fetch: async () => (await fetch()) ?? (await wantsHelp(database, unfit)),
        handle: async (id) => {
          if ((await handle(id)) === 'unfit') unfit.add(id);
        },
        // Also after a failure: if the audit is unfinished then, requeueAbandoned sends a new job.
        done: (id) => drop(database, id),
        pollSeconds,
        onProblem,
      });
      loops.add(loop);
      return {
        stop: async () => {
          await loop.stop();
          loops.delete(loop);
        },
      };
    },
    requeueAbandoned: async () => {
      const sent = await database.transaction(async (session) => {
        await session.execute(`select pg_advisory_xact_lock(${LOCK})`);
        await endLeases(session, workers.silent(await leases(session)));
        const ids = await abandoned(session, fetchers.silent(await fetched(session, takeUpSeconds)));
        for (const id of ids) {
          await drop(session, id);
          await send(session, id);
        }
        return ids.length;
      });
      // Also for units that were freed.
      for (const loop of loops) loop.wake();
      return sent;
    },
    depth: async () => {
      const counts = await database.orm
        .select({ state: audits.state, audits: count() })
        .from(audits)
        .where(inArray(audits.state, ['queued', 'running']))
        .groupBy(audits.state);
      const of = (state: AuditState) => counts.find((one) => one.state === state)?.audits ?? 0;
      return { queued: of('queued'), running: of('running') };
    },
    close: async () => {
      await Promise.all([...loops].map((loop) => loop.abandon()));
      await boss.stop({ graceful: false });
    },
  };
}

/** One process has a folder open at a time: whoever held something in it before is gone. */
async function forgetHolders(database: Database): Promise<void> {
  await database.execute(`
    update ulterior.audits set losses = losses + 1 where id in (select audit_id from ulterior.audit_workers);
    delete from ulterior.audit_workers;
    delete from ${SCHEMA}.job where state = 'active'`);
}

/** The first audit that others work on and that has a unit for one more. */
async function wantsHelp({ orm }: Database, unfit: ReadonlySet<string>): Promise<string | undefined> {
  const [audit] = await orm
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        eq(audits.state, 'running'),
        not(audits.cancelRequested),
        isWorkedOn,
        hasFreeUnit,
        unfit.size === 0 ? undefined : notInArray(audits.id, [...unfit]),
      ),
    )
    .orderBy(asc(audits.number))
    .limit(1);
  return audit?.id;
}

interface HeldAudit extends Watched {
  readonly auditId: string;
  readonly worker: string;
  readonly beat: number;
}

async function leases({ orm }: Session): Promise<HeldAudit[]> {
  const rows = await orm.select().from(auditWorkers);
  return rows.map((row) => ({
    ...row,
    id: `${row.auditId} ${row.worker}`,
    sign: String(row.beat),
    seconds: row.leaseSeconds,
  }));
}

async function endLeases({ orm }: Session, silent: readonly HeldAudit[]): Promise<void> {
  for (const { auditId, worker, beat } of silent) {
    // The row of the audit is locked before those of its workers (auditWork.ts).
    await orm.select({ id: audits.id }).from(audits).where(eq(audits.id, auditId)).for('update');
    // Not if it was heard of just now.
    const its = and(eq(auditWorkers.auditId, auditId), eq(auditWorkers.worker, worker), eq(auditWorkers.beat, beat));
    const gone = await orm.delete(auditWorkers).where(its).returning({ worker: auditWorkers.worker });
    if (gone.length === 0) continue;
    await orm
      .update(audits)
      .set({ losses: sql`${audits.losses} + 1` })
      .where(eq(audits.id, auditId));
  }
}

/** Jobs that were handed to a worker, which may not have leased the audit yet. */
async function fetched(session: Session, takeUpSeconds: number): Promise<Watched[]> {
  const { rows } = await session.execute(
    `select id::text, started_on::text as sign from ${SCHEMA}.job where name = $1 and state = 'active'`,
    [QUEUE],
  );
  return rows.map(({ id, sign }) => ({ id: String(id), sign: String(sign), seconds: takeUpSeconds }));
}

/** Unfinished audits that nobody works on and that no job speaks of. Those that were to be cancelled are. */
async function abandoned({ orm }: Session, lostJobs: readonly Watched[]): Promise<string[]> {
  const orphaned = and(eq(audits.state, 'running'), not(isWorkedOn));
  await orm
    .update(audits)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(and(orphaned, eq(audits.cancelRequested, true)));
  const lost = JSON.stringify(lostJobs.map(({ id }) => id));
  const rows = await orm
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        or(eq(audits.state, 'queued'), orphaned),
        sql`not exists (
          select from ${sql.raw(SCHEMA)}.job where job.name = ${QUEUE} and job.id = ${audits.id} and (
            job.state < 'active' or job.state = 'active'
              and job.id::text not in (select json_array_elements_text(${lost}::json))))`,
      ),
    )
    .orderBy(asc(audits.number));
  return rows.map(({ id }) => id);
}
