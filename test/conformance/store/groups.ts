/** Calls that come together share a transaction, and nothing else: each has its own outcome. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../support/failure.ts';
import { addInterview, type OpenedStore, type StoreOpener } from '../../support/storeHarness.ts';

export function groupConformance(open: StoreOpener): void {
  describe('calls that come together', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => addInterview(opened.store)));
    const answersOf = async (id: string) => (await opened.store.interviews.withAnswers(id))?.answers;
    const transactionsIn = async (table: string) => {
      const { rows } = await opened.database.execute(`select distinct xmin::text from ulterior.${table}`);
      return rows.length;
    };

    it('write answers of different interviews in one transaction', async () => {
      const { interviews } = opened.store;
      const people = await crowd(20);
      const given = await Promise.all(
        people.map(({ interview }, n) => interviews.append(interview.id, 0, { item: `item ${n}`, rating: n })),
      );
      expect(given).toEqual(people.map(({ interview }) => ({ ...interview, revision: 1 })));
      expect(await transactionsIn('answers')).toBe(1);
      for (const [n, { interview }] of people.entries()) {
        expect(await answersOf(interview.id)).toEqual([{ item: `item ${n}`, rating: n }]);
        expect(await interviews.find(interview.id)).toEqual(given[n]);
      }
    });

    it('find each its own interview by its token', async () => {
      const people = await crowd(10);
      const tokens = [...people.map(({ tokenHash }) => tokenHash), 'of nobody', people[3]!.tokenHash];
      const found = await Promise.all(tokens.map((token) => opened.store.interviews.findByTokenHash(token)));
      const expected = people.map(({ interview }) => interview);
      expect(found).toEqual([...expected, undefined, expected[3]]);
    });

    it('leave out an answer that is too late, to a closed interview, or second', async () => {
      const { interviews } = opened.store;
      const [fine, late, closed, twice] = (await crowd(4)).map(({ interview }) => interview.id);
      await interviews.append(late!, 0, { item: 'before', rating: 1 });
      await interviews.end(closed!, 0);
      await interviews.find(closed!);
      const append = (id: string, revision: number, rating: number) =>
        interviews.append(id, revision, { item: 'a', rating });
      const outcomes = await Promise.allSettled([
        append(fine!, 0, 1),
        append(late!, 0, 2),
        append(closed!, 1, 3),
        append(twice!, 0, 4),
        append(twice!, 0, 5),
      ]);
      const revisions = outcomes.map((one) => (one.status === 'fulfilled' ? one.value?.revision : one.reason.code));
      expect(revisions.slice(0, 3)).toEqual([1, undefined, 'INTERVIEW_STOPPED']);
      expect(revisions.slice(3).filter((one) => one !== undefined)).toEqual([1]);
      expect(await answersOf(fine!)).toHaveLength(1);
      expect(await answersOf(late!)).toEqual([{ item: 'before', rating: 1 }]);
      expect(await answersOf(closed!)).toEqual([]);
      // The one that was told so is the one that counts.
      expect(await answersOf(twice!)).toEqual([{ item: 'a', rating: revisions[3] === 1 ? 4 : 5 }]);
    });

    it('fail alone where the database refuses one of them', async () => {
      const { store, database } = opened;
      const people = await crowd(5);
      const { rows } = await database.execute('select interview from ulterior.interview_keys where id = $1', [
        people[2]!.interview.id,
      ]);
      await database.execute(
        `alter table ulterior.answers add constraint poison check (interview <> ${rows[0]!['interview']})`,
      );
      try {
        const outcomes = await Promise.allSettled(
          people.map(({ interview }) => store.interviews.append(interview.id, 0, { item: 'a', rating: 1 })),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(
          people.map((_, n) => (n === 2 ? 'rejected' : 'fulfilled')),
        );
        const counts = await Promise.all(people.map(async ({ interview }) => (await answersOf(interview.id))!.length));
        expect(counts).toEqual([1, 1, 0, 1, 1]);
      } finally {
        await database.execute('alter table ulterior.answers drop constraint poison');
      }
    });

    it('do not wait for one whose interview somebody else is changing', async () => {
      const { store, database } = opened;
      // In a folder nobody else is there: a transaction has it all.
      if (database.kind === 'embedded') return;
      const [held, free] = (await crowd(2)).map(({ interview }) => interview.id);
      let waited: Promise<unknown> = Promise.resolve();
      await database.transaction(async (session) => {
        await session.execute(
          'select from ulterior.interviews join ulterior.interview_keys on interview = number where id = $1 for update',
          [held],
        );
        waited = store.interviews.append(held!, 0, { item: 'a', rating: 1 });
        expect(await store.interviews.append(free!, 0, { item: 'a', rating: 1 })).toMatchObject({ revision: 1 });
        expect(await answersOf(held!)).toEqual([]);
      });
      expect(await waited).toMatchObject({ revision: 1 });
      expect(await answersOf(held!)).toHaveLength(1);
    });

    it('refuse what cannot be kept before anything is written', async () => {
      const { interviews } = opened.store;
      const [fine, broken] = (await crowd(2)).map(({ interview }) => interview.id);
      const attempt = asyncFailure(() => interviews.append(broken!, 0, { item: 'a', rating: Number.NaN }));
      expect(await interviews.append(fine!, 0, { item: 'a', rating: 1 })).toMatchObject({ revision: 1 });
      expect(await attempt).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    });
  });
}
