/** Audits: states, leases, units, checkpoints. A lease of 0 seconds is over at once: no test waits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../support/failure.ts';
import { type OpenedStore, type StoreOpener, tablesHolding } from '../../support/storeHarness.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const NO_PROGRESS = { done: 0, total: 0 };
const CLOSING = { key: 'records', tasks: 2 };
const UNITS = [...['a', 'b', 'c'].map((key) => ({ key, tasks: 10 })), CLOSING];

export function auditConformance(open: StoreOpener): void {
  describe('audits', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('goes from queued to done, and gives its records then', async () => {
      const { audits } = opened.store;
      const request = { data: { name: 'world:demo' }, attribute: 'gender', settings: { folds: 3 } };
      const added = await audits.add(request);
      const { id, createdAt } = added;
      expect(added).toEqual({ id, createdAt, request, state: 'queued', progress: NO_PROGRESS, cancelRequested: false });
      expect(await audits.find(id)).toEqual(added);
      expect(await audits.records(id)).toBeUndefined();
      expect(await audits.lease(id, 'anna', 60)).toEqual({ ...added, state: 'running', losses: 0, others: false });
      expect(await audits.layOut(id, 'anna', [{ key: 'fold', tasks: 5 }, CLOSING])).toBe(true);
      expect(await audits.claim(id, 'anna')).toBe('fold');
      expect(await audits.report(id, 'anna', 60, { fold: 2 })).toBe('go on');
      expect((await audits.find(id))?.progress).toEqual({ done: 2, total: 7 });
      expect(await audits.finish(id, 'anna', { records: '{"rows":[1,2]}' })).toBe(true);
      const done = (await audits.find(id))!;
      expect([done.state, done.progress, 'problem' in done]).toEqual(['done', { done: 7, total: 7 }, false]);
      expect(done.finishedAt!.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
      expect(await audits.records(id)).toBe('{"rows":[1,2]}');
      expect(Object.keys(done)).not.toContain('records');
      expect(await audits.lease(id, 'anna', 60)).toBeUndefined();
      expect(await audits.finish(id, 'anna', { records: '{}' })).toBe(false);
      expect(await audits.report(id, 'anna', 60, {})).toBe('lost');
      expect((await audits.cancel(id))?.state).toBe('done');
    });

    it('keeps the problem of an audit that failed', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      await audits.lease(id, 'anna', 60);
      const problem = { code: 'DATASET_EMPTY', detail: 'no ratings are left' };
      expect(await audits.finish(id, 'anna', { problem })).toBe(true);
      expect(await audits.find(id)).toMatchObject({ state: 'failed', problem });
      expect(await audits.records(id)).toBeUndefined();
    });

    it('is held by one worker while that lays it out, until the lease is over', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      const attempts = ['anna', 'bert', 'carl', 'dora'].map((worker) => audits.lease(id, worker, 60));
      const holders = (await Promise.all(attempts)).filter((held) => held !== undefined);
      expect(holders.length).toBe(1);
      const whose =
        'select worker from ulterior.audit_workers where audit = (select number from ulterior.audits where id = $1)';
      const { rows } = await opened.database.execute(whose, [id]);
      const holder = String(rows[0]!['worker']);
      expect(await audits.lease(id, 'emil', 60)).toBeUndefined();
      expect(await audits.report(id, 'emil', 60, {})).toBe('lost');
      expect(await audits.finish(id, 'emil', { records: '' })).toBe(false);

      await audits.leave(id, holder);
      expect(await audits.lease(id, 'emil', 60)).toMatchObject({ state: 'running', losses: 0, others: false });
      expect(await audits.report(id, holder, 60, {})).toBe('lost');
      expect(await audits.finish(id, holder, { records: '' })).toBe(false);
      expect(await audits.finish(id, 'emil', { records: '' })).toBe(true);
      expect(await audits.records(id)).toBe('');
    });

    it('is cancelled at once where nobody works on it', async () => {
      const { audits, queue } = opened.store;
      const queued = await audits.add({});
      expect(await audits.cancel(queued.id)).toMatchObject({ state: 'cancelled', cancelRequested: true });
      expect(await audits.lease(queued.id, 'anna', 60)).toBeUndefined();

      const orphaned = await audits.add({});
      await audits.lease(orphaned.id, 'anna', 0);
      expect(await audits.cancel(orphaned.id)).toMatchObject({ state: 'cancelled', cancelRequested: true });
      expect(await audits.report(orphaned.id, 'anna', 60, {})).toBe('lost');

      const abandoned = await audits.add({});
      await audits.lease(abandoned.id, 'anna', 60);
      expect(await audits.cancel(abandoned.id)).toMatchObject({ state: 'running', cancelRequested: true });
      expect(await audits.report(abandoned.id, 'anna', 0, {})).toBe('cancel');
      await queue.requeueAbandoned();
      expect(await audits.find(abandoned.id)).toMatchObject({ state: 'cancelled' });
      expect(await audits.cancel(ABSENT)).toBeUndefined();
    });

    it('tells its worker that it is to stop', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      await audits.lease(id, 'anna', 60);
      expect(await audits.cancel(id)).toMatchObject({ state: 'running', cancelRequested: true });
      expect(await audits.report(id, 'anna', 60, {})).toBe('cancel');
      expect(await audits.finish(id, 'anna', 'cancelled')).toBe(true);
      const ended = (await audits.find(id))!;
      expect([ended.state, ended.finishedAt instanceof Date]).toEqual(['cancelled', true]);
    });

    it('keeps checkpoints for whoever goes on, until it is finished', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      await audits.writeCheckpoint(id, 'early', Uint8Array.of(1));
      expect(await audits.readCheckpoint(id, 'early')).toBeUndefined();
      await audits.lease(id, 'anna', 0);
      const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 251);
      await audits.writeCheckpoint(id, 'fold 1', bytes);
      await audits.writeCheckpoint(id, 'fold 2', Uint8Array.of(1));
      await audits.writeCheckpoint(id, 'fold 2', new Uint8Array());
      await audits.lease(id, 'bert', 60);
      expect(Buffer.compare((await audits.readCheckpoint(id, 'fold 1'))!, bytes)).toBe(0);
      expect(await audits.readCheckpoint(id, 'fold 2')).toEqual(new Uint8Array());
      expect(await audits.readCheckpoint(id, 'fold 3')).toBeUndefined();
      expect(await audits.readCheckpoint(ABSENT, 'fold 1')).toBeUndefined();
      await audits.finish(id, 'bert', { records: '{}' });
      expect(await audits.readCheckpoint(id, 'fold 1')).toBeUndefined();
      await audits.writeCheckpoint(id, 'late', Uint8Array.of(1));
      await audits.writeCheckpoint(ABSENT, 'nowhere', Uint8Array.of(1));
      expect(await tablesHolding(opened.database, 'late')).toEqual([]);
    });

    it('leaves nothing when removed: no records, no unit, no checkpoint', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({ marked: 'unmistakable request' });
      expect(await tablesHolding(opened.database, id)).toEqual(['ulterior.audits']);
      await audits.lease(id, 'anna', 60);
      await audits.layOut(id, 'anna', UNITS);
      await audits.claim(id, 'anna');
      await audits.writeCheckpoint(id, 'a', Uint8Array.of(1));
      const { rows } = await opened.database.execute('select number from ulterior.audits where id = $1', [id]);
      const ofAudit = async (table: string) => {
        const its = `select 1 from ulterior.${table} where audit = ${Number(rows[0]!['number'])}`;
        return (await opened.database.execute(its)).rows.length;
      };
      const counts = () => Promise.all(['units', 'audit_workers', 'checkpoints'].map(ofAudit));
      expect(await counts()).toEqual([UNITS.length, 1, 1]);
      expect(await audits.remove(id)).toMatch(/^(done|owed)$/);
      expect(await counts()).toEqual([0, 0, 0]);
      expect([undefined, 'done', 'owed']).toContain(await audits.remove(id));
      expect(await tablesHolding(opened.database, id)).toEqual([]);
      expect(await tablesHolding(opened.database, 'unmistakable request')).toEqual([]);
      expect(await audits.report(id, 'anna', 60, {})).toBe('lost');
      expect(await audits.finish(id, 'anna', { records: '{}' })).toBe(false);
    });

    it('is shared by workers, unit by unit; the last unit waits for all others', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      await audits.lease(id, 'anna', 60);
      expect(await audits.claim(id, 'anna')).toBeUndefined();
      expect(await audits.layOut(id, 'anna', UNITS)).toBe(true);
      expect(await audits.lease(id, 'bert', 60)).toMatchObject({ others: true, progress: { done: 0, total: 32 } });
      expect(await audits.layOut(id, 'bert', UNITS)).toBe(true);
      const claims = ['anna', 'bert', 'anna', 'bert'].map((worker) => audits.claim(id, worker));
      expect((await Promise.all(claims)).toSorted()).toEqual(['a', 'b', 'c', undefined]);
      expect(await audits.claim(id, 'carl')).toBeUndefined();
      // Nothing is left to join for.
      expect(await audits.lease(id, 'carl', 60)).toBeUndefined();
      for (const worker of ['anna', 'bert']) await audits.report(id, worker, 60, { a: 3, b: 3, c: 99 });
      expect((await audits.find(id))?.progress).toEqual({ done: 16, total: 32 });
      for (const key of ['a', 'b']) await audits.writeCheckpoint(id, key, Uint8Array.of(1));
      expect(await audits.claim(id, 'anna')).toBeUndefined();
      await audits.writeCheckpoint(id, 'c', Uint8Array.of(1));
      await audits.writeCheckpoint(id, 'c', Uint8Array.of(1));
      expect((await audits.find(id))?.progress).toEqual({ done: 30, total: 32 });
      const closing = await Promise.all(['anna', 'bert'].map((worker) => audits.claim(id, worker)));
      expect(closing.toSorted()).toEqual(['records', undefined]);
      expect(await audits.finish(id, 'bert', { records: '{}' })).toBe(true);
      expect(await audits.report(id, 'anna', 60, { a: 1 })).toBe('lost');
      const [row] = (await opened.database.execute('select number from ulterior.audits where id = $1', [id])).rows;
      const number = Number(row!['number']);
      for (const table of ['units', 'audit_workers', 'checkpoints']) {
        const { rows } = await opened.database.execute(`select 1 from ulterior.${table} where audit = ${number}`);
        expect(rows).toEqual([]);
      }
    });

    it('hands units of a worker that is gone to the others, and keeps what it finished', async () => {
      const { audits, queue } = opened.store;
      const { id } = await audits.add({});
      await audits.lease(id, 'anna', 60);
      await audits.layOut(id, 'anna', UNITS);
      await audits.lease(id, 'bert', 60);
      expect([await audits.claim(id, 'anna'), await audits.claim(id, 'anna')]).toEqual(['a', 'b']);
      await audits.writeCheckpoint(id, 'a', Uint8Array.of(1));
      expect([await audits.claim(id, 'bert'), await audits.claim(id, 'bert')]).toEqual(['c', undefined]);
      await audits.report(id, 'anna', 0, {});
      await queue.requeueAbandoned();
      expect(await audits.report(id, 'anna', 60, {})).toBe('lost');
      expect(await audits.claim(id, 'bert')).toBe('b');
      expect(await audits.lease(id, 'carl', 60)).toBeUndefined();
      // Late, and welcome: the result is the same whoever found it.
      await audits.writeCheckpoint(id, 'b', Uint8Array.of(1));
      await audits.leave(id, 'bert');
      expect(await audits.lease(id, 'carl', 60)).toMatchObject({ others: false, losses: 0 });
      expect(await audits.layOut(id, 'carl', UNITS)).toBe(true);
      expect([await audits.claim(id, 'carl'), await audits.claim(id, 'carl')]).toEqual(['c', undefined]);
      expect(await audits.cancel(id)).toMatchObject({ state: 'running', cancelRequested: true });
      expect(await audits.claim(id, 'carl')).toBeUndefined();
      expect(await audits.lease(id, 'dora', 60)).toBeUndefined();
      expect(await audits.report(id, 'carl', 60, {})).toBe('cancel');
      expect(await audits.finish(id, 'carl', 'cancelled')).toBe(true);
    });

    it('hands a worker that begins anew the unit that it held when it was cut off', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      await audits.lease(id, 'anna', 60);
      await audits.layOut(id, 'anna', UNITS);
      expect([await audits.claim(id, 'anna'), await audits.claim(id, 'anna')]).toEqual(['a', 'b']);
      await audits.writeCheckpoint(id, 'b', Uint8Array.of(1));
      // The store was away in the middle of it: nobody has let go.
      await audits.lease(id, 'anna', 60);
      expect([await audits.claim(id, 'anna'), await audits.claim(id, 'anna')]).toEqual(['a', 'c']);
    });

    it('has one set of units: that of the workers who are there', async () => {
      const { audits } = opened.store;
      const { id } = await audits.add({});
      const newer = UNITS.map(({ key, tasks }) => ({ key: `newer ${key}`, tasks }));
      await audits.lease(id, 'anna', 60);
      await audits.layOut(id, 'anna', UNITS);
      await audits.claim(id, 'anna');
      await audits.writeCheckpoint(id, 'a', Uint8Array.of(1));
      await audits.lease(id, 'bert', 60);
      expect(await audits.layOut(id, 'bert', newer)).toBe(false);
      await audits.leave(id, 'anna');
      expect(await audits.layOut(id, 'bert', newer)).toBe(true);
      expect((await audits.find(id))?.progress).toEqual({ done: 0, total: 32 });
      expect(await audits.claim(id, 'bert')).toBe('newer a');
      await audits.leave(id, 'bert');
      await audits.lease(id, 'carl', 60);
      expect(await audits.layOut(id, 'carl', UNITS)).toBe(true);
      expect((await audits.find(id))?.progress).toEqual({ done: 10, total: 32 });
      expect(await audits.claim(id, 'carl')).toBe('b');
      expect(await asyncFailure(() => audits.layOut(id, 'carl', []))).toMatch(/^PARAMETER_OUT_OF_RANGE: units /);
    });

    it('counts workers that died at it, until a unit is finished', async () => {
      const { audits, queue } = opened.store;
      const { id } = await audits.add({});
      for (const losses of [0, 1, 2]) {
        expect(await audits.lease(id, 'anna', 60)).toMatchObject({ losses });
        await audits.report(id, 'anna', 0, {});
        await queue.requeueAbandoned();
      }
      await audits.lease(id, 'anna', 60);
      await audits.layOut(id, 'anna', UNITS);
      await audits.writeCheckpoint(id, 'a', Uint8Array.of(1));
      await audits.leave(id, 'anna');
      expect(await audits.lease(id, 'anna', 60)).toMatchObject({ losses: 0 });
    });

    it('has nothing under an id that is none, and refuses what makes no sense', async () => {
      const { audits } = opened.store;
      for (const id of [ABSENT, '', 'x', "' or true --", '\0']) {
        expect([await audits.find(id), await audits.records(id), await audits.cancel(id)]).toEqual(
          Array(3).fill(undefined),
        );
        expect([await audits.lease(id, 'w', 1), await audits.remove(id)]).toEqual([undefined, undefined]);
        expect([await audits.report(id, 'w', 1, {}), await audits.finish(id, 'w', 'cancelled')]).toEqual([
          'lost',
          false,
        ]);
      }
      const { id } = await audits.add({});
      for (const seconds of [-1, Number.NaN, 1e9]) {
        expect(await asyncFailure(() => audits.lease(id, 'anna', seconds))).toMatch(
          /^PARAMETER_OUT_OF_RANGE: seconds /,
        );
      }
      await audits.lease(id, 'anna', 60);
      const backwards = () => audits.report(id, 'anna', 60, { fold: -1 });
      expect(await asyncFailure(backwards)).toMatch(/^PARAMETER_OUT_OF_RANGE: done /);
    });
  });
}
