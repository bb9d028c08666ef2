/** Faults on the embedded database: everything is in one folder, and one process has it open. */
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { serveScript } from '../support/serviceProcess.ts';
import { emptyStoreFolder } from '../support/temporaryStore.ts';
import { endedServer } from './endedServer.ts';
import { killedServer } from './killedServer.ts';
import { endedWorker, killedWorker, QUICK, type Workshop } from './killedWorker.ts';

describe('a service over a folder', () => {
  let folder: string | undefined;
  const empty = async () => {
    folder = await emptyStoreFolder();
    return { folder };
  };
  afterEach(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  killedServer(empty);
  endedServer(empty);
  const workshop = async (location: StoreLocation): Promise<Workshop> => {
    let server = await serveScript(location, { role: 'server', key: true, ...QUICK });
    return {
      key: server.key!,
      url: () => server.url,
      replaceWorker: async (how) => {
        if (how === 'kill') await server.kill();
        else expect(await server.end()).toBe(0);
        server = await serveScript(location, { role: 'server', ...QUICK });
      },
      close: () => server.kill(),
    };
  };
  killedWorker(workshop, empty);
  endedWorker(workshop, empty);
});
