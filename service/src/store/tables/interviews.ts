/**
 * Interviews and their answers. A writer names the revision it read; the row of the interview is locked when anything is
 * decided, so of two writers at the same revision one wins and the other finds that it has moved on.
 *
 * Answers are sealed under a key of the interview, which is in a table of its own with the id (sealed.ts, erasures.ts). Taking
 * an answer back changes the key: so the answer is unreadable once the old key is scrubbed, though the interview goes on.
 */

import { randomUUID } from 'node:crypto';
import { asc, count, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { outOfRange, requireInvariant, UlteriorError } from 'ulterior/service-parts';
import { violates } from '../contract/failures.ts';
import type { InterviewRepository, Remember, Remembrance, StoredInterview } from '../contract/store.ts';
import { isId, isText, requireInstant, requireText } from '../contract/values.ts';
import { batchCalls } from '../databases/batchCalls.ts';
import type { Database, Session } from '../databases/database.ts';
import type { Erasures } from './erasures.ts';
import { keepAnswer } from './idempotency.ts';
import { KeyRing } from './keyRing.ts';
import { pageOf } from './pageOf.ts';
import { answers, interviewKeys, interviews } from './schema.ts';
import { newKey, sealAnswer, unsealAnswer } from './sealed.ts';

const KEYS = 'ulterior.interview_keys';
/** This many are erased in one transaction. */
const BATCH = 1000;

const whole = { ...getTableColumns(interviews), id: interviewKeys.id, key: interviewKeys.key };
const ofInterview = eq(interviewKeys.interview, interviews.number);
type Row = typeof interviews.$inferSelect & { id: string; key: Uint8Array };

const present = ({ number, tokenHash, key, ...interview }: Row): StoredInterview => interview;

export function interviewRepository(database: Database, erasures: Erasures): InterviewRepository {
  const { orm } = database;
  const ring = new KeyRing<Row>();

  const ringed = (row: Row): StoredInterview => {
    ring.put(row.id, row);
    return present(row);
  };

  const found = (session: Session = database) =>
    session.orm.select(whole).from(interviews).innerJoin(interviewKeys, ofInterview).$dynamic();

  const findWhere = async (which: SQL): Promise<StoredInterview | undefined> => {
    const [row] = await found().where(which);
    return row && ringed(row);
  };

  const findTogether = batchCalls(database.turns, async (tokenHashes: readonly string[]) => {
    const asked = sql.param([...new Set(tokenHashes)]);
    const rows = await found().where(sql`${interviews.tokenHash} = any(${asked})`);
    const opened = new Map(rows.map((row) => [row.tokenHash, ringed(row)]));
    return tokenHashes.map((tokenHash) => opened.get(tokenHash));
  });

  const append = database.ready('ulterior_append', APPEND);
  const appendTogether = batchCalls(database.turns, (appended: readonly Appended[]) => appendAll(append, appended));

  /** With its key, if it still has that revision. */
  const rowAt = async (id: string, revision: number): Promise<Row | undefined> => {
    const as = id.toLowerCase();
    if (ring.get(as, revision) === undefined) await findWhere(eq(interviewKeys.id, as));
    return ring.get(as, revision);
  };

  /** Makes the next revision, if the interview still has this one. */
  const change = async (
    id: string,
    revision: number,
    remember: Remember<StoredInterview> | undefined,
    write: (session: Session, before: Row) => Promise<{ ended: boolean }>,
  ): Promise<StoredInterview | undefined> => {
    if (!isId(id)) return undefined;
    return database.transaction(async (session) => {
      const [before] = await found(session).where(eq(interviewKeys.id, id)).for('update');
      if (before?.revision !== revision) return undefined;
      const { ended } = await write(session, before);
      const [after] = await session.orm
        .update(interviews)
        .set({ ended, revision: revision + 1 })
        .where(eq(interviews.number, before.number))
        .returning();
      const interview = present({ ...before, ...after! });
      await keepAnswer(session, remember?.(interview));
      return interview;
    });
  };

  const erase = async (which: SQL): Promise<{ answers: number; marks: number[] }> =>
    database.transaction(async (session) => {
      const { orm } = session;
      const rows = await found(session).where(which).orderBy(asc(interviews.number)).limit(BATCH).for('update');
      if (rows.length === 0) return { answers: 0, marks: [] };
      const numbers = rows.map(({ number }) => number);
      const erased = orm
        .$with('erased')
        .as(orm.delete(answers).where(inArray(answers.interview, numbers)).returning({ position: answers.position }));
      const [gone] = await orm.with(erased).select({ answers: count() }).from(erased);
      await orm.delete(interviewKeys).where(inArray(interviewKeys.interview, numbers));
      await orm.delete(interviews).where(inArray(interviews.number, numbers));
      for (const { id } of rows) ring.drop(id);
      return { answers: gone!.answers, marks: await erasures.mark(session, KEYS, rows) };
    });

  return {
    add: async ({ modelId, mode, setup, tokenHash, expiresAt }, remember) => {
      const wanted = 'the id of a stored model';
      if (!isId(modelId)) throw outOfRange('modelId', 'no id', wanted);
      requireText('tokenHash', tokenHash);
      requireInstant('expiresAt', expiresAt);
      try {
        const [id, key] = [randomUUID(), newKey()];
        const values = { modelId, mode, setup, tokenHash, expiresAt };
        const added = await database.transaction(async (session) => {
          const [row] = await session.orm.insert(interviews).values(values).returning();
          await session.orm.insert(interviewKeys).values({ id, interview: row!.number, key });
          const whole = { ...row!, id, key };
          await keepAnswer(session, remember?.(present(whole)));
          return whole;
        });
        return ringed(added);
      } catch (error) {
        if (violates(error, 'interviews_model_id_fkey')) throw outOfRange('modelId', modelId, wanted);
        throw error;
      }
    },
    find: async (id) => (isId(id) ? findWhere(eq(interviewKeys.id, id)) : undefined),
    findByTokenHash: async (tokenHash) => (isText(tokenHash) ? findTogether(tokenHash) : undefined),
    withAnswers: async (id) => {
      if (!isId(id)) return undefined;
      // One statement sees one moment.
      const [row] = await orm
        .select({ ...whole, answers: answersOfInterview })
        .from(interviews)
        .innerJoin(interviewKeys, ofInterview)
        .where(eq(interviewKeys.id, id));
      if (row === undefined) return undefined;
      const { answers, ...interview } = row;
      requireInvariant(
        answers.length <= row.revision,
        () => `an interview at revision ${row.revision} has ${answers.length} answers`,
      );
      const given = answers.map((sealed) => unsealAnswer(row.key, Buffer.from(sealed, 'base64')));
      return { interview: ringed(interview), answers: given };
    },
    list: (page) => pageOf(page, found(), interviews.number, present),
    append: async (id, revision, { item, rating }, remember) => {
      requireText('item', item);
      if (rating !== null && !Number.isFinite(rating)) throw outOfRange('rating', rating, 'a finite number, or null');
      if (!isId(id)) return undefined;
      const held = await rowAt(id, revision);
      if (held === undefined) return undefined;
      const { number, key } = held;
      const next = { ...held, revision: revision + 1, ended: false };
      const sealed = sealAnswer(key, { item, rating });
      if (await appendTogether({ number, revision, sealed, answer: remember?.(present(next)) })) return ringed(next);
      // Somebody else has the row, or has changed it. This waits for them.
      return change(id, revision, remember, async ({ orm }, before) => {
        if (before.ended) throw stopped();
        const sealed = sealAnswer(before.key, { item, rating });
        await orm.insert(answers).values({ interview: number, position: revision + 1, sealed });
        return { ended: false };
      });
    },
    undo: (id, revision, remember) =>
      change(id, revision, remember, async (session, { ended, number, key }) => {
        if (ended) return { ended: false };
        await takeBack(session, number, key);
        await erasures.mark(session, KEYS, [{ id }]);
        return { ended };
      }),
    end: (id, revision, remember) =>
      change(id, revision, remember, async (_orm, { ended }) => {
        if (ended) throw stopped();
        return { ended: true };
      }),
    remove: async (id) => {
      if (!isId(id)) return undefined;
      const gone = await erase(eq(interviewKeys.id, id));
      const marks = gone.marks.length > 0 ? gone.marks : await erasures.marksOf(id);
      if (marks.length === 0) return undefined;
      return { interviews: gone.marks.length, answers: gone.answers, scrub: await erasures.settled(marks) };
    },
    removeExpired: async (now) => {
      ring.age();
      const marks: number[] = [];
      for (;;) {
        const gone = await erase(lte(interviews.expiresAt, now));
        marks.push(...gone.marks);
        if (gone.marks.length < BATCH) break;
      }
      if (marks.length > 0) await erasures.settled(marks);
      return marks.length;
    },
  };
}

interface Appended {
  readonly number: number;
  readonly revision: number;
  readonly sealed: Uint8Array;
  readonly answer: Remembrance | undefined;
}

/**
 * One statement for answers to many interviews. Each counts if its interview is open, at its revision, and locked by nobody:
 * so none of them waits, and none holds up the others. Of two for the same revision one is taken. With each that counts goes what
 * it is answered, where the request may be repeated.
 */
const APPEND = `
  with given as (
    select * from json_to_recordset($1::json) as given (place int, number bigint, revision int, sealed text,
      owner text, key text, "requestHash" text, status int, body text, "expiresAt" timestamptz)
  ), free as (
    select given.* from ulterior.interviews as interview join given using (number)
    where interview.revision = given.revision and not interview.ended
    for update of interview skip locked
  ), moved as (
    update ulterior.interviews as interview set revision = interview.revision + 1 from free
    where interview.number = free.number and interview.revision = free.revision and not interview.ended
    returning interview.number, interview.revision, free.place, free.sealed,
      free.owner, free.key, free."requestHash", free.status, free.body, free."expiresAt"
  ), added as (
    insert into ulterior.answers (interview, position, sealed)
    select number, revision, decode(sealed, 'base64') from moved
  ), answered as (
    insert into ulterior.idempotency_keys (owner, key, request_hash, status, body, expires_at)
    select owner, key, "requestHash", status, body, "expiresAt" from moved where owner is not null
    order by owner, key
  )
  select place from moved`;

/** Which of them are in. */
async function appendAll(append: ReturnType<Database['ready']>, appended: readonly Appended[]): Promise<boolean[]> {
  const given = appended.map(({ sealed, answer, ...at }, place) => ({
    ...{ place, ...at, ...answer },
    sealed: Buffer.from(sealed).toString('base64'),
  }));
  const { rows } = await append(JSON.stringify(given));
  const places = new Set(rows.map(({ place }) => Number(place)));
  return appended.map((_, place) => places.has(place));
}

/** Erases the last answer; those that stay get a new key. */
async function takeBack({ orm }: Session, number: number, key: Uint8Array): Promise<void> {
  const its = eq(answers.interview, number);
  const given = await orm.select().from(answers).where(its).orderBy(asc(answers.position));
  if (given.length === 0) {
    throw new UlteriorError('INTERVIEW_NOTHING_TO_UNDO', 'no answer was given yet', 'answer first');
  }
  const next = newKey();
  await orm.delete(answers).where(its);
  const left = given
    .slice(0, -1)
    .map((answer) => ({ ...answer, sealed: sealAnswer(next, unsealAnswer(key, answer.sealed)) }));
  if (left.length > 0) await orm.insert(answers).values(left);
  await orm.update(interviewKeys).set({ key: next }).where(eq(interviewKeys.interview, number));
}

/** As JSON, in the order given. */
const answersOfInterview = sql<string[]>`coalesce((
  select json_agg(encode(${answers.sealed}, 'base64') order by ${answers.position})
  from ${answers} where ${answers.interview} = ${interviews.number}), '[]')`;

function stopped(): UlteriorError {
  return new UlteriorError('INTERVIEW_STOPPED', 'the interview has ended', 'undo to reopen it, or start another');
}
