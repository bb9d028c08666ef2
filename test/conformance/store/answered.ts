/** What a request was answered is kept with what it did: both are there, or neither, whatever is done. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Remembrance, Store } from '../../../service/src/store/index.ts';
import {
  addInterview,
  inAnHour,
  type OpenedStore,
  type StoreOpener,
  tablesHolding,
} from '../../support/storeHarness.ts';

type Kept = () => Remembrance;

/** What is done, and how one sees that it was. */
interface Deed {
  readonly name: string;
  readonly act: (store: Store, target: string, kept: Kept) => Promise<unknown>;
  readonly target?: (store: Store) => Promise<string>;
  readonly trace: (store: Store, target: string) => Promise<unknown>;
}

const newInterview = async (store: Store) => (await addInterview(store)).interview.id;
const answeredInterview = async (store: Store) => {
  const id = await newInterview(store);
  await store.interviews.append(id, 0, { item: 'i', rating: 1 });
  return id;
};
const all = { limit: 1000 };
const answersOf = (store: Store, id: string) => store.interviews.withAnswers(id);

const DEEDS: readonly Deed[] = [
  {
    name: 'a model that is added',
    act: ({ models }, _, kept) => models.add({ name: 'm', bytes: Uint8Array.of(1), description: {} }, kept),
    trace: async ({ models }) => (await models.list(all)).rows.length,
  },
  {
    name: 'a table that is handed in',
    act: ({ uploads }, _, kept) => uploads.add({ name: 'u', bytes: Uint8Array.of(1), expiresAt: inAnHour() }, kept),
    trace: async ({ uploads }) => (await uploads.list(all)).rows.length,
  },
  {
    name: 'a key that is made',
    act: ({ keys }, _, kept) => keys.add({ id: randomUUID(), name: 'k', scope: 'audit', hash: 'h' }, kept),
    trace: ({ keys }) => keys.count(),
  },
  {
    name: 'an audit that is asked for',
    act: ({ audits }, _, kept) => audits.add({ a: 1 }, kept),
    trace: async ({ audits }) => (await audits.list(all)).rows.length,
  },
  {
    name: 'an audit that is cancelled',
    act: ({ audits }, id, kept) => audits.cancel(id, kept),
    target: async ({ audits }) => (await audits.add({})).id,
    trace: async ({ audits }, id) => (await audits.find(id))?.state,
  },
  {
    name: 'an interview that is begun',
    act: (store, _, kept) => addInterview(store, inAnHour(), kept),
    trace: async ({ interviews }) => (await interviews.list(all)).rows.length,
  },
  {
    name: 'an answer',
    act: ({ interviews }, id, kept) => interviews.append(id, 0, { item: 'i', rating: 2 }, kept),
    target: newInterview,
    trace: answersOf,
  },
  {
    name: 'an answer that is taken back',
    act: ({ interviews }, id, kept) => interviews.undo(id, 1, kept),
    target: answeredInterview,
    trace: answersOf,
  },
  {
    name: 'an interview that is ended',
    act: ({ interviews }, id, kept) => interviews.end(id, 1, kept),
    target: answeredInterview,
    trace: answersOf,
  },
];

export function answeredConformance(open: StoreOpener): void {
  describe('what was answered', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    let words = 0;
    const answer = (key = `word ${++words}`): Remembrance => {
      return { owner: 'owner', key, requestHash: 'hash', status: 201, body: `to ${key}`, expiresAt: inAnHour() };
    };

    it.each(DEEDS)(
      'is kept with $name, and where it cannot be kept nothing is done',
      async ({ act, target, trace }) => {
        const { store } = opened;
        const [first, second] = [(await target?.(store)) ?? '', (await target?.(store)) ?? ''];
        const kept = answer();
        const before = await trace(store, first);
        await act(store, first, () => kept);
        expect(await trace(store, first)).not.toEqual(before);
        expect(await store.idempotency.find('owner', kept.key)).toEqual({
          ...{ requestHash: 'hash', status: 201, body: kept.body },
        });
        const unchanged = await trace(store, second);
        await expect(act(store, second, () => kept)).rejects.toThrow('idempotency_keys_pkey');
        expect(await trace(store, second)).toEqual(unchanged);
      },
    );

    it('to each of many answers that come together is its own; to what did not count is nothing', async () => {
      const { store } = opened;
      const ids = await Promise.all([1, 2, 3, 4].map(() => newInterview(store)));
      const [known, ...fresh] = [answer(), answer(), answer(), answer()];
      await store.interviews.append(await newInterview(store), 0, { item: 'i', rating: 1 }, () => known!);
      await store.interviews.append(ids[3]!, 0, { item: 'first', rating: 1 });
      const given = await Promise.allSettled(
        [known!, fresh[0]!, undefined, fresh[1]!].map((one, n) =>
          store.interviews.append(ids[n]!, 0, { item: 'i', rating: n }, () => one),
        ),
      );
      expect(given.map((one) => (one.status === 'fulfilled' ? one.value?.revision : 'undone'))).toEqual([
        ...['undone', 1, 1, undefined],
      ]);
      expect(await store.idempotency.find('owner', fresh[0]!.key)).toMatchObject({ body: fresh[0]!.body });
      expect(await store.idempotency.find('owner', fresh[1]!.key)).toBeUndefined();
      expect((await answersOf(store, ids[0]!))?.answers).toEqual([]);
    });

    it('is looked up together', async () => {
      const { store } = opened;
      const kept = [answer(), answer()];
      for (const one of kept) await store.audits.add({}, () => one);
      const asked = [kept[1]!.key, 'of nobody', kept[0]!.key, kept[1]!.key];
      const found = await Promise.all(asked.map((key) => store.idempotency.find('owner', key)));
      expect(found.map((one) => one?.body)).toEqual([kept[1]!.body, undefined, kept[0]!.body, kept[1]!.body]);
      expect(await store.idempotency.find('another', kept[0]!.key)).toBeUndefined();
    });

    it('to many equal requests at once is one thing, and one of them was done', async () => {
      const { store } = opened;
      const before = (await store.audits.list(all)).rows.length;
      const one = answer();
      const tried = await Promise.allSettled(Array.from({ length: 6 }, () => store.audits.add({}, () => one)));
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await store.audits.list(all)).rows).toHaveLength(before + 1);
    });

    it('is forgotten when it has expired', async () => {
      const { store, database } = opened;
      const moment = new Date('2001-01-01T00:00:00.000Z');
      const [over, notOver] = [answer(), answer()];
      await store.audits.add({}, () => ({ ...over, requestHash: 'trace of it', expiresAt: moment }));
      await store.audits.add({}, () => ({ ...notOver, expiresAt: new Date(moment.getTime() + 1) }));
      expect(await store.idempotency.removeExpired(moment)).toBe(1);
      expect(await tablesHolding(database, 'trace of it')).toEqual([]);
      expect(await store.idempotency.find('owner', over.key)).toBeUndefined();
      expect(await store.idempotency.find('owner', notOver.key)).toBeDefined();
    });

    it('is not made by the question whether the database takes writes, of which nothing is left', async () => {
      await opened.store.takesWrites();
      expect(await tablesHolding(opened.database, 'probe')).toEqual([]);
    });
  });
}
