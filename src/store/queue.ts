/**
 * Background work, handed out by pg-boss. A job only says which audit to look at, and has its id; whether there is
 * anything to do, and who does it, the lease of the audit decides. So a job too many does no harm, and one that was lost
 * is sent again.
 *
 * Of pg-boss only sending and fetching are used. Its own workers report a job as done without waiting whether the
 * database took it: a server that goes away at that moment would end the process. Its maintenance keeps archives, which
 * are not needed: a job is deleted once it was handled.
 */
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { Database, Session } from './database.ts';
import { audits } from './schema.ts';
import type { AuditQueue, AuditState } from './store.ts';
import { startLoop, type WorkLoop } from './workLoop.ts';

const SCHEMA = 'ulterior_jobs';
const QUEUE = 'audits';
/** Instances take turns at putting audits back: "ultj" in ASCII. */
const LOCK = 0x756c746a;

export interface QueueOptions {
  /** How often to look for a job, in seconds. */
  readonly pollSeconds: number;
  /** How long a worker that has fetched a job may take until it holds the lease, in seconds. */
  readonly takeUpSeconds: number;
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
  const { pollSeconds, takeUpSeconds, onProblem } = options;
  const boss = new PgBoss({ db: over(database), schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', onProblem);
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, policy: 'standard', retryLimit: 0 });
  const loops = new Set<WorkLoop>();

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
    const [job] = await boss.fetch(QUEUE, { db });
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
      // Dropped also after a failure: if the audit is unfinished then, requeueAbandoned sends a new job.
      const loop = startLoop({ fetch, handle, done: (id) => drop(database, id), pollSeconds, onProblem });
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
        const ids = await abandoned(session, takeUpSeconds);
        for (const id of ids) {
          await drop(session, id);
          await send(session, id);
        }
        return ids.length;
      });
      if (sent > 0) for (const loop of loops) loop.wake();
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

/** Unfinished audits that nobody works on and that no job speaks of. Those that were to be cancelled are. */
async function abandoned({ orm }: Session, takeUpSeconds: number): Promise<string[]> {
  const orphaned = and(eq(audits.state, 'running'), sql`${audits.leaseUntil} <= now()`);
  await orm
    .update(audits)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(and(orphaned, eq(audits.cancelRequested, true)));
  const rows = await orm
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        or(eq(audits.state, 'queued'), orphaned),
        sql`not exists (
          select from ${sql.raw(SCHEMA)}.job where job.name = ${QUEUE} and job.id = ${audits.id} and (
            job.state < 'active' or job.started_on > now() - ${takeUpSeconds} * interval '1 second'))`,
      ),
    )
    .orderBy(asc(audits.number));
  return rows.map(({ id }) => id);
}
