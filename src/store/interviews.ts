/**
 * Interviews and their answers. A writer names the revision it read; the row of the interview is locked when anything is
 * decided, so of two writers at the same revision one wins and the other finds that it has moved on.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, lte, not, type SQL, sql } from 'drizzle-orm';
import { outOfRange, UlteriorError } from '../errors/index.ts';
import type { Database, Orm } from './database.ts';
import { violates } from './failures.ts';
import { pageOf } from './paging.ts';
import { answers, interviews } from './schema.ts';
import type { InterviewRepository, StoredAnswer, StoredInterview } from './store.ts';
import { isId, isText, requireInstant, requireText } from './values.ts';

type Row = typeof interviews.$inferSelect;

const present = ({ number, tokenHash, ...interview }: Row): StoredInterview => interview;

export function interviewRepository(database: Database): InterviewRepository {
  const { orm } = database;

  const findWhere = async (which: SQL): Promise<StoredInterview | undefined> => {
    const [row] = await orm.select().from(interviews).where(which);
    return row && present(row);
  };

  /** Makes the next revision, if the interview still has this one. */
  const change = async (
    id: string,
    revision: number,
    write: (orm: Orm, before: StoredInterview) => Promise<{ ended: boolean }>,
  ): Promise<StoredInterview | undefined> => {
    if (!isId(id)) return undefined;
    return database.transaction(async ({ orm }) => {
      const [before] = await orm.select().from(interviews).where(eq(interviews.id, id)).for('update');
      if (before?.revision !== revision) return undefined;
      const { ended } = await write(orm, present(before));
      const [after] = await orm
        .update(interviews)
        .set({ ended, revision: revision + 1 })
        .where(eq(interviews.id, id))
        .returning();
      return present(after!);
    });
  };

  const erase = async (which: SQL): Promise<{ interviews: number; answers: number }> => {
    const gone = await database.transaction(async ({ orm }) => {
      const rows = await orm.select({ id: interviews.id }).from(interviews).where(which).for('update');
      let answered = 0;
      for (const { id } of rows) {
        const erased = await orm
          .delete(answers)
          .where(eq(answers.interviewId, id))
          .returning({ position: answers.position });
        answered += erased.length;
        await orm.delete(interviews).where(eq(interviews.id, id));
      }
      return { interviews: rows.length, answers: answered };
    });
    if (gone.interviews > 0) await database.scrub('answers', 'interviews');
    return gone;
  };

  return {
    add: async ({ modelId, mode, setup, tokenHash, expiresAt }) => {
      const wanted = 'the id of a stored model';
      if (!isId(modelId)) throw outOfRange('modelId', 'no id', wanted);
      requireText('tokenHash', tokenHash);
      requireInstant('expiresAt', expiresAt);
      try {
        const values = { id: randomUUID(), modelId, mode, setup, tokenHash, expiresAt };
        const [row] = await orm.insert(interviews).values(values).returning();
        return present(row!);
      } catch (error) {
        if (violates(error, 'interviews_model_id_fkey')) throw outOfRange('modelId', modelId, wanted);
        throw error;
      }
    },
    find: async (id) => (isId(id) ? findWhere(eq(interviews.id, id)) : undefined),
    findByTokenHash: async (tokenHash) =>
      isText(tokenHash) ? findWhere(eq(interviews.tokenHash, tokenHash)) : undefined,
    withAnswers: async (id) => {
      if (!isId(id)) return undefined;
      // One statement sees one moment.
      const [row] = await orm
        .select({ interview: interviews, answers: answersOfInterview })
        .from(interviews)
        .where(eq(interviews.id, id));
      return (
        row && { interview: present(row.interview), answers: row.answers.map(([item, rating]) => ({ item, rating })) }
      );
    },
    list: (page) =>
      pageOf(
        page,
        (after, count) =>
          orm
            .select()
            .from(interviews)
            .where(gt(interviews.number, after))
            .orderBy(asc(interviews.number))
            .limit(count),
        present,
      ),
    append: async (id, revision, { item, rating }: StoredAnswer) => {
      requireText('item', item);
      if (rating !== null && !Number.isFinite(rating)) throw outOfRange('rating', rating, 'a finite number, or null');
      if (!isId(id)) return undefined;
      // One statement, because this is what participants wait for; a transaction of several takes five round trips.
      const at = and(eq(interviews.id, id), eq(interviews.revision, revision));
      const moved = orm.$with('moved').as(
        orm
          .update(interviews)
          .set({ revision: revision + 1 })
          .where(and(at, not(interviews.ended)))
          .returning(),
      );
      const answer = {
        interviewId: moved.id,
        position: moved.revision,
        item: sql<string>`${item}::text`.as('item'),
        rating: sql<number | null>`${rating}::float8`.as('rating'),
      };
      const added = orm
        .$with('added')
        .as(orm.insert(answers).select(orm.select(answer).from(moved)).returning({ position: answers.position }));
      const [row] = await orm.with(moved, added).select().from(moved);
      if (row !== undefined) return present(row);
      const [unmoved] = await orm.select({ ended: interviews.ended }).from(interviews).where(at);
      if (unmoved?.ended === true) throw stopped();
      return undefined;
    },
    undo: (id, revision) =>
      change(id, revision, async (orm, { ended }) => {
        if (ended) return { ended: false };
        const ofInterview = eq(answers.interviewId, id);
        const last = orm
          .select({ position: answers.position })
          .from(answers)
          .where(ofInterview)
          .orderBy(desc(answers.position))
          .limit(1);
        const erased = await orm
          .delete(answers)
          .where(and(ofInterview, eq(answers.position, last)))
          .returning({ position: answers.position });
        if (erased.length === 0) throw nothingToUndo();
        return { ended };
      }),
    end: (id, revision) =>
      change(id, revision, async (_orm, { ended }) => {
        if (ended) throw stopped();
        return { ended: true };
      }),
    remove: async (id) => {
      if (!isId(id)) return undefined;
      const gone = await erase(eq(interviews.id, id));
      return gone.interviews > 0 ? { answers: gone.answers } : undefined;
    },
    removeExpired: async (now) => (await erase(lte(interviews.expiresAt, now))).interviews,
  };
}

/** As JSON, in the order given: [item, rating]. Numbers in it read back as they were. */
const answersOfInterview = sql<[string, number | null][]>`coalesce((
  select json_agg(json_build_array(${answers.item}, ${answers.rating}) order by ${answers.position})
  from ${answers} where ${answers.interviewId} = ${interviews.id}), '[]')`;

function stopped(): UlteriorError {
  return new UlteriorError('INTERVIEW_STOPPED', 'the interview has ended', 'undo to reopen it, or start another');
}

function nothingToUndo(): UlteriorError {
  return new UlteriorError('INTERVIEW_NOTHING_TO_UNDO', 'no answer was given yet', 'answer first');
}
