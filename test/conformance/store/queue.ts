/** The queue: every audit is handed to somebody, and again when its worker has died. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import type { OpenedStore, StoreOpener } from '../../support/storeHarness.ts';

const QUICK = { pollSeconds: 0.02, takeUpSeconds: 0 };

/** A promise and the way to keep it. */
function signal<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** Works until so many audits were handled; which ones, in order. */
async function handled(store: Store, count: number, workers = 1): Promise<string[]> {
  const ids: string[] = [];
  const enough = signal();
  const handle = async (id: string) => {
    if ((await store.audits.lease(id, 'anna', 60)) !== undefined)
      await store.audits.finish(id, 'anna', { records: id });
    ids.push(id);
    if (ids.length === count) enough.resolve();
  };
  const running = await Promise.all(Array.from({ length: workers }, () => store.queue.work(handle)));
  await enough.promise;
  await Promise.all(running.map((worker) => worker.stop()));
  return ids;
}

export function queueConformance(open: StoreOpener): void {
  describe('queue', () => {
    const withStore = async (test: (opened: OpenedStore, problems: unknown[]) => Promise<void>, options = {}) => {
      const problems: unknown[] = [];
      const opened = await open({ ...QUICK, onProblem: (problem) => problems.push(problem), ...options });
      try {
        await test(opened, problems);
      } finally {
        await opened.store.close();
      }
    };
    const jobs = async ({ database }: OpenedStore) =>
      (await database.execute('select id::text as id, state::text as state from ulterior_jobs.job')).rows;

    it('hands out audits in the order they came, each once, and keeps no job afterwards', () =>
      withStore(async (opened, problems) => {
        const { store } = opened;
        const ids: string[] = [];
        for (let n = 0; n < 5; n++) ids.push((await store.audits.add({ n })).id);
        expect((await jobs(opened)).map(({ id }) => id).sort()).toEqual(ids.toSorted());
        expect(await handled(store, 5)).toEqual(ids);
        for (const id of ids) expect(await store.audits.records(id)).toBe(id);
        expect(await jobs(opened)).toEqual([]);
        expect(await store.queue.requeueAbandoned()).toBe(0);
        expect(problems).toEqual([]);
      }));

    it('shares audits among workers, and wakes them', () =>
      withStore(
        async (opened) => {
          // With an hour between looks, only being woken makes this end.
          const { store } = opened;
          const done = handled(store, 12, 3);
          const ids = await Promise.all(Array.from({ length: 12 }, async (_, n) => (await store.audits.add({ n })).id));
          expect((await done).toSorted()).toEqual(ids.toSorted());
        },
        { pollSeconds: 3600 },
      ));

    it('hands an audit out again when the lease of its worker is over', () =>
      withStore(async (opened) => {
        const { store } = opened;
        const { id } = await store.audits.add({});
        // The worker takes it, writes a checkpoint, and is heard of no more.
        const taken = signal<string>();
        const dead = await store.queue.work(async (job) => {
          await store.audits.lease(job, 'dead', 60);
          await store.audits.writeCheckpoint(job, 'fold', Uint8Array.of(7));
          taken.resolve(job);
        });
        expect(await taken.promise).toBe(id);
        await dead.stop();
        expect(await store.queue.requeueAbandoned()).toBe(0);
        await store.audits.report(id, 'dead', 0, {});
        expect(await store.queue.requeueAbandoned()).toBe(1);
        // It is in the queue now: once is enough.
        expect(await store.queue.requeueAbandoned()).toBe(0);
        const again = signal<Uint8Array | undefined>();
        const alive = await store.queue.work(async (job) => {
          expect(await store.audits.lease(job, 'alive', 60)).toBeDefined();
          again.resolve(await store.audits.readCheckpoint(job, 'fold'));
          await store.audits.finish(job, 'alive', { records: '{}' });
        });
        expect(await again.promise).toEqual(Uint8Array.of(7));
        await alive.stop();
        expect((await store.audits.find(id))?.state).toBe('done');
      }));

    it('hands an audit out again that was fetched and never leased, or whose job was lost', () =>
      withStore(async (opened) => {
        const { store, database } = opened;
        const fetched = await store.audits.add({});
        await database.execute("update ulterior_jobs.job set state = 'active', started_on = now() where id = $1", [
          fetched.id,
        ]);
        const lost = await store.audits.add({});
        await database.execute('delete from ulterior_jobs.job where id = $1', [lost.id]);
        expect(await store.queue.requeueAbandoned()).toBe(2);
        expect((await jobs(opened)).map(({ state }) => state)).toEqual(['created', 'created']);
        expect((await handled(store, 2)).toSorted()).toEqual([fetched.id, lost.id].toSorted());
      }));

    it('hands an audit of others to a worker that has nothing else to do, unless it is unfit for that audit', () =>
      withStore(async ({ store }) => {
        const { audits, queue } = store;
        const { id } = await audits.add({});
        await audits.lease(id, 'anna', 60);
        const units = ['a', 'b', 'records'].map((key) => ({ key, tasks: 1 }));
        await audits.layOut(id, 'anna', units);
        await audits.claim(id, 'anna');
        const seen: string[] = [];
        const enough = signal();
        const worker = await queue.work(async (job) => {
          seen.push(job);
          if ((await audits.lease(job, 'bert', 60))?.others === false) enough.resolve();
          await audits.leave(job, 'bert');
          return 'unfit';
        });
        while (!seen.includes(id)) await store.ping();
        const { id: next } = await audits.add({});
        await enough.promise;
        await worker.stop();
        // Once by the job that it came with at most, once to help.
        expect(seen.filter((job) => job === id).length).toBeLessThanOrEqual(2);
        expect(seen.at(-1)).toBe(next);
      }));

    it('gives a worker time to lease what it has fetched', () =>
      withStore(
        async ({ store, database }) => {
          const { id } = await store.audits.add({});
          await database.execute("update ulterior_jobs.job set state = 'active', started_on = now() where id = $1", [
            id,
          ]);
          expect(await store.queue.requeueAbandoned()).toBe(0);
        },
        { takeUpSeconds: 600 },
      ));

    it('does no harm with a job too many', () =>
      withStore(async ({ store }) => {
        const held = await store.audits.add({});
        await store.audits.lease(held.id, 'bert', 60);
        const finished = await store.audits.add({});
        await store.audits.lease(finished.id, 'bert', 60);
        await store.audits.finish(finished.id, 'bert', { records: 'of bert' });
        expect(await handled(store, 2)).toEqual([held.id, finished.id]);
        expect(await store.audits.find(held.id)).toMatchObject({ state: 'running' });
        expect(await store.audits.records(finished.id)).toBe('of bert');
        expect(await store.audits.report(held.id, 'bert', 60, {})).toBe('go on');
      }));

    it('tells of a handler that fails, and goes on', () =>
      withStore(async (opened, problems) => {
        const { store } = opened;
        const first = await store.audits.add({});
        const second = await store.audits.add({});
        const reached = signal();
        const worker = await store.queue.work(async (id) => {
          if (id === first.id) throw new Error('broken handler');
          reached.resolve();
        });
        await reached.promise;
        await worker.stop();
        expect(problems.map(String)).toEqual(['Error: broken handler']);
        expect(await jobs(opened)).toEqual([]);
        expect(await store.queue.requeueAbandoned()).toBe(2);
        expect((await handled(store, 2)).toSorted()).toEqual([first.id, second.id].toSorted());
      }));

    it('stops after the audit in hand', () =>
      withStore(async ({ store }) => {
        const [entered, leave] = [signal(), signal()];
        await store.audits.add({});
        await store.audits.add({});
        const seen: string[] = [];
        const worker = await store.queue.work(async (id) => {
          seen.push(id);
          entered.resolve();
          await leave.promise;
        });
        await entered.promise;
        let stopped = false;
        const stopping = worker.stop().then(() => {
          stopped = true;
        });
        await store.ping();
        expect(stopped).toBe(false);
        leave.resolve();
        await stopping;
        expect(seen.length).toBe(1);
      }));

    it('closes while an audit is in hand, and says so to whoever asks afterwards', async () => {
      const problems: unknown[] = [];
      const { store } = await open({ ...QUICK, onProblem: (problem) => problems.push(problem) });
      const [entered, leave, left] = [signal(), signal(), signal<string>()];
      await store.audits.add({});
      await store.queue.work(async (id) => {
        entered.resolve();
        await leave.promise;
        left.resolve(await asyncFailure(() => store.audits.lease(id, 'anna', 60)));
      });
      await entered.promise;
      await store.close();
      await store.close();
      leave.resolve();
      expect(await left.promise).toMatch(/^STORE_UNAVAILABLE: the store was closed/);
      expect(await asyncFailure(() => store.ping())).toMatch(/^STORE_UNAVAILABLE/);
      expect(await asyncFailure(() => store.keys.count())).toMatch(/^STORE_UNAVAILABLE/);
      expect(problems).toEqual([]);
    });
  });
}
