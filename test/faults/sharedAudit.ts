/** Two workers, each in a process of its own, do the units of one audit; one is killed in the middle of a unit. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { httpClient } from '../support/httpClient.ts';
import { serveScript } from '../support/serviceProcess.ts';
import { ask, QUICK, records, until } from './killedWorker.ts';

export async function sharedAudit(location: { readonly url: string }): Promise<void> {
  const service = await serveScript(location, { role: 'server', key: true });
  // Both are busy: neither may take the other for dead because the machine is slow.
  const worker = { ...QUICK.worker, leaseSeconds: 5 };
  const workers = await Promise.all([1, 2].map(() => serveScript(location, { role: 'worker', ...QUICK, worker })));
  const shop = { key: service.key!, url: () => service.url };
  const client = httpClient();
  const database = new pg.Client({ connectionString: location.url });
  // The server may go before the test does.
  database.on('error', () => {});
  await database.connect();
  const units = async (figure: string) =>
    Number((await database.query(`select ${figure} as figure from ulterior.units`)).rows[0].figure);
  try {
    const shared = await ask(client, shop);
    // Each has finished a unit, and each has another one in hand.
    while ((await units('count(distinct worker) filter (where finished)')) < 2) await pause(20);
    while ((await units('count(distinct worker) filter (where not finished)')) < 2) await pause(20);
    await workers[0]!.kill();
    const after = await until(client, shop, shared, ({ state }) => state === 'running');
    expect(after.progress.done).toBeLessThan(after.progress.total);
    await until(client, shop, shared, ({ state }) => state === 'done');
    const alone = await ask(client, shop);
    await until(client, shop, alone, ({ state }) => state === 'done');
    const [byTwo, byOne] = [await records(client, shop, shared), await records(client, shop, alone)];
    expect(JSON.stringify(byTwo)).toBe(JSON.stringify(byOne));
    expect(await units('count(*)')).toBe(0);
  } finally {
    client.close();
    await database.end();
    await Promise.all([...workers.map((worker) => worker.kill()), service.kill()]);
  }
}
