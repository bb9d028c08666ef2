import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { JUMPY_PATH, jumpedClock, MAKE_CLOCK } from '../../../../test/conformance/store/jumpedClock.ts';
import { storeConformance } from '../../../../test/conformance/store.ts';
import type { StoreOpener } from '../../../../test/support/storeHarness.ts';
import { emptyStoreFolder } from '../../../../test/support/temporaryStore.ts';
import { openStore, storeOver } from '../opening/openStore.ts';
import { openEmbedded } from './embedded.ts';

const open: StoreOpener = async (options = {}) => {
  const folder = await emptyStoreFolder();
  const database = await openEmbedded(folder, (problem) => options.onProblem?.(problem));
  const store = await storeOver(database, options);
  return {
    database,
    store: {
      ...store,
      close: async () => {
        await store.close();
        await rm(folder, { recursive: true, force: true });
      },
    },
  };
};

describe('a store in a folder', () => {
  storeConformance(open);

  it('holds audits by no time of day', async () => {
    const steady = { seconds: 0 };
    const { store, database } = await open({ pollSeconds: 0.02, steadyClock: () => steady.seconds });
    await database.execute(MAKE_CLOCK);
    await database.execute(`set search_path = ${JUMPY_PATH}`);
    await jumpedClock(store, database, steady);
    await store.close();
  });

  it('lets go of what a process held that had it open before', async () => {
    const folder = await emptyStoreFolder();
    const before = await openStore({ folder });
    const { id } = await before.audits.add({});
    await before.audits.lease(id, 'killed', 3600);
    await before.close();
    const after = await openStore({ folder });
    expect(await after.queue.requeueAbandoned()).toBe(0);
    expect(await after.audits.lease(id, 'next', 60)).toMatchObject({ state: 'running', losses: 1, others: false });
    await after.close();
    await rm(folder, { recursive: true, force: true });
  });
});
