/** The story, the language and what must not move: as a visitor gets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

describe.skipIf(skipped)('the story', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('by keyboard: question by question it says how many guesses are right, and aimed questions reveal more than random ones', async () => {
    await site.visit({ viewport: { width: 390, height: 844 } }, async ({ page, requests }) => {
      await page.goto(`${site.address}#/story`);
      const words = page.locator('.story-auc');
      // Half women, half men: a blind guess is a coin toss.
      await words.filter({ hasText: 'Before the first question' }).waitFor();
      const right = async () => Number(/right for (\d+) people/.exec((await words.textContent())!)![1]);
      expect(Math.abs((await right()) - 500)).toBeLessThan(50);
      const slider = page.getByRole('slider', { name: /Questions asked/ });
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      await words.filter({ hasText: 'After one question' }).waitFor();
      await page.keyboard.press('End');
      await words.filter({ hasText: 'After 10 questions' }).waitFor();
      const aimed = await right();
      expect(aimed).toBeGreaterThan(650);
      // What stands in the steps is what the slider says, and wrong guesses are counted in the legend too.
      expect(await page.locator('.story-steps li').last().textContent()).toContain(`right for ${aimed} of 1,000`);
      expect(await page.locator('.story-legend').textContent()).toContain(`guessed wrong, ${1000 - aimed}`);
      // Of each step one sees whom it won and whom it lost: with them the counts follow from one another.
      const steps = await page.locator('.story-steps li p').allTextContents();
      const counts = steps.slice(1).map((step) => /right for (\d+) of/.exec(step)![1]);
      const moves = steps.slice(1).map((step) => /(\d+) guess(?:es)? becomes? right, and (\d+|none)/.exec(step)!);
      for (let step = 1; step < counts.length; step++) {
        const [, gained, lost] = moves[step]!;
        expect(Number(counts[step])).toBe(Number(counts[step - 1]) + Number(gained) - (Number(lost) || 0));
      }
      expect(await page.getByText(/For researchers: the AUC is 0\.\d\d/).count()).toBe(1);
      expect(await page.getByRole('img', { name: /Dots from left to right/ }).count()).toBe(1);
      await page.getByRole('checkbox', { name: /at random/ }).press('Space');
      const random = await right();
      expect(random).toBeLessThan(aimed);
      await page.getByRole('checkbox', { name: /at random/ }).press('Space');
      await page.getByRole('checkbox', { name: /skip/ }).press('Space');
      expect(await right()).toBeLessThan(aimed);
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
      await page.getByRole('heading', { level: 1, name: 'Die Seite hat vier Vermutungen über dich' }).waitFor();
      await page.getByRole('button', { name: 'Ohne Tipp öffnen' }).click();
      await page.getByRole('heading', { level: 1, name: /^Sie glaubt, dass du/ }).waitFor();
      await page.getByRole('button', { name: 'Noch fünf Aussagen' }).click();
      for (const key of ['1', '5', '2', '6', '3']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'Was 10 harmlose Aussagen verraten haben' }).waitFor();
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(390);
      expect(await page.locator('main').innerText()).toContain('Gemessen wurde mit den englischen Aussagen');
    });
  });

  it.each(['en', 'de'])(
    'on a small phone the sixth answer of every statement is above the fold (%s)',
    async (locale) => {
      const fold = 740;
      await site.visit({ locale, viewport: { width: 360, height: fold } }, async ({ page }) => {
        const lowest = page.locator('main button', { hasText: /^\s*6/ });
        for (let statement = 1; statement <= 10; statement++) {
          const { y, height } = (await lowest.boundingBox())!;
          expect(y + height, `statement ${statement}`).toBeLessThan(fold);
          await page.keyboard.press('3');
          if (statement !== 5) continue;
          await page.getByRole('button', { name: /Open it without guessing|Ohne Tipp öffnen/ }).click();
          await page.getByRole('button', { name: /Five more statements|Noch fünf Aussagen/ }).click();
        }
      });
    },
  );

  it('nothing moves by itself on the way to the fifth answer: layout shift below 0.02', async () => {
    await site.visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const moved = await page.context().newPage();
      await moved.addInitScript(`window.shift = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
      await moved.goto(site.address);
      await moved.locator('#loaded[data-kernels]').waitFor();
      for (const key of ['4', '2', '5', '1', '6']) await moved.keyboard.press(key);
      await moved.getByRole('heading', { level: 1, name: 'The page has four guesses about you' }).waitFor();
      expect(await moved.evaluate('window.shift')).toBeLessThan(0.02);
    });
  });
});
