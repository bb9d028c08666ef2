/** Faults on a PostgreSQL server, which several processes share and which may itself go away. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpClient } from '../support/httpClient.ts';
import { describeNeeds } from '../support/needs.ts';
import { missingServer, startPostgres, type TestServer, wireTo } from '../support/postgres.ts';
import { serveProgram, serveScript } from '../support/serviceProcess.ts';
import { databaseAway } from './databaseAway.ts';
import { endedServer } from './endedServer.ts';
import { killedServer } from './killedServer.ts';
import { killedWorker, QUICK } from './killedWorker.ts';
import { sharedAudit } from './sharedAudit.ts';
import { twoInstances } from './twoInstances.ts';

describeNeeds(missingServer(), 'a service over a PostgreSQL server', () => {
  let server!: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  const empty = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('drop schema if exists ulterior cascade');
    await client.end();
    return { url: server.url };
  };

  killedServer(empty);
  endedServer(empty);
  killedWorker(async (location) => {
    const service = await serveScript(location, { role: 'server', key: true });
    const worker = await serveScript(location, { role: 'worker', ...QUICK });
    const other = await serveScript(location, { role: 'worker', ...QUICK });
    // It waits without a word until the first is dead.
    process.kill(other.pid, 'SIGSTOP');
    return {
      key: service.key!,
      url: () => service.url,
      replaceWorker: async () => {
        await worker.kill();
        process.kill(other.pid, 'SIGCONT');
      },
      close: async () => {
        await Promise.all([worker.kill(), other.kill(), service.kill()]);
      },
    };
  }, empty);

  it('shares one audit between two workers, of which one is killed', async () => sharedAudit(await empty()));

  it('has one administrator and one set of models though two begin at once', async () => {
    const location = await empty();
    const servers = await Promise.all([serveProgram(location), serveProgram(location)]);
    const client = httpClient();
    try {
      const keys = servers.map(({ key }) => key).filter((key) => key !== undefined);
      expect(keys.length).toBe(1);
      for (const { url } of servers) {
        const { status, body } = await client.call('GET', `${url}/v1/models`, { as: keys[0] });
        expect([status, body.rows.length]).toEqual([200, 8]);
      }
    } finally {
      client.close();
      for (const server of servers) await server.kill();
    }
  });

  it('shares interviews, keys and erasure between two instances', async () => twoInstances(await empty()));

  it('outlives a restart of the server', async ({ skip }) => {
    const { outage } = server;
    if (outage === undefined) return skip('the server is not ours to stop');
    await databaseAway(await empty(), outage);
  });

  it('outlives a broken network', async () => {
    await empty();
    const wire = await wireTo(server.url);
    try {
      await databaseAway({ url: wire.url }, { begin: async () => wire.cut(), end: async () => wire.mend() });
    } finally {
      await wire.close();
    }
  });
});
