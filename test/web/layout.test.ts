/** Every view of the page and every kind of report fits on any screen, at any size of text and in any font. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModel, decodeModel, encodeModel } from '../../src/factorization/index.ts';
import { createVocabulary, type ItemIndex } from '../../src/ratings/index.ts';
import { expectFits, LONG_TITLE, LONG_WORD } from '../support/layout.ts';
import { longReports } from '../support/longRecords.ts';
import { openSite, type Site, skipped } from './support/site.ts';

const REPORTS = ['audit', 'sixteen', 'numeric', 'leak-matrix', 'defence', 'questionnaire', 'detector', 'reproduction'];

/** A shipped model that speaks of things with long names. */
function renamed(id: string): Buffer {
  const model = decodeModel(readFileSync(new URL(`../../models/${id}.safetensors`, import.meta.url)));
  const { items } = model;
  const ids = Array.from({ length: items.size }, (_, at) => items.id(at as ItemIndex));
  const titles = ids.map((_, at) => `${at % 2 === 0 ? LONG_TITLE : LONG_WORD} ${at}`);
  const typeLabels = model.typeLabels.map((label, at) => (at === 0 ? LONG_WORD : label));
  return Buffer.from(
    encodeModel(createModel({ ...model, typeLabels, items: createVocabulary<ItemIndex>(ids, titles) })),
  );
}

/** Ratings of things with long names, by people of sixteen groups. */
function longCsv(): string {
  const people = Array.from({ length: 320 }, (_, person) => person);
  const rows = people.flatMap((person) =>
    Array.from({ length: 12 }, (_, at) => {
      const item = (person + 3 * at) % 20;
      const title = `${item % 2 === 0 ? LONG_TITLE.replaceAll(',', '') : LONG_WORD} ${item}`;
      return `${person},${title},${1 + ((item * ((person % 16) + 1)) % 5)},${LONG_WORD} ${person % 16}`;
    }),
  );
  return ['user,item,rating,group', ...rows].join('\n');
}

async function openView(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
}

/** On paper, even from a dark phone: light, the wide pictures, folded tables open, nothing to press. */
async function expectPrints(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  expect(await page.locator('nav:visible, button:visible, .explorer:visible').count()).toBe(0);
  expect(await page.locator('#figure-auc .wide svg').isVisible()).toBe(true);
  expect(await page.locator('.legend:visible, .narrow svg:visible').count()).toBe(0);
  const hidden = `[...document.querySelectorAll('.result-chart table')].filter((table) => !table.checkVisibility() || table.getBoundingClientRect().height < 20).length`;
  expect(await page.evaluate(hidden)).toBe(0);
  await page.emulateMedia({ media: null, colorScheme: null });
}

describe.skipIf(skipped)('layout', () => {
  let site: Site;
  beforeAll(async () => {
    const reports = await longReports();
    site = await openSite(new Map(Array.from(reports, ([kind, html]) => [`reports/${kind}.html`, html])));
  });
  afterAll(async () => site?.close());

  /** The page with models of long names. */
  const visit = (use: (page: Page) => Promise<void>) =>
    site.visit({}, async ({ page }) => {
      await page.context().route(/\.safetensors$/, async (route) => {
        const [, id] = /\/([a-z-]+?)-[\w-]{8}\.safetensors$/.exec(route.request().url())!;
        await route.fulfill({ body: renamed(id!) });
      });
      await page.reload();
      await page.locator('#loaded[data-kernels]').waitFor();
      await use(page);
    });

  it('Try it fits at every stage', async () => {
    await visit(async (page) => {
      await expectFits(page, 'statement');
      for (const key of ['4', '1', '2', '5', '6']) await page.keyboard.press(key);
      await expectFits(page, 'bet');
      await page.getByRole('button', { name: 'Open it without guessing' }).click();
      await expectFits(page, 'opened');
      await page.getByRole('button', { name: 'Five more statements' }).click();
      await expectFits(page, 'open');
      for (const key of ['4', '1', '2', '5', '6']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'gave away' }).waitFor();
      await expectFits(page, 'results');
      await page.getByRole('link', { name: 'Other questions and settings' }).click();
      await page.getByRole('radio', { name: 'National cuisines' }).check();
      await expectFits(page, 'setup');
      await page.getByRole('button', { name: 'Start' }).click();
      for (const key of ['4', 's', '2']) await page.keyboard.press(key);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectFits(page, 'interview');
      await page.getByRole('button', { name: 'Stop here and see' }).click();
      await expectFits(page, 'finding');
    });
  });

  it('the audit and the about view fit, from the files to the result', async () => {
    await visit(async (page) => {
      await openView(page, /about/i);
      await expectFits(page, 'about');
      await openView(page, /audit/i);
      await page.getByLabel('Choose or drop a file with ratings').waitFor();
      await expectFits(page, 'audit');
      await page
        .getByLabel('Choose or drop a file with ratings')
        .setInputFiles({ name: `${LONG_WORD}.csv`, mimeType: '', buffer: Buffer.from(longCsv()) });
      await page.getByLabel('What an attacker would want to know about people').selectOption('group');
      await page.getByRole('button', { name: 'Read the data' }).click();
      await page.locator('#read-summary').waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectFits(page, 'data');
      await page.getByRole('textbox', { name: 'Questions' }).fill('3');
      await page.getByLabel('Parts').fill('2');
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.locator('#figure-reliability svg').first().waitFor({ timeout: 60_000, state: 'attached' });
      await expectFits(page, 'result');
      await expectPrints(page);
    });
  });

  it('the questionnaire view fits', async () => {
    await visit(async (page) => {
      await openView(page, /questionnaire/i);
      await page.getByRole('button', { name: 'An attacker’s list (gender)' }).click();
      await page.getByText('Use a model of your own').click();
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.locator('#agenda').waitFor({ timeout: 60_000 });
      await page.locator('#figure-trade-off svg').first().waitFor({ state: 'attached' });
      await expectFits(page, 'questionnaire');
    });
  });

  it('every kind of report fits', async () => {
    await site.visit({}, async ({ page }) => {
      for (const kind of REPORTS) {
        await page.goto(`${site.address}reports/${kind}.html`);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectFits(page, kind);
      }
    });
  });
});
