/** The service on a port: how it starts, what it serves to a browser, and how it ends. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { addModel } from '../../../../test/support/service.ts';
import { temporaryStore } from '../../../../test/support/temporaryStore.ts';
import type { Store } from '../../store/index.ts';
import { createKey } from '../common/credentials.ts';
import type { ServerOptions } from './options.ts';
import { type OpenServer, startServer } from './server.ts';

let server: OpenServer | undefined;
let store: Store;
afterEach(() => server?.close());

async function start(options: Partial<ServerOptions> = {}): Promise<{ url: string; key: string }> {
  store = await temporaryStore({ pollSeconds: 0.05 });
  const { key } = await createKey(store, 'admin', 'admin');
  server = await startServer({
    port: 0,
    worker: { threads: 1, reportSeconds: 0.05 },
    ...options,
    store: options.store ?? store,
  });
  return { url: server.url, key };
}

const CROWD = 1000;
/** A program that ends well when so many connections are open, though nobody accepts any. */
const ARRIVE = `
  const { connect } = require('node:net');
  let open = 0;
  for (let n = 0; n < ${CROWD}; n++) {
    const socket = connect({ port: Number(process.argv[1]), host: '127.0.0.1' });
    socket.on('connect', () => ++open === ${CROWD} && process.exit(0)).on('error', () => process.exit(1));
  }
`;
/** Connections that may wait on this system, whatever a program asks for. */
const WAITING = '/proc/sys/net/core/somaxconn';
const mostWaiting = existsSync(WAITING) ? Number(readFileSync(WAITING, 'utf8')) : 0;

describe('starting', () => {
  it('listens on this machine alone, works on audits, and says where it is', async () => {
    const { url, key } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const settings = { folds: 2, maxQuestions: 2, heldOut: 1, resamples: 50, strategies: ['random'], classifiers: [] };
    const asked = await fetch(`${url}/v1/audits`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { name: 'world:tv,users=60,items=20,ratingsPerUser=12' }, settings }),
    });
    const { id } = (await asked.json()) as { id: string };
    const events = await (await fetch(`${url}/v1/audits/${id}/events`, { headers })).text();
    expect(events).toContain('event: end');
    expect(events).toContain('"state":"done"');
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    expect(metrics).toContain('ulterior_audits_total{event="queued"} 1');
    expect(metrics).toContain('ulterior_audits_total{event="done"} 1');
  });

  it('says so where the port is taken, and leaves the store as it was', async () => {
    const { url } = await start({ worker: false });
    const port = Number(new URL(url).port);
    expect(await asyncFailure(() => startServer({ store, port }))).toMatch(
      new RegExp(`^PARAMETER_OUT_OF_RANGE: nothing can listen on 127.0.0.1, port ${port} \\(EADDRINUSE\\) -> choose`),
    );
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it.skipIf(mostWaiting < CROWD)('lets a crowd wait that arrives while it is busy', async () => {
    const { url } = await start({ worker: false });
    // This process, and so the service, stands still meanwhile.
    const { status } = spawnSync(process.execPath, ['-e', ARRIVE, new URL(url).port], { timeout: 60_000 });
    expect(status).toBe(0);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('sweeps by itself', async () => {
    const { url, key } = await start({ worker: false, sweepSeconds: 0.05, clock: () => new Date('2026-01-01') });
    const modelId = await addModel(store);
    const add = (tokenHash: string, expiresAt: Date) =>
      store.interviews.add({ modelId, mode: 'lab', setup: { stopping: {}, seed: 1 }, tokenHash, expiresAt });
    const [over, kept] = [await add('a', new Date('2025-12-31')), await add('b', new Date('2026-01-02'))];
    while ((await store.interviews.find(over.id)) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.interviews.find(kept.id)).toBeDefined();
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    expect(await metrics.text()).toContain('ulterior_interviews_total{event="expired"} 1');
  });
});

describe('ending', () => {
  it('answers what is in hand, takes nothing more, lets the audit go and closes the store', async () => {
    let begun = () => {};
    const underway = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    const real = await temporaryStore({ pollSeconds: 0.05 });
    const { key } = await createKey(real, 'admin', 'admin');
    let closed = false;
    const { url } = await start({
      store: {
        ...real,
        models: {
          ...real.models,
          list: async (page) => {
            begun();
            await waiting;
            return real.models.list(page);
          },
        },
        close: async () => {
          closed = true;
          await real.close();
        },
      },
    });
    await store.close();
    const headers = { authorization: `Bearer ${key}` };
    const audit = await real.audits.add({ data: { name: 'world:demo' } });
    while ((await real.audits.find(audit.id))?.state !== 'running')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const inHand = fetch(`${url}/v1/models`, { headers });
    await underway;
    const closing = server!.close();
    expect(server!.close()).toBe(closing);
    expect(closed).toBe(false);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    go();
    const answered = await inHand;
    expect(answered.status).toBe(200);
    expect(await answered.json()).toEqual({ rows: [] });
    await closing;
    expect(closed).toBe(true);
    await expect(real.ping()).rejects.toThrow(/closed/);
  });

  it.each([
    ['silent', ''],
    ['slow', 'GET / HTTP/1.1\r\n'],
  ])('does not wait for clients that are %s', async (_, text) => {
    const { url } = await start({ worker: false, limits: { closeSeconds: 3600 } });
    const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    await new Promise<void>((resolve) => client.once('connect', resolve));
    client.on('error', () => {}).write(text);
    // Seen by the service.
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await server!.close();
    client.destroy();
  });

  it('does not wait for a request in hand beyond the deadline', async () => {
    const real = await temporaryStore({ pollSeconds: 0.05 });
    const { key } = await createKey(real, 'admin', 'admin');
    let begun = () => {};
    const underway = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const list = () => {
      begun();
      return new Promise<never>(() => {});
    };
    const { url } = await start({
      worker: false,
      limits: { closeSeconds: 0.1 },
      store: { ...real, models: { ...real.models, list } },
    });
    await store.close();
    const inHand = fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    const broken = expect(inHand).rejects.toThrow();
    await underway;
    await server!.close();
    await broken;
  });

  it('leaves an audit to whoever comes next', async () => {
    await start();
    const folder = (store as unknown as { folder: string }).folder;
    expect(existsSync(folder)).toBe(true);
    const audit = await store.audits.add({ data: { name: 'world:demo' } });
    while ((await store.audits.find(audit.id))?.state !== 'running')
      await new Promise((resolve) => setTimeout(resolve, 20));
    let left: unknown;
    const { close } = store;
    // The last look before the store is closed: nobody holds the audit any more.
    (store as { close: () => Promise<void> }).close = async () => {
      left = await store.audits.lease(audit.id, 'another worker', 1);
      await close();
    };
    await server!.close();
    expect(left).toMatchObject({ id: audit.id, state: 'running' });
  });
});

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  it('the documentation opens under the policy, asks nobody else for anything, and shows the routes', async () => {
    const { url } = await start({ worker: false });
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        if (!/^(http:\/\/127\.0\.0\.1:|data:)/.test(request.url())) complaints.push(request.url());
      });
      await page.goto(`${url}/docs`);
      await page.getByText('Start an interview').click();
      await page.getByText('may be repeated without being done twice').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
