/** Whoever works on an audit is killed in the middle of it; somebody else goes on, and nothing of it shows in the records. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { type HttpClient, httpClient } from '../support/httpClient.ts';

/** Two contenders on five folds: long enough to be killed in the middle. */
const REQUEST = {
  data: { name: 'world:demo,users=160,items=40,ratingsPerUser=25' },
  settings: {
    folds: 5,
    maxQuestions: 20,
    heldOut: 2,
    resamples: 50,
    strategies: ['separation', 'random'],
    classifiers: ['factor'],
  },
};

/** Seconds after which a dead worker is noticed: short, so that tests need not wait. */
export const QUICK = {
  store: { pollSeconds: 0.1 },
  worker: { threads: 1, leaseSeconds: 2, reportSeconds: 0.05, requeueSeconds: 0.3 },
} as const;

/** Where audits are asked for. */
export interface Counter {
  readonly key: string;
  /** Where the service is. */
  url(): string;
}

export interface Workshop extends Counter {
  /** Kills the process that works, or asks it to end, and brings in the one that is to go on. */
  replaceWorker(how: 'kill' | 'end'): Promise<void>;
  close(): Promise<void>;
}

export function killedWorker(
  open: (location: StoreLocation) => Promise<Workshop>,
  empty: () => Promise<StoreLocation>,
) {
  it('finishes the audit of a worker that was killed, with the records of an undisturbed run', async () => {
    const shop = await open(await empty());
    const client = httpClient();
    try {
      const disturbed = await ask(client, shop);
      const before = await until(client, shop, disturbed, ({ progress }) => progress.done >= progress.total / 4);
      expect(before).toMatchObject({ state: 'running' });
      expect(before.progress.done).toBeLessThan(before.progress.total);
      await shop.replaceWorker('kill');
      await until(client, shop, disturbed, ({ state }) => state === 'done');
      const undisturbed = await ask(client, shop);
      await until(client, shop, undisturbed, ({ state }) => state === 'done');
      expect(await records(client, shop, disturbed)).toEqual(await records(client, shop, undisturbed));
    } finally {
      client.close();
      await shop.close();
    }
  });
}

/** So often by SIGTERM here; service/src/server/audits/audits.test.ts does it more often than an audit may fail. */
const RESTARTS = 3;

export function endedWorker(open: (location: StoreLocation) => Promise<Workshop>, empty: () => Promise<StoreLocation>) {
  it('finishes an audit in the middle of which it is asked to end, again and again, with the same records', async () => {
    const shop = await open(await empty());
    const client = httpClient();
    try {
      const disturbed = await ask(client, shop);
      for (let restart = 1; restart <= RESTARTS; restart++) {
        const far = restart / (2 * RESTARTS);
        await until(client, shop, disturbed, ({ progress }) => progress.done >= far * progress.total);
        await shop.replaceWorker('end');
      }
      await until(client, shop, disturbed, ({ state }) => state === 'done');
      const undisturbed = await ask(client, shop);
      await until(client, shop, undisturbed, ({ state }) => state === 'done');
      expect(await records(client, shop, disturbed)).toEqual(await records(client, shop, undisturbed));
    } finally {
      client.close();
      await shop.close();
    }
  });
}

interface Audit {
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number };
}

export async function ask(client: HttpClient, shop: Counter): Promise<string> {
  const asked = await client.call('POST', `${shop.url()}/v1/audits`, { as: shop.key, body: REQUEST });
  expect(asked.status).toBe(201);
  return asked.body.id;
}

export async function until(client: HttpClient, shop: Counter, id: string, reached: (audit: Audit) => boolean) {
  for (;;) {
    const { status, body, text } = await client.call('GET', `${shop.url()}/v1/audits/${id}`, { as: shop.key });
    if (status !== 200 || body.state === 'failed') throw new Error(text);
    if (body.progress.total > 0 && reached(body)) return body as Audit;
    if (body.state === 'done') throw new Error('the audit was over before it could be disturbed');
    await pause(50);
  }
}

/** Without the time at which they were finished. */
export async function records(client: HttpClient, shop: Counter, id: string) {
  const { body } = await client.call('GET', `${shop.url()}/v1/audits/${id}/records`, { as: shop.key });
  const { provenance, ...rest } = body;
  const { finished, ...lasting } = provenance;
  expect(Date.parse(finished)).toBeGreaterThan(0);
  expect(rest.format).toBe('ulterior-audit');
  return { ...rest, provenance: lasting };
}
