/**
 * Which audit a worker looks at next: one that nobody works on, or else one of others that has a unit left. The rows of audits and
 * their workers say so (auditWork.ts), and nothing beside them. Two workers may be handed the same audit: a lease decides who has
 * it, and the other one looks on.
 */
import { and, asc, count, eq, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { AuditQueue, AuditState } from '../contract/store.ts';
import type { Database, Session } from '../databases/database.ts';
import { hasFreeUnit, isWorkedOn } from './auditWork.ts';
import { audits, auditWorkers } from './schema.ts';
import { SilenceWatch, type SteadyClock, type Watched } from './silenceWatch.ts';
import { startLoop, type WorkLoop } from './workLoop.ts';

/** Instances take turns at looking for dead workers: "ultj" in ASCII. */
const LOCK = 0x756c746a;

interface QueueOptions {
  /** How often to look for an audit, in seconds. */
  readonly pollSeconds: number;
  readonly steadyClock: SteadyClock;
  readonly onProblem: (problem: unknown) => void;
}

/** The queue, with what the store needs of it. */
export interface WokenQueue extends AuditQueue {
  /** There is something to do: look now. */
  wake(): void;
  /** Hands out no more, and does not wait for audits that are being handled. */
  close(): Promise<void>;
}

export async function openQueue(database: Database, options: QueueOptions): Promise<WokenQueue> {
  const { pollSeconds, steadyClock, onProblem } = options;
  if (database.kind === 'embedded') await forgetHolders(database);
  const loops = new Set<WorkLoop>();
  const workers = new SilenceWatch(steadyClock);
  /** Handed out here since abandoned ones were looked for last, whether they still are: a handler that fails gets a rest. */
  const handed = new Map<string, 'in hand' | 'handled'>();

  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const id = await first(database, isOpen, [...handed.keys()]);
      // Another loop may have got it meanwhile.
      if (id !== undefined && handed.has(id)) continue;
      if (id !== undefined) handed.set(id, 'in hand');
      return id;
    }
  };

  return {
    wake,
    work: async (handle) => {
      const unfit = new Set<string>();
      const loop = startLoop({
        fetch: async () => (await next()) ?? (await first(database, wantsHelp, [...unfit])),
        handle: async (id) => {
          try {
            if ((await handle(id)) === 'unfit') unfit.add(id);
          } finally {
            if (handed.has(id)) handed.set(id, 'handled');
          }
        },
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
      const rested = [...handed].flatMap(([id, state]) => (state === 'handled' ? [id] : []));
      const open = await database.transaction(async (session) => {
        await session.execute(`select pg_advisory_xact_lock(${LOCK})`);
        const left = await endLeases(session, workers.silent(await leases(session)));
        await cancelOrphans(session);
        const which = and(isOpen, or(inArray(audits.id, rested), inArray(audits.number, left)));
        return session.orm.select({ id: audits.id }).from(audits).where(which);
      });
      for (const id of rested) handed.delete(id);
      // Also for units that were freed.
      wake();
      return open.length;
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
    },
  };
}

const isOrphaned = and(eq(audits.state, 'running'), not(isWorkedOn));
const isOpen = and(or(eq(audits.state, 'queued'), isOrphaned), not(audits.cancelRequested));
/** Others work on it, and it has a unit for one more. */
const wantsHelp = and(eq(audits.state, 'running'), not(audits.cancelRequested), isWorkedOn, hasFreeUnit);

async function first(
  { orm }: Database,
  which: SQL | undefined,
  except: readonly string[],
): Promise<string | undefined> {
  const [audit] = await orm
    .select({ id: audits.id })
    .from(audits)
    .where(and(which, except.length === 0 ? undefined : notInArray(audits.id, [...except])))
    .orderBy(asc(audits.number))
    .limit(1);
  return audit?.id;
}

/** One process has a folder open at a time: whoever held something in it before is gone. */
async function forgetHolders(database: Database): Promise<void> {
  await database.execute(`
    update ulterior.audits set losses = losses + 1 where number in (select audit from ulterior.audit_workers);
    delete from ulterior.audit_workers`);
}

interface HeldAudit extends Watched {
  readonly audit: number;
  readonly worker: string;
  readonly beat: number;
}

async function leases({ orm }: Session): Promise<HeldAudit[]> {
  const rows = await orm.select().from(auditWorkers);
  return rows.map((row) => ({
    ...row,
    id: `${row.audit} ${row.worker}`,
    sign: String(row.beat),
    seconds: row.leaseSeconds,
  }));
}

/** The audits of those who were silent for too long. */
async function endLeases({ orm }: Session, silent: readonly HeldAudit[]): Promise<number[]> {
  for (const { audit, worker, beat } of silent) {
    // The row of the audit is locked before those of its workers (auditWork.ts).
    await orm.select({ id: audits.id }).from(audits).where(eq(audits.number, audit)).for('update');
    // Not if it was heard of just now.
    const its = and(eq(auditWorkers.audit, audit), eq(auditWorkers.worker, worker), eq(auditWorkers.beat, beat));
    const gone = await orm.delete(auditWorkers).where(its).returning({ worker: auditWorkers.worker });
    if (gone.length === 0) continue;
    await orm
      .update(audits)
      .set({ losses: sql`${audits.losses} + 1` })
      .where(eq(audits.number, audit));
  }
  return silent.map(({ audit }) => audit);
}

/** Those that were to be cancelled while nobody hears of it are. */
async function cancelOrphans({ orm }: Session): Promise<void> {
  await orm
    .update(audits)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(and(isOrphaned, audits.cancelRequested));
}
