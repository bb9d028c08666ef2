/** The queue: every audit is handed to somebody, and again when its worker has died. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../service/src/store/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import type { OpenedStore, StoreOpener } from '../../support/storeHarness.ts';

const QUICK = { pollSeconds: 0.02 };

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

    it('hands out audits in the order they came, each once', () =>
      withStore(async (opened, problems) => {
        const { store } = opened;
        const ids: string[] = [];
        for (let n = 0; n < 5; n++) ids.push((await store.audits.add({ n })).id);
        expect(await handled(store, 5)).toEqual(ids);
        for (const id of ids) expect(await store.audits.records(id)).toBe(id);
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

    it('does not take a lease that was begun anew for one of which it has heard nothing', async () => {
      let now = 0;
      const { store, database } = await open({ ...QUICK, steadyClock: () => now });
      const { audits, queue } = store;
      const { id } = await audits.add({});
      const look = async () => {
        now += 40;
        return queue.requeueAbandoned();
      };
      await audits.lease(id, 'anna', 60);
      expect([await look(), await look()]).toEqual([0, 0]);
      // Another instance has watched for longer, and taken it away.
      await database.execute('delete from ulterior.audit_workers');
      await audits.lease(id, 'anna', 60);
      expect([await look(), await audits.report(id, 'anna', 60, {})]).toEqual([0, 'go on']);
      await store.close();
    });

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
        expect(seen.filter((job) => job === id).length).toBe(1);
        expect(seen.at(-1)).toBe(next);
      }));

    it('hands an audit that nobody leased out again when abandoned ones are looked for, and not before', () =>
      withStore(async ({ store }) => {
        const first = await store.audits.add({});
        const seen: string[] = [];
        const worker = await store.queue.work(async (id) => {
          seen.push(id);
        });
        while (seen.length === 0) await store.ping();
        const second = await store.audits.add({});
        while (!seen.includes(second.id)) await store.ping();
        expect(seen).toEqual([first.id, second.id]);
        expect(await store.queue.requeueAbandoned()).toBe(2);
        while (seen.length < 4) await store.ping();
        await worker.stop();
        expect(seen).toEqual([first.id, second.id, first.id, second.id]);
      }));

    it('hands out nothing that others hold, nor what is finished or to be cancelled', () =>
      withStore(async ({ store }) => {
        const { audits } = store;
        const held = await audits.add({});
        await audits.lease(held.id, 'bert', 60);
        const finished = await audits.add({});
        await audits.lease(finished.id, 'bert', 60);
        await audits.finish(finished.id, 'bert', { records: 'of bert' });
        const cancelled = await audits.add({});
        await audits.cancel(cancelled.id);
        const open = await audits.add({});
        expect(await handled(store, 1)).toEqual([open.id]);
        expect(await audits.find(held.id)).toMatchObject({ state: 'running' });
        expect(await audits.records(finished.id)).toBe('of bert');
        expect(await audits.report(held.id, 'bert', 60, {})).toBe('go on');
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
