/**
 * What is erased leaves the files, too. Bytes about people are sealed (sealed.ts), so what must vanish are keys, ids and
 * names: the rows of a few small tables. A mark is set in the transaction that erases, and stays until that is done, whatever
 * comes between: a kill, a full disk, a server that is away. It is honoured at the start and by every sweep.
 *
 * A mark is settled in two steps, each of which can be seen from outside, so that it may also be somebody else who took it:
 *
 *   1. the table is in another file than at the erasure: it was written anew. Dead rows that an older transaction could
 *      still see would be copied, so this waits until there is none.
 *   2. the server's last checkpoint began in a later file of the log than the one in which the rewriting ended: older files
 *      are deleted. Where the server recycles or keeps old files, they count as gone only when so much more has been written that
 *      they must have been written over.
 *
 * Rewriting takes time in proportion to the small tables, in a folder that of everybody. Erasures that come together share
 * one run, and after it there is a pause as long as the run.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, count, eq, sql } from 'drizzle-orm';
import { unavailable } from '../contract/failures.ts';
import type { ErasureRepository, Scrub } from '../contract/store.ts';
import type { Database, RawRow, Session } from '../databases/database.ts';
import { erasures } from './schema.ts';

type ErasedFrom = 'ulterior.interview_keys' | 'ulterior.uploads' | 'ulterior.audits';

/** Whose rows went: then a repeated request can be told whether they are gone from the files, too. */
interface Erased {
  readonly id: string;
  readonly tokenHash?: string;
}

export interface Erasures extends ErasureRepository {
  /** In the transaction that erased rows of the table, after it did. The numbers of the marks. */
  mark(session: Session, from: ErasedFrom, erased: readonly Erased[]): Promise<number[]>;
  /** Settles; whether these marks are settled by now. */
  settled(marks: readonly number[]): Promise<Scrub>;
  /** The marks of what was erased under this id and is not settled. */
  marksOf(id: string): Promise<number[]>;
}

/** After a run, this many times its length belongs to others. */
const REST = 1;

export function erasureRepository(database: Database, onProblem: (problem: unknown) => void): Erasures {
  const { orm } = database;
  const tell = once(onProblem);
  const settleSoon = sharedRuns(() => settleAll(database, tell));
  const owed = async (): Promise<number> => {
    const [row] = await orm.select({ marks: count() }).from(erasures);
    return row!.marks;
  };
  return {
    mark: async (session, from, erased) => {
      const file = sql`pg_relation_filenode(${from}::text::regclass)`;
      const rows = erased.map(({ id, tokenHash }) => {
        return { relation: from, file, idHash: hashOf(id), tokenHash: tokenHash && hashOf(tokenHash) };
      });
      const marks = await session.orm.insert(erasures).values(rows).returning({ number: erasures.number });
      return marks.map(({ number }) => number);
    },
    settle: async () => {
      if ((await owed()) === 0) return 0;
      await settleSoon();
      return owed();
    },
    settled: async (marks) => {
      try {
        await settleSoon();
        const its = `select 1 from ulterior.erasures where number in (${marks.join(', ')}) limit 1`;
        return (await database.execute(its)).rows.length === 0 ? 'done' : 'owed';
      } catch (problem) {
        // The rows are erased, whatever happens now.
        tell(problem);
        return 'owed';
      }
    },
    marksOf: async (id) => {
      const marks = await orm
        .select()
        .from(erasures)
        .where(eq(erasures.idHash, hashOf(id)));
      return marks.map(({ number }) => number);
    },
    isOwed: async (id, tokenHash) => {
      const its = and(eq(erasures.idHash, hashOf(id)), eq(erasures.tokenHash, hashOf(tokenHash)));
      return (await orm.select({ number: erasures.number }).from(erasures).where(its)).length > 0;
    },
  };
}

/** An id is random: nobody finds it by its hash, and whoever has it finds the mark. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('hex');
}

/** No transaction is left that could see what the mark's transaction erased. */
const UNSEEN = `
  not exists (select from pg_stat_activity
    where age(backend_xid) >= age(mark.transaction::xid) or age(backend_xmin) >= age(mark.transaction::xid))
  and not exists (select from pg_prepared_xacts where age(pg_prepared_xacts.transaction) >= age(mark.transaction::xid))
  and not exists (select from pg_replication_slots where age(xmin) >= age(mark.transaction::xid))`;

/** Another of ours, in the middle of a statement or a short transaction, could see it. */
const SEEN_BY_OURS = `
  exists (select from pg_stat_activity
    where application_name = current_setting('application_name') and pid <> pg_backend_pid()
      and (age(backend_xid) >= age(mark.transaction::xid) or age(backend_xmin) >= age(mark.transaction::xid)))`;

/** Erasures at the same time see each other's rows. They are over soon: how often to look again, and after how many milliseconds. */
const [LOOKS, LOOK_AGAIN] = [100, 20];

const REWRITTEN = 'file <> pg_relation_filenode(relation::regclass)';

/** Files of the log from the place where rewriting ended to the last checkpoint, and how many of them may still be there. */
const LOG = `
  (select pg_size_bytes(current_setting('wal_segment_size')) as segment, redo_lsn as redo,
     pg_size_bytes(current_setting('wal_keep_size')) + case when current_setting('wal_recycle')::boolean
       then 2 * pg_size_bytes(current_setting('max_wal_size')) else 0 end as kept
   from pg_control_checkpoint()) as log`;
const filesBehind = (kept: string) =>
  `div(redo - '0/0'::pg_lsn, segment) > div(log_end - '0/0'::pg_lsn, segment) + div(${kept}::numeric, segment)`;

async function settleAll(database: Database, onProblem: (problem: unknown) => void): Promise<void> {
  const marks = await unseenMarks(database);
  const relations = new Set(
    marks.filter(({ rewritten }) => rewritten !== true).map(({ relation }) => String(relation)),
  );
  for (const relation of relations) await rewriteOrTell(database, relation, onProblem);
  const numbers = marks.map(({ number }) => Number(number)).join(', ');
  if (marks.length > 0) {
    await database.execute(
      `update ulterior.erasures set log_end = pg_current_wal_insert_lsn() where number in (${numbers}) and ${REWRITTEN}`,
    );
  }
  await endLog(database);
  await database.execute(`
    delete from ulterior.erasures using ${LOG}
    where ${filesBehind('kept')}
      and not exists (select from pg_replication_slots where restart_lsn <= log_end)`);
}

/** Only marks that are seen now: those that are committed later belong to rows that may have been copied. */
async function unseenMarks(database: Database): Promise<RawRow[]> {
  for (let look = 1; ; look++) {
    const { rows } = await database.execute(
      `select number, relation, ${REWRITTEN} as rewritten, ${UNSEEN} as unseen, ${SEEN_BY_OURS} as soon
       from ulterior.erasures mark where log_end is null`,
    );
    const unseen = rows.filter((mark) => mark['unseen'] === true);
    const wait = rows.some((mark) => mark['unseen'] !== true && mark['soon'] === true);
    if (!wait || look === LOOKS) return unseen;
    await pause(LOOK_AGAIN);
  }
}

async function rewriteOrTell(
  database: Database,
  relation: string,
  onProblem: (problem: unknown) => void,
): Promise<void> {
  const fileOf = async () => {
    const { rows } = await database.execute('select pg_relation_filenode($1::text::regclass) as file', [relation]);
    return rows[0]!['file'];
  };
  try {
    const before = await fileOf();
    await database.rewrite(relation);
    if ((await fileOf()) !== before) return;
    const advice = `let the owner of the database run "vacuum full ${relation}"`;
    onProblem(unavailable(relation, 'erased rows are in its files, and this user may not write it anew', advice));
  } catch (problem) {
    onProblem(problem);
  }
}

/** Has the server begin a new file of the log and take a checkpoint, where a mark waits for that and the user may. */
async function endLog(database: Database): Promise<void> {
  const { rows } = await database.execute(`
    select has_function_privilege('pg_switch_wal()', 'execute') as "mayEnd", pg_has_role('pg_checkpoint', 'usage') as "mayFlush"
    from ulterior.erasures, ${LOG} where log_end is not null and not ${filesBehind('0')} limit 1`);
  if (rows[0]?.['mayEnd'] === true) await database.execute('select pg_switch_wal()');
  if (rows[0]?.['mayFlush'] === true) await database.execute('checkpoint');
}

/** Runs that do not overlap: whoever asks while one runs gets the next, together with others who ask. */
function sharedRuns(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  let rested = 0;
  const inTurn = async () => {
    await pause(Math.max(0, rested - performance.now()));
    next = undefined;
    const start = performance.now();
    try {
      await run();
    } finally {
      rested = performance.now() + REST * (performance.now() - start);
    }
  };
  return () => {
    if (next === undefined) {
      next = last.then(inTurn);
      last = next.catch(() => {});
    }
    return next;
  };
}

/** A problem that stays is told once. */
function once(tell: (problem: unknown) => void): (problem: unknown) => void {
  const told = new Set<string>();
  return (problem) => {
    const text = String(problem);
    if (told.has(text)) return;
    told.add(text);
    tell(problem);
  };
}
