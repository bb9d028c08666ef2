/** The later views in German, on a phone, without a network: every text is German or says that it is English, and axe finds nothing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

/** A small survey with a leak. */
const survey = [
  'team,alpha,beta,gamma,delta,epsilon,zeta',
  ...Array.from({ length: 120 }, (_, person) => {
    const team = person % 2;
    const answers = [0, 1, 2, 3, 4, 5].map((item) => 1 + ((person * 7 + item * 3) % 3) + (item < 2 ? 2 * team : 1));
    return `${team === 0 ? 'rot' : 'blau'},${answers.join()}`;
  }),
].join('\n');

/** What the view says in its own language: without what is marked as English, code, and names from the file. */
const germanOf = (page: Page) =>
  page.evaluate<string>(`(() => {
    const copy = document.querySelector('main').cloneNode(true);
    for (const other of copy.querySelectorAll('[lang=en], code, table, textarea, .readout p, .unseen')) other.remove();
    return copy.textContent;
  })()`);

const ENGLISH = /\b(the|and|with|your|people|questions?|answers?|choose|which|of|is)\b/i;

describe.skipIf(skipped)('in German', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('the audit, the questionnaire, other questions and the about view', async () => {
    await site.visit({ locale: 'de-AT', viewport: { width: 390, height: 844 } }, async ({ page, requests }) => {
      await page.context().setOffline(true);
      const check = async (view: string) => {
        const words = (await germanOf(page)).match(ENGLISH);
        expect(words?.input?.slice(Math.max(0, words.index! - 60), words.index! + 60), view).toBeUndefined();
        await expectAccessible(page);
        expect(await widthOf(page), view).toBe(390);
      };
      await page.evaluate(`location.hash = '#/about'`);
      await page.getByRole('heading', { level: 1, name: 'Über die Seite' }).waitFor();
      await check('about');

      await page.evaluate(`location.hash = '#/audit'`);
      const drop = page.getByLabel('Wähle eine Datei mit Bewertungen oder zieh sie hierher');
      await drop.setInputFiles({ name: 'umfrage.csv', mimeType: '', buffer: Buffer.from(survey) });
      await page.getByLabel('Was ein Angreifer über Menschen wissen möchte').selectOption('team');
      await page.getByText('Niemandes Wert fehlt.').waitFor();
      await page.getByRole('button', { name: 'Daten lesen' }).click();
      await page.locator('#read-summary').waitFor();
      await page.getByRole('textbox', { name: 'Fragen' }).fill('3');
      await page.getByLabel('Teile').fill('2');
      await check('data');
      await page.getByRole('button', { name: 'Prüfung starten' }).click();
      await page.locator('#answer').waitFor({ timeout: 60_000 });
      expect(await page.locator('#answer').textContent()).toMatch(/Leck.*: team\./);
      await page.locator('#figure-headline svg').first().waitFor({ state: 'attached' });
      await check('result');

      await page.evaluate(`location.hash = '#/questionnaire'`);
      await page.getByRole('button', { name: 'Liste eines Angreifers (Geschlecht)' }).click();
      await page.getByRole('button', { name: 'Liste prüfen' }).click();
      await page.locator('#agenda').waitFor({ timeout: 60_000 });
      expect(await page.locator('#verdict').textContent()).toMatch(/^Merkmal \S+.*: ein .*Leck\./);

      await page.evaluate(`location.hash = '#/more'`);
      await page.getByRole('radio', { name: 'Aussagen über dich' }).check();
      await page.getByRole('button', { name: 'Los' }).click();
      for (const key of ['4', '2', '5']) await page.keyboard.press(key);
      await check('asking');
      await page.getByRole('button', { name: 'Hier aufhören und nachsehen' }).click();
      await page.getByRole('heading', { level: 1, name: /^Die Vermutung: / }).waitFor();
      expect(requests).toEqual([]);
    });
  });

  it('nothing moves for those who want no motion, and a visit with motion ends at the same place', async () => {
    const visit = (reducedMotion: 'reduce' | 'no-preference') =>
      site.visit({ reducedMotion, viewport: { width: 390, height: 844 } }, async ({ page }) => {
        for (const key of ['4', '2', '5', '1', '6']) await page.keyboard.press(key);
        await page.getByRole('button', { name: 'Open it without guessing' }).click();
        await page.getByRole('heading', { level: 1, name: /^It thinks you/ }).waitFor();
        const moving = `document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length`;
        if (reducedMotion === 'reduce') expect(await page.evaluate(moving)).toBe(0);
        await page.evaluate(`location.hash = '#/story'`);
        await page.locator('.story-auc', { hasText: 'Before the first question' }).waitFor();
        await page.locator('#asked').focus();
        await page.keyboard.press('End');
        await page.locator('.story-auc', { hasText: 'After 10 questions' }).waitFor();
        if (reducedMotion === 'reduce') expect(await page.evaluate(moving)).toBe(0);
      });
    await visit('reduce');
    await visit('no-preference');
  });
});
