/** The first view as a visitor goes through it: by keyboard, without a network, with nothing kept. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFiles, expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const count = (page: Page) => page.locator('.question-count').textContent();

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      '(document.activeElement.labels?.[0] ?? document.activeElement).textContent',
    );
    if (text.test(focused)) return;
  }
  throw new Error(`${text} cannot be reached by keyboard`);
}

describe.skipIf(skipped)('the envelope', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('a whole visit by keyboard, offline: nothing is requested, kept, or put into an address', async () => {
    await site.visit({ viewport: { width: 390, height: 844 } }, async ({ page, requests }) => {
      await page.context().setOffline(true);
      const addresses = new Set<string>();
      const look = async () =>
        addresses.add(new URL(page.url()).hash + JSON.stringify(await page.evaluate('history.state')));
      // One answer by Tab and Enter, the others by their keys.
      await tabTo(page, /slightly accurate/);
      await page.keyboard.press('Enter');
      expect(await count(page)).toContain('Statement 2 of 10');
      for (const key of ['6', '2', '0', '5']) {
        await page.keyboard.press(key);
        await look();
      }
      await heading(page, /The page has four guesses about you/);
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
      await tabTo(page, /your sex/);
      await page.keyboard.press('Space');
      await tabTo(page, /How sure/);
      await page.keyboard.press('ArrowRight');
      expect(await page.locator('.bet-sure').textContent()).toContain('61%');
      await tabTo(page, /Open the envelope/);
      await page.keyboard.press('Enter');
      await heading(page, /^It thinks you (are|have)/);
      await look();
      expect(await page.locator('.bet').textContent()).toMatch(
        /After 5 answers, the guess it shows is right for \d\d in 100 people\. Blind guessing gets \d\d/,
      );
      await tabTo(page, /Five more statements/);
      await page.keyboard.press('Enter');
      expect(await count(page)).toContain('Statement 6 of 10');
      expect(await page.locator('.strip').textContent()).toMatch(/It thinks you .*: \d\d% sure/);
      for (const key of ['1', '6', '3', '4', '2']) await page.keyboard.press(key);
      await heading(page, /What 10 harmless statements gave away/);
      expect(await page.locator('.guesses li').count()).toBe(4);
      await look();

      // The scrubber moves the beliefs, and leads back.
      const beliefs = () => page.locator('.scrubber-beliefs').textContent();
      const before = await beliefs();
      await page.locator('#said-0').focus();
      await page.keyboard.press('End');
      await page.locator('#said-1').focus();
      await page.keyboard.press('Home');
      expect(await beliefs()).not.toBe(before);
      await page.getByRole('button', { name: 'Back to my answers' }).click();
      expect(await beliefs()).toBe(before);

      // A picture to send on.
      await page.getByRole('radio', { name: 'It was right' }).check();
      expect(await page.getByRole('img', { name: /It was \d\d% sure of my \w+\. And right/ }).count()).toBe(1);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the picture' }).click();
      expect((await downloading).suggestedFilename()).toBe('ten-statements.png');
      expect(await page.locator('.share-link').textContent()).toBe(`${site.address}#/try?model=personality`);

      for (const address of addresses) expect(address).toMatch(/^(null|\{"view":"try","step":\d+,"life":0\})$/);
      expect(
        await page.evaluate(
          '(async () => [localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, (await caches.keys()).length])()',
        ),
      ).toEqual([0, 0, '', 0, 0]);
      expect(requests).toEqual([]);
    });
  });

  it('Back goes one step back and never leaves; erasing leaves nothing to go back to', async () => {
    await site.visit({}, async ({ page }) => {
      for (const key of ['1', '2', '3']) await page.keyboard.press(key);
      expect(await count(page)).toContain('Statement 4 of 10');
      await page.goBack();
      expect(await count(page)).toContain('Statement 3 of 10');
      await page.goForward();
      expect(await count(page)).toContain('Statement 4 of 10');
      await page.keyboard.press('u');
      await page.locator('.question-count', { hasText: 'Statement 3 of 10' }).waitFor();
      // A look at another view costs nothing.
      await page.getByRole('link', { name: 'About', exact: true }).click();
      await heading(page, /About/);
      await page.goBack();
      await page.locator('.question-count', { hasText: 'Statement 3 of 10' }).waitFor();
      await page.getByRole('button', { name: 'Erase everything' }).click();
      await page.locator('.question-count', { hasText: 'Statement 1 of 10' }).waitFor();
      await page.goBack();
      await page.locator('.question-count', { hasText: 'Statement 1 of 10' }).waitFor();
    });
  });

  it('random statements are those of the seed in the link, and are asked openly', async () => {
    await site.visit({}, async ({ page }) => {
      const statementAt = async (seed: number) => {
        await page.goto('about:blank');
        await page.goto(`${site.address}#/try?model=personality&seed=${seed}`);
        await heading(page, /Random statements/);
        return page.locator('#question').textContent();
      };
      const [first, other, again] = [await statementAt(1), await statementAt(2), await statementAt(1)];
      expect(again).toBe(first);
      expect(other).not.toBe(first);
      for (let answers = 0; answers < 10; answers++) await page.keyboard.press('3');
      await heading(page, /What 10 random statements gave away/);
    });
  });

  it.each(['en-GB', 'de-DE'])('all six answers are in sight on a small phone (%s)', async (locale) => {
    await site.visit({ locale, viewport: { width: 360, height: 740 } }, async ({ page }) => {
      for (let statement = 1; statement <= 5; statement++) {
        const sixth = (await page.locator('.rating').nth(5).boundingBox())!;
        expect(sixth.y + sixth.height, `statement ${statement}`).toBeLessThanOrEqual(740);
        await page.keyboard.press('4');
      }
    });
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('axe finds nothing at any stage in %s at %i pixels', async (colorScheme, width) => {
    await site.visit({ colorScheme, viewport: { width, height: 844 } }, async ({ page }) => {
      const check = async () => {
        await expectAccessible(page);
        expect(await widthOf(page)).toBe(width);
      };
      await check();
      // All six answers and the way out are in sight before anything is moved.
      const box = (await page.getByRole('button', { name: 'Skip' }).boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      for (const key of ['1', '5', '2', '6', '3']) await page.keyboard.press(key);
      await heading(page, /four guesses/);
      await check();
      await page.getByRole('button', { name: 'Open it without guessing' }).click();
      await heading(page, /It thinks/);
      await check();
      await page.getByRole('button', { name: 'Five more statements' }).click();
      await check();
      for (const key of ['1', '5', '2', '6', '3']) await page.keyboard.press(key);
      await heading(page, /gave away/);
      await check();
    });
  });

  it('the first statement is in the document before any script, and is what the script shows', async () => {
    const html = (await builtFiles()).get('index.html')!.toString();
    await site.visit({ javaScriptEnabled: true }, async ({ page }) => {
      const shown = (await page.locator('#question').textContent())!;
      expect(html).toContain(shown);
      expect(html).toContain('very accurate');
      expect(html).not.toMatch(/ style=/);
      expect(html).toContain('og:image');
    });
  });

  it('five skips leave the envelope empty', async () => {
    await site.visit({}, async ({ page }) => {
      for (let skips = 0; skips < 5; skips++) await page.keyboard.press('s');
      await heading(page, /the envelope is empty/);
    });
  });
});
