/** Interviews: answers in order, optimistic writes, erasure. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredAnswer, StoredInterview } from '../../../service/src/store/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import {
  addInterview,
  inAnHour,
  type OpenedStore,
  type StoreOpener,
  tablesHolding,
} from '../../support/storeHarness.ts';

const storable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0'));
const answer: fc.Arbitrary<StoredAnswer> = fc.record({
  item: storable,
  rating: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
});

/** What an interview should be: the twin of the database in memory. */
class Expected {
  revision = 0;
  ended = false;
  answers: StoredAnswer[] = [];

  append(given: StoredAnswer): void {
    this.answers.push(given);
    this.revision++;
  }
  undo(): void {
    if (this.ended) this.ended = false;
    else this.answers.pop();
    this.revision++;
  }
  end(): void {
    this.ended = true;
    this.revision++;
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ action: fc.constant('append' as const), answer }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constantFrom('undo' as const, 'end' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('stale' as const), behind: fc.integer({ min: -2, max: 5 }) }),
  },
);

export function interviewConformance(open: StoreOpener): void {
  describe('interviews', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('keeps what an interview was opened with', async () => {
      const { models, interviews } = opened.store;
      const model = await models.add({ name: 'm', bytes: new Uint8Array(), description: {} });
      const setup = { strategy: 'incFbc', stopping: { questions: 5, confidence: 0.9 }, z: null, a: ['\0', 'é'] };
      const expiresAt = new Date('2030-01-02T03:04:05.678Z');
      const added = await interviews.add({
        modelId: model.id,
        mode: 'participant',
        setup,
        tokenHash: 'abc',
        expiresAt,
      });
      const { id, createdAt, ...rest } = added;
      expect(rest).toEqual({ modelId: model.id, mode: 'participant', setup, revision: 0, ended: false, expiresAt });
      expect(await interviews.find(id)).toEqual(added);
      expect(await interviews.findByTokenHash('abc')).toEqual(added);
      expect(await interviews.withAnswers(id)).toEqual({ interview: added, answers: [] });
      for (const nowhere of ['ab', 'abcd', '', '\0', "' or '1'='1"]) {
        expect(await interviews.findByTokenHash(nowhere)).toBeUndefined();
        expect(await interviews.find(nowhere)).toBeUndefined();
        expect(await interviews.withAnswers(nowhere)).toBeUndefined();
        expect(await interviews.append(nowhere, 0, { item: 'a', rating: 1 })).toBeUndefined();
        expect(await interviews.remove(nowhere)).toBeUndefined();
      }
      const orphan = (modelId: string) =>
        asyncFailure(() => interviews.add({ modelId, mode: 'lab', setup, tokenHash: 'other', expiresAt }));
      expect(await orphan('00000000-0000-4000-8000-000000000000')).toMatch(/^PARAMETER_OUT_OF_RANGE: modelId /);
      expect(await orphan('nonsense')).toMatch(/^PARAMETER_OUT_OF_RANGE: modelId /);
    });

    it('does whatever its twin in memory does', async () => {
      const { interviews } = opened.store;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const { id } = (await addInterview(opened.store)).interview;
          const expected = new Expected();
          for (const one of steps) {
            const { revision } = expected;
            if (one.action === 'append') {
              const attempt = () => interviews.append(id, revision, one.answer);
              if (expected.ended) expect(await asyncFailure(attempt)).toMatch(/^INTERVIEW_STOPPED/);
              else {
                expected.append(one.answer);
                expect((await attempt())?.revision).toBe(revision + 1);
              }
            } else if (one.action === 'undo') {
              const attempt = () => interviews.undo(id, revision);
              if (!expected.ended && expected.answers.length === 0) {
                expect(await asyncFailure(attempt)).toMatch(/^INTERVIEW_NOTHING_TO_UNDO/);
              } else {
                expected.undo();
                expect(await attempt()).toMatchObject({ revision: revision + 1, ended: false });
              }
            } else if (one.action === 'end') {
              const attempt = () => interviews.end(id, revision);
              if (expected.ended) expect(await asyncFailure(attempt)).toMatch(/^INTERVIEW_STOPPED/);
              else {
                expected.end();
                expect(await attempt()).toMatchObject({ revision: revision + 1, ended: true });
              }
            } else if ('behind' in one && one.behind !== 0) {
              const stale = revision - one.behind;
              expect(await interviews.append(id, stale, { item: 'late', rating: 1 })).toBeUndefined();
              expect(await interviews.undo(id, stale)).toBeUndefined();
              expect(await interviews.end(id, stale)).toBeUndefined();
            }
          }
          const { interview, answers } = (await interviews.withAnswers(id))!;
          expect(answers).toEqual(expected.answers);
          expect([interview.revision, interview.ended]).toEqual([expected.revision, expected.ended]);
        }),
        { numRuns: 25 },
      );
    });

    it('refuses a rating that is no number, and an item that cannot be kept', async () => {
      const { interviews } = opened.store;
      const { id } = (await addInterview(opened.store)).interview;
      for (const rating of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const attempt = () => interviews.append(id, 0, { item: 'a', rating });
        expect(await asyncFailure(attempt)).toMatch(/^PARAMETER_OUT_OF_RANGE: rating /);
      }
      const unstorable = () => interviews.append(id, 0, { item: 'secret\0', rating: 1 });
      expect(await asyncFailure(unstorable)).toMatch(/^PARAMETER_OUT_OF_RANGE: item is a text with the character 0/);
      expect(await interviews.withAnswers(id)).toMatchObject({ interview: { revision: 0 }, answers: [] });
    });

    it('lets one of many writers at the same revision win', async () => {
      const { interviews } = opened.store;
      const { id } = (await addInterview(opened.store)).interview;
      // Whoever wins, there is something to take back.
      for (let revision = 0; revision < 5; revision++) await interviews.append(id, revision, { item: 'a', rating: 1 });
      for (let revision = 5; revision < 10; revision++) {
        const attempts = Array.from({ length: 8 }, (_, writer) => async (): Promise<StoredInterview | undefined> => {
          if (writer < 6) return interviews.append(id, revision, { item: `${writer}`, rating: writer });
          return interviews.undo(id, revision);
        });
        const outcomes = await Promise.all(attempts.map((attempt) => attempt()));
        const won = outcomes.filter((outcome) => outcome !== undefined);
        expect(won.map((interview) => interview.revision)).toEqual([revision + 1]);
      }
    });

    it('reads interview and answers at one moment', async () => {
      const { interviews } = opened.store;
      const { id } = (await addInterview(opened.store)).interview;
      let writing = true;
      const writer = (async () => {
        for (let revision = 0; revision < 40; revision++)
          await interviews.append(id, revision, { item: 'a', rating: 1 });
        writing = false;
      })();
      while (writing) {
        // As requests do: between them others have their turn. A folder's database works in this thread.
        await nextTurn();
        const { interview, answers } = (await interviews.withAnswers(id))!;
        expect(answers.length).toBe(interview.revision);
      }
      await writer;
    });

    it('erases an interview with all its answers, and nothing of another', async () => {
      const { store, database } = opened;
      const { interview, tokenHash } = await addInterview(store);
      const other = await addInterview(store);
      await store.interviews.append(interview.id, 0, { item: 'unmistakable', rating: 4.25 });
      await store.interviews.append(interview.id, 1, { item: 'unmistakable too', rating: null });
      await store.interviews.append(other.interview.id, 0, { item: 'kept', rating: 1 });
      expect(await tablesHolding(database, interview.id)).toEqual(['ulterior.interview_keys']);
      expect(await tablesHolding(database, 'unmistakable')).toEqual([]);
      expect(await store.interviews.remove(interview.id)).toMatchObject({ interviews: 1, answers: 2 });
      for (const trace of [interview.id, 'unmistakable', tokenHash]) {
        expect(await tablesHolding(database, trace)).toEqual([]);
      }
      // Gone, or it is owed that it leaves the files.
      expect((await store.interviews.remove(interview.id))?.interviews ?? 0).toBe(0);
      expect(await store.interviews.append(interview.id, 2, { item: 'late', rating: 1 })).toBeUndefined();
      expect((await store.interviews.withAnswers(other.interview.id))?.answers).toEqual([{ item: 'kept', rating: 1 }]);
    });

    it('erases an answer that is undone', async () => {
      const { store, database } = opened;
      const { id } = (await addInterview(store)).interview;
      await store.interviews.append(id, 0, { item: 'regretted', rating: 5 });
      await store.interviews.undo(id, 1);
      expect(await tablesHolding(database, 'regretted')).toEqual([]);
    });

    it('erases what has expired, and no more', async () => {
      const { store, database } = opened;
      const moment = new Date('2001-02-03T04:05:06.789Z');
      const at = (milliseconds: number) => new Date(moment.getTime() + milliseconds);
      const over = [await addInterview(store, at(-1)), await addInterview(store, at(0))];
      const left = [await addInterview(store, at(1)), await addInterview(store, inAnHour())];
      for (const { interview } of [...over, ...left]) {
        await store.interviews.append(interview.id, 0, { item: 'i', rating: 1 });
      }
      expect(await store.interviews.removeExpired(moment)).toBe(2);
      expect(await store.interviews.removeExpired(moment)).toBe(0);
      for (const { interview } of over) expect(await tablesHolding(database, interview.id)).toEqual([]);
      for (const { interview } of left)
        expect((await store.interviews.withAnswers(interview.id))?.answers.length).toBe(1);
    });

    it('loses to an erasure that comes between', async () => {
      const { interviews } = opened.store;
      for (let round = 0; round < 5; round++) {
        const { id } = (await addInterview(opened.store)).interview;
        const [appended, removed] = await Promise.all([
          interviews.append(id, 0, { item: 'racing', rating: 1 }),
          interviews.remove(id),
        ]);
        expect(removed).toMatchObject({ answers: appended === undefined ? 0 : 1 });
        expect(await tablesHolding(opened.database, 'racing')).toEqual([]);
      }
    });
  });
}
