/** The questionnaire view in a real browser: check a list, find the better one, take it along. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeModel, trainChannels, trained } from '../../src/factorization/index.ts';
import { createWorld, worldPresets } from '../../src/worlds/index.ts';
import { expectAccessible, expectReadable, openSite, type Site, skipped, widthOf } from './support/site.ts';

async function openQuestionnaire(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /questionnaire/i })
    .click();
  await page.getByRole('button', { name: 'An attacker’s list (gender)' }).waitFor();
}

async function checkList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.locator('#verdict').waitFor();
  await page.locator('#agenda').waitFor({ timeout: 60_000 });
  await page.locator('#figure-trade-off svg').first().waitFor({ state: 'attached' });
}

describe.skipIf(skipped)('the questionnaire view', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  it('an attacker’s list is found out, and a better one is designed', async () => {
    await site.visit(
      { acceptDownloads: true, permissions: ['clipboard-write', 'clipboard-read'] },
      async ({ page, requests }) => {
        await openQuestionnaire(page);
        await page.getByLabel('age group').uncheck();
        await page.getByLabel('region of the United States').uncheck();
        await page.getByRole('button', { name: 'An attacker’s list (gender)' }).click();
        await checkList(page);
        expect(await page.evaluate('document.activeElement.id')).toBe('check-title');
        expect(await page.locator('#verdict').textContent()).toMatch(/^About gender: .* times in 100\./);
        expect(await page.locator('#agenda').textContent()).toContain('gender: It looks aimed.');
        const rows = page.getByRole('region', { name: 'Worst questions' }).locator('tbody tr');
        expect(await rows.count()).toBe(10);

        const lists = page.locator('.lists .card');
        const gives = async (at: number) =>
          Number((await lists.nth(at).locator('dd').first().textContent())!.slice(0, 4));
        expect(await gives(1)).toBeLessThan(await gives(0));
        expect(await gives(1)).toBeLessThanOrEqual(
          Number(await page.getByLabel('May give away at most').inputValue()) + 0.005,
        );
        await page.getByLabel('Number of questions').press('Home');
        await expect.poll(() => lists.nth(1).locator('li').count()).toBe(1);
        await page.getByLabel('Number of questions').press('ArrowRight');
        await expect.poll(() => lists.nth(1).locator('li').count()).toBe(2);
        const titles = (await lists.nth(1).locator('li').allTextContents()).map((text) =>
          text.replace(/ in both$/, ''),
        );
        await page.getByRole('button', { name: 'Copy the better list' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(titles.join('\n'));
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download it (CSV)' }).click(),
        ]);
        const csv = await readFile((await download.path())!, 'utf8');
        expect(csv.split('\n').length).toBe(4);
        expect(csv).toMatch(/^id,title\n/);
        // A report for whoever decides about the list.
        const [report] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download the report' }).click(),
        ]);
        expect(report.suggestedFilename()).toBe('report.html');
        const saved = await readFile((await report.path())!, 'utf8');
        expect(saved).toMatch(/^<!doctype html>[\s\S]*<svg/i);
        await expectReadable(saved, { page });
        await page.getByRole('button', { name: 'Check this one too' }).click();
        expect((await page.getByLabel('The list', { exact: true }).inputValue()).split('\n')).toEqual(titles);
        expect(requests).toEqual([]);
      },
    );
  });

  it('names what is not known and suggests what was meant; reads lists from files', async () => {
    await site.visit({}, async ({ page }) => {
      await openQuestionnaire(page);
      const list = page.getByLabel('The list', { exact: true });
      await list.fill('itly\nFrance\nFrance');
      await page.getByText('“itly” is not known.').waitFor();
      await page.getByText('“France” appears twice.').waitFor();
      expect(await page.getByRole('button', { name: 'Check the list' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Italy', exact: true }).click();
      expect(await list.inputValue()).toBe('Italy\nFrance\nFrance');
      const file = page.getByLabel('Or a file with the list');
      await file.setInputFiles({ name: 'list.csv', mimeType: '', buffer: Buffer.from('n,title\n1,Peru\n2,"Chad"\n') });
      await expect.poll(() => list.inputValue()).toBe('Peru\nChad');
      await file.setInputFiles({ name: 'list.json', mimeType: '', buffer: Buffer.from('{"no": 1}') });
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('FILE_MALFORMED');
      expect(await list.inputValue()).toBe('Peru\nChad');
    });
  });

  it('takes models of one’s own, and trains on the data of the audit', async () => {
    const { dataset } = createWorld(
      { ...worldPresets.demo, users: 150, items: 20, ratingsPerUser: 12, minimumPerUser: 6 },
      5,
    );
    const model = trained(await trainChannels(dataset, 'chronotype', { dimension: 3 }));
    await site.visit({}, async ({ page }) => {
      await openQuestionnaire(page);
      await page.getByText('Use a model of your own').click();
      const drop = page.getByLabel('Choose or drop a model');
      await drop.setInputFiles({ name: 'bad.safetensors', mimeType: '', buffer: Buffer.from('no model') });
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toMatch(/MODEL_(FOREIGN|TRUNCATED)/);
      await drop.setInputFiles({ name: 'own.safetensors', mimeType: '', buffer: Buffer.from(encodeModel(model)) });
      await page.getByRole('button', { name: 'An attacker’s list (chronotype)' }).click();
      expect(await page.getByRole('radio', { name: /Your own model/ }).isChecked()).toBe(true);
      await page.getByText('10 questions known of 20 possible.').waitFor();
      await page.getByRole('link', { name: 'Audit your data' }).first().click();
      await page.getByRole('button', { name: 'Or use an invented world' }).click();
      await page.locator('#read-summary').waitFor();
      await page.goBack();
      await page.getByText('Use a model of your own').click();
      await page.getByRole('button', { name: 'Train on these data' }).click();
      await page.getByRole('radio', { name: /The data of the audit/ }).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Popular first' }).click();
      await checkList(page);
      expect(await page.locator('#agenda li').count()).toBe(2);
    });
  });

  it('finds nothing for axe in light and in dark, and scrolls one way only on a phone', async () => {
    await site.visit({ colorScheme: 'light', viewport: { width: 360, height: 740 } }, async ({ page }) => {
      await openQuestionnaire(page);
      await page.getByText('Use a model of your own').click();
      await page.getByRole('button', { name: 'Popular first' }).click();
      await checkList(page);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(360);
    });
  });
});
