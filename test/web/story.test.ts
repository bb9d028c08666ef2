/** The story, the language and what must not move: as a visitor gets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

describe.skipIf(skipped)('the story', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('by keyboard: question by question the AUC is said in words, and aimed questions tell more than random ones', async () => {
    await site.visit({ viewport: { width: 390, height: 844 } }, async ({ page, requests }) => {
      await page.goto(`${site.address}#/story`);
      const words = page.locator('.story-auc');
      await words.filter({ hasText: 'no better than a coin' }).waitFor();
      const auc = async () => Number(/AUC is (\d\.\d{3})/.exec((await words.textContent())!)![1]);
      const slider = page.getByRole('slider', { name: /Questions asked/ });
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      await words.filter({ hasText: 'After 1 questions' }).waitFor();
      await page.keyboard.press('End');
      await words.filter({ hasText: 'After 10 questions' }).waitFor();
      const aimed = await auc();
      expect(aimed).toBeGreaterThan(0.65);
      // What stands in the steps is what the slider says, and those misjudged are counted in the legend too.
      expect(await page.locator('.story-steps li').last().textContent()).toContain(aimed.toFixed(3));
      const wrong = /and (\d+) wrongly/.exec((await words.textContent())!)![1];
      expect(await page.locator('.story-legend').textContent()).toContain(`misjudged, ${wrong}`);
      expect(await page.getByRole('img', { name: /Dots from left to right/ }).count()).toBe(1);
      await page.getByRole('checkbox', { name: /at random/ }).press('Space');
      const random = await auc();
      expect(random).toBeLessThan(aimed);
      await page.getByRole('checkbox', { name: /at random/ }).press('Space');
      await page.getByRole('checkbox', { name: /skip/ }).press('Space');
      expect(await auc()).toBeLessThan(aimed);
      expect(await page.locator('.story-steps li', { hasText: '(skipped)' }).count()).toBe(5);
      // Reading on asks the next question.
      await page.evaluate(`document.querySelector('[data-asked="3"]').scrollIntoView({ block: 'end' })`);
      await words.filter({ hasText: /After [23] questions/ }).waitFor();
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(390);
      expect(requests.filter((address) => /StoryPage|safetensors/.test(address))).toEqual([]);
    });
  });

  it('equal chances: what one person would send, by keyboard, in German on a phone and in the dark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-AT' } as const;
    await site.visit(phone, async ({ page }) => {
      await page.goto(`${site.address}#/story`);
      const shown = page.getByRole('region', { name: 'Eine Verteidigung, die Chancen angleicht' });
      const rows = shown.locator('tbody tr');
      await rows.first().waitFor();
      const person = await shown.locator('[aria-live]').textContent();
      const withheld = Number(/(\d+) von \d+ Bewertungen/.exec(person!)![1]);
      expect(await shown.locator('tr.withheld').count()).toBe(withheld);
      await shown.getByRole('button', { name: 'Ein anderer Mensch' }).press('Enter');
      expect(await shown.locator('[aria-live]').textContent()).not.toBe(person);
      expect(await widthOf(page)).toBe(390);
      await expectAccessible(page);
    });
  });

  it('speaks the language of the browser, says which, and switches without losing an answer', async () => {
    await site.visit({ locale: 'de-AT', viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const language = () => page.evaluate('document.documentElement.lang');
      expect(await language()).toBe('de');
      expect(await page.locator('#question').textContent()).toBe('Ich gerate leicht in Panik.');
      for (const key of ['4', '2']) await page.keyboard.press(key);
      expect(await page.locator('.question-count').textContent()).toBe('Aussage 3 von 10');
      await page.getByRole('button', { name: 'English' }).click();
      await page.locator('.question-count', { hasText: 'Statement 3 of 10' }).waitFor();
      expect(await language()).toBe('en');
      await page.getByRole('button', { name: 'Deutsch' }).click();
      for (const key of ['5', '1', '6']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'Wir haben etwas über dich herausgefunden' }).waitFor();
      await page.getByRole('button', { name: 'Ohne Wette öffnen' }).click();
      await page.getByRole('heading', { level: 1, name: /^Sie glaubt, dass du/ }).waitFor();
      await page.getByRole('button', { name: 'Noch fünf Aussagen' }).click();
      for (const key of ['1', '5', '2', '6', '3']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'Was 10 harmlose Aussagen verraten haben' }).waitFor();
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(390);
      expect(await page.locator('main').innerText()).toContain('Gemessen wurde mit den englischen Aussagen');
    });
  });

  it('nothing moves by itself on the way to the fifth answer: layout shift below 0.02', async () => {
    await site.visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const moved = await page.context().newPage();
      await moved.addInitScript(`window.shift = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
      await moved.goto(site.address);
      await moved.locator('#loaded[data-kernels]').waitFor();
      for (const key of ['4', '2', '5', '1', '6']) await moved.keyboard.press(key);
      await moved.getByRole('heading', { level: 1, name: 'We have inferred something about you' }).waitFor();
      expect(await moved.evaluate('window.shift')).toBeLessThan(0.02);
    });
  });
});
