/** The administrator's page as operators get it: a real build, served by the service, in a real browser. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, type RunningServer, startServer } from '../../service/src/server/index.ts';
import { addModel } from '../support/service.ts';
import { type TemporaryStore, temporaryStore } from '../support/temporaryStore.ts';
import { builtFiles, expectAccessible, launchBrowser, skipped, widthOf } from './support/site.ts';

const WIDTHS = [320, 390, 768, 1440];

describe.skipIf(skipped)('the page of the administrator', () => {
  let folder: string;
  let store: TemporaryStore;
  let server: RunningServer;
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-admin-'));
    for (const [name, bytes] of await builtFiles('admin')) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    store = await temporaryStore();
    key = (await createKey(store, 'Ada', 'admin')).key;
    await createKey(store, 'study of March', 'interview');
    await addModel(store);
    await addAudits();
    server = await startServer({ store, port: 0, worker: false, adminFolder: folder });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** One that runs, one that waits, one that is over. */
  async function addAudits(): Promise<void> {
    const { id: over } = await store.audits.add({ data: { name: 'world:tv' } });
    await store.audits.cancel(over);
    const { id: running } = await store.audits.add({ data: { name: 'films' }, attribute: 'gender' });
    await store.audits.lease(running, 'w', 3600);
    await store.audits.layOut(running, 'w', [
      { key: 'fold', tasks: 99 },
      { key: 'records', tasks: 1 },
    ]);
    await store.audits.claim(running, 'w');
    await store.audits.report(running, 'w', 3600, { fold: 62 });
    await store.audits.add({ data: { name: 'world:demo' } });
  }

  interface Visit {
    readonly page: Page;
    /** Whatever the page asked for. */
    readonly requests: readonly string[];
  }

  /** Whatever the page complains about fails the visit, except what a test expects. */
  async function visit(
    use: (visit: Visit) => Promise<void>,
    options: BrowserContextOptions = {},
    expected: readonly RegExp[] = [],
  ): Promise<void> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      context.on('request', (request) => {
        requests.push(request.url());
        if (!request.url().startsWith(`${server.url}/`)) complaints.push(`request ${request.url()}`);
      });
      await page.goto(`${server.url}/admin`);
      await use({ page, requests });
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    } finally {
      await context.close();
    }
  }

  async function signIn(page: Page): Promise<void> {
    // By keyboard alone.
    await page.getByLabel('Your key for administration').focus();
    await page.keyboard.insertText(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The service at a glance' }).waitFor();
  }

  it.each([
    ['light', WIDTHS],
    ['dark', [390]],
  ] as const)('has nothing for axe to find and fits every width, %s', async (colorScheme, widths) => {
    await visit(
      async ({ page }) => {
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        await expectAccessible(page);
        await signIn(page);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          expect(await widthOf(page), `${width}`).toBe(width);
        }
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Revoke Ada' }).click();
        await expectAccessible(page);
      },
      { colorScheme },
    );
  });

  it('shows what the service says, and keeps the key in memory: in no address, no storage, no cookie', async () => {
    await visit(async ({ page, requests }) => {
      await signIn(page);
      const text = await page.locator('main').innerText();
      for (const words of [
        'audits under way\n1 running, 1 waiting\n2\n',
        'films, gender',
        '62%',
        'study of March',
        'small',
      ]) {
        expect(text).toContain(words);
      }
      expect(text).not.toContain(key.slice(-43));
      expect(await page.locator('main').innerHTML()).not.toContain(key.slice(-43));
      expect(requests.filter((url) => url.includes('ulk_'))).toEqual([]);
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.length])',
      );
      expect(kept).toBe(JSON.stringify([{}, {}, '', `${server.url}/admin`, 2]));
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    });
  });

  it('says what is wrong with a key that does not work', async () => {
    const { key: small } = await createKey(store, 'small', 'audit');
    await visit(
      async ({ page, requests }) => {
        const attempt = async (text: string) => {
          await page.getByLabel('Your key for administration').fill(text);
          await page.keyboard.press('Enter');
          return page.getByRole('alert').innerText();
        };
        expect(await attempt('secret')).toContain('begins with ulk_');
        expect(requests.filter((url) => url.includes('/v1/'))).toEqual([]);
        await page
          .getByLabel('Your key for administration')
          .fill(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`);
        await page.keyboard.press('Enter');
        await page.getByText('does not know this key').waitFor();
        await page.getByLabel('Your key for administration').fill(small);
        await page.keyboard.press('Enter');
        await page.getByText('needs a key for administration').waitFor();
      },
      {},
      [/status of 40[13]/],
    );
  });

  it('makes a key, shows its secret once, and revokes it after asking; the last one of an administrator stays', async () => {
    await visit(
      async ({ page }) => {
        await signIn(page);
        await page.getByLabel('Name').fill('study of April');
        await page.getByLabel('For').selectOption('audit');
        await page.getByLabel('For').focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        const secret = await page.locator('.secret').innerText();
        expect(secret).toMatch(/^ulk_[0-9a-f]{16}_[\w-]{43}$/);
        const { status } = await fetch(`${server.url}/v1/audits`, { headers: { authorization: `Bearer ${secret}` } });
        expect(status).toBe(200);
        await page.getByRole('button', { name: 'hide the key' }).click();
        expect(await page.locator('body').innerHTML()).not.toContain(secret);
        await page.getByRole('button', { name: 'Revoke study of April' }).click();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Revoke study of April' }).click();
        await page.getByRole('button', { name: 'Revoke the key' }).click();
        await page.getByText('1 revoked key').waitFor();
        expect((await store.keys.list({ limit: 100 })).rows.filter(({ revokedAt }) => revokedAt).length).toBe(1);
        await page.getByRole('button', { name: 'Revoke Ada' }).click();
        await page.getByText('you will be signed out').waitFor();
        await page.getByRole('button', { name: 'Revoke the key' }).click();
        await page.getByText('This is the last key for administration').waitFor();
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Revoke Ada' }).waitFor();
      },
      {},
      [/status of 409/],
    );
  });

  it('cancels an audit that waits and removes one that is over, after asking', async () => {
    await visit(async ({ page }) => {
      await signIn(page);
      await page.getByRole('button', { name: /^Cancel world:demo/ }).click();
      await page.getByRole('button', { name: 'Cancel the audit' }).click();
      await page.getByRole('button', { name: /^Remove world:demo/ }).click();
      await page.getByRole('button', { name: 'Remove the audit' }).click();
      await page.getByText('1 running, 0 waiting, 0 done, 0 failed, 1 cancelled').waitFor();
      expect((await store.figures()).audits).toMatchObject({ queued: 0, running: 1, cancelled: 1 });
    });
  });

  it('refreshes by itself until it is paused, and says when the service is away and when it is back', async () => {
    await visit(
      async ({ page, requests }) => {
        await page.clock.install();
        await signIn(page);
        const asked = () => requests.filter((url) => url.endsWith('/v1/overview')).length;
        expect(asked()).toBe(1);
        const refreshed = page.waitForRequest(/overview$/);
        await page.clock.runFor(10_500);
        await refreshed;
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByText('paused').waitFor();
        await page.clock.runFor(60_000);
        expect(asked()).toBe(2);
        await page.context().setOffline(true);
        await page.getByRole('button', { name: 'Refresh now' }).click();
        await page.getByText('The service does not answer').waitFor();
        // What was seen last stays, with its time.
        await page.getByText('What you see is as of').waitFor();
        expect(await page.getByText('study of March').count()).toBe(1);
        await page.context().setOffline(false);
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('alert').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        expect(await page.locator('main').innerText()).not.toContain('study of March');
      },
      {},
      [/ERR_INTERNET_DISCONNECTED/],
    );
  });
});
