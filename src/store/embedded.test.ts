import { rm } from 'node:fs/promises';
import { describe } from 'vitest';
import { storeConformance } from '../../test/conformance/store.ts';
import type { StoreOpener } from '../../test/support/storeHarness.ts';
import { emptyStoreFolder } from '../../test/support/temporaryStore.ts';
import { openEmbedded } from './embedded.ts';
import { storeOver } from './openStore.ts';

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

describe('a store in a folder', () => storeConformance(open));
