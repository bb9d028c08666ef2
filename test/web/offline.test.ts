/** Once loaded the page asks the network for nothing, and does not miss it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFiles, openSite, type Site, skipped } from './support/site.ts';

describe.skipIf(skipped)('without a network', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('every flow goes on, and nothing is requested', async () => {
    await site.visit({}, async ({ page, requests }) => {
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Other questions and settings' }).click();
      for (const [rated, looked] of [
        ['National cuisines', 'Gender'],
        ['National cuisines', 'Region'],
        ['Invented films', 'Chronotype'],
      ] as const) {
        await page.getByRole('radio', { name: rated }).check();
        await page.getByRole('radio', { name: looked }).check();
        await page.getByRole('button', { name: 'Start' }).click();
        for (const key of ['5', '1', 's', '2', '4']) await page.keyboard.press(key);
        await page.getByText('How questions are chosen').click();
        await page.getByRole('radio', { name: 'Random' }).check();
        await page.getByRole('heading', { level: 1 }).focus();
        for (const key of ['u', '3', '5', '1', 's', '2', '4']) await page.keyboard.press(key);
        await page.getByRole('heading', { level: 1, name: 'Its guess' }).waitFor();
        await page.getByRole('button', { name: 'Play the strongest defence' }).click();
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download the transcript' }).click();
        expect((await downloading).suggestedFilename()).toMatch(/^ulterior-.*\.json$/);
        await page.getByRole('button', { name: 'Erase everything' }).click();
      }
      await page.getByRole('button', { name: 'Watch an invented person instead' }).click();
      for (let answers = 0; answers < 10; answers++) await page.getByRole('button', { name: 'Next answer' }).click();
      await page.getByRole('heading', { level: 1, name: 'Its guess' }).waitFor();
      for (const view of ['See it', 'Audit', 'Questionnaire', 'About', 'Try it']) {
        await page.getByRole('link', { name: view, exact: true }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      expect(requests).toEqual([]);
    });
  });

  it('it can be loaded again, and nothing that was entered is kept', async () => {
    await site.visit({ serviceWorkers: 'allow' }, async ({ page }) => {
      await page.getByText('even if you reload it').waitFor();
      for (const key of ['5', '1']) await page.keyboard.press(key);
      await page.context().setOffline(true);
      await page.reload();
      await page.locator('.question-count', { hasText: 'Statement 1 of 10' }).waitFor();
      await page.locator('#loaded[data-kernels]').waitFor();
      for (const key of ['5', '1', '6', '2', '4']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'four guesses' }).waitFor();
      // What the browser keeps is the page: each of its files, and nothing else.
      const kept = await page.evaluate<string[]>(
        `(async () => {
          const names = await caches.keys();
          const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
          return lists.flat();
        })()`,
      );
      const files = [...(await builtFiles()).keys()].filter((file) => file !== 'offline.js');
      expect(kept.map((address) => address.slice(site.address.length)).sort()).toEqual(['', ...files].sort());
    });
  });

  it('a tap on the first statement counts before the code of the page is there', async () => {
    await site.visit({}, async ({ page }) => {
      const slow = await page.context().newPage();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await slow.route(/assets\/index-.*\.js/, async (route) => {
        await held;
        await route.continue();
      });
      await slow.goto(site.address, { waitUntil: 'commit' });
      await expect.poll(() => slow.evaluate('document.earlyTap !== undefined')).toBe(true);
      await slow.getByRole('button', { name: 'slightly accurate' }).click();
      expect(await slow.locator('.question-count').textContent()).toBe('Statement 1 of 10');
      release();
      await slow.locator('.question-count', { hasText: 'Statement 2 of 10' }).waitFor();
    });
  });
});
