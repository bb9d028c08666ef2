/** The audit view in a real browser: files and the invented world, run, stop, explore, download. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ItemIndex, itemIndex, userIndex } from '../../src/ratings/index.ts';
import { createWorld, worldPresets } from '../../src/worlds/index.ts';
import { expectAccessible, expectReadable, openSite, type Site, skipped, widthOf } from './support/site.ts';

const { dataset } = createWorld(
  { ...worldPresets.demo, users: 160, items: 40, ratingsPerUser: 20, minimumPerUser: 10, leak: 0.2 },
  1,
);

function ratingsCsv(): string {
  const { starts, indices, values } = dataset.ratings.byUser;
  const rows = ['user;movie;stars'];
  for (let user = 0; user < dataset.users.size; user++) {
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const item: ItemIndex = itemIndex(indices[at]!);
      rows.push(`${dataset.users.id(userIndex(user))};${dataset.items.title(item)};${values[at]}`);
    }
  }
  return `${rows.join('\r\n')}\r\n`;
}

function peopleCsv(): string {
  const { values, labels } = dataset.attributes.get('chronotype') as { values: Int16Array; labels: readonly string[] };
  const rows = Array.from(
    values,
    (code, user) => `${dataset.users.id(userIndex(user))},${labels[code]},${20 + user},Zoë`,
  );
  return `user,Chronotype,age,name\n${rows.join('\n')}\n`;
}

const upload = (page: Page, label: string, name: string, contents: string | Buffer) =>
  page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(contents) });

const ratingsLabel = 'Choose or drop a file with ratings';
const peopleLabel = 'A file about the people';

async function openAudit(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /audit/i }).click();
  await page.getByRole('heading', { level: 1, name: 'What do your ratings give away?' }).waitFor();
}

async function chooseFiles(page: Page): Promise<void> {
  await upload(page, ratingsLabel, 'ratings.csv.gz', gzipSync(ratingsCsv()));
  await page.getByRole('heading', { name: 'ratings.csv.gz' }).waitFor();
  await upload(page, peopleLabel, 'people.csv', peopleCsv());
  await page.getByLabel('Who it is').waitFor();
  await page.getByLabel('What an attacker would want to know about people').selectOption('Chronotype');
  await page.getByText('No value is missing.').waitFor();
}

async function readData(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Read the data' }).click();
  await page.locator('#read-summary').waitFor();
  return (await page.locator('#read-summary').textContent())!;
}

describe.skipIf(skipped)('the audit view', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  it('audits a file, explains, and lets the result be kept; no request leaves the page', async () => {
    await site.visit({ acceptDownloads: true }, async ({ page, requests }) => {
      await openAudit(page);
      await chooseFiles(page);
      expect(await page.getByLabel('Who rated').inputValue()).toBe('user');
      expect(await page.getByLabel('What was rated').inputValue()).toBe('movie');
      expect(await page.getByLabel('The rating').inputValue()).toBe('stars');
      expect(await readData(page)).toContain('160 people, 40 things');
      await page.getByRole('textbox', { name: 'Questions' }).fill('6');
      await page.getByLabel('Parts').fill('2');
      await page.getByLabel(/Popular first/).uncheck();
      await page.getByText(/^Takes a few seconds on this machine/).waitFor();
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.locator('#answer').waitFor({ timeout: 60_000 });
      expect(await page.evaluate('document.activeElement.id')).toBe('result-title');
      expect(await page.locator('#first-look').count()).toBe(0);
      expect(await page.locator('#answer').textContent()).toMatch(/^A .*leak of Chronotype\.$/);
      // One sentence, one picture, then the details.
      expect(await page.locator('#answer + .result-chart figure').getAttribute('id')).toBe('figure-headline');
      expect(await page.locator('#found').textContent()).toMatch(
        /^After 6 questions the strongest of 2 attackers \(.*\) reaches an AUC of 0\.[6-9]\d .*160 people/,
      );
      await page.locator('#figure-auc .wide svg').waitFor();

      const readout = page.locator('.result-chart', { has: page.locator('#figure-auc') }).locator('.readout');
      expect(await readout.textContent()).toContain('after 6 questions');
      await page
        .locator('.result-chart', { has: page.locator('#figure-auc') })
        .getByRole('slider')
        .press('ArrowLeft');
      expect(await readout.textContent()).toContain('after 5 questions');
      expect(await readout.textContent()).toMatch(/the attacker0\.\d\d \[0\.\d\d, /);
      await page
        .locator('.result-chart', { has: page.locator('#figure-auc') })
        .locator('summary')
        .click();
      expect(
        await page
          .getByRole('region', { name: /^Figures: How well/ })
          .locator('tbody tr')
          .count(),
      ).toBe(7);
      expect(await readout.locator('li').count()).toBe(3);
      await page.getByLabel('at random', { exact: true }).uncheck();
      await expect.poll(() => readout.locator('li').count()).toBe(2);
      await page.getByLabel('at random', { exact: true }).check();

      const saved = async (button: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFile((await download.path())!, 'utf8');
      };
      const records = JSON.parse(await saved('Records (JSON)'));
      expect(records).toMatchObject({ format: 'ulterior-audit', data: { source: 'ratings.csv.gz', users: 160 } });
      expect(await saved('Curves (CSV)')).toMatch(/^target,exposure,length,defence,strength,attacker,/);
      const report = await saved('Download the report');
      expect(report).toMatch(/^<!doctype html>/);
      expect(report.match(/<svg viewBox="0 0 \d+ \d+" role="img" aria-label="/g)!.length).toBeGreaterThan(10);
      expect(report).not.toMatch(/<svg[^>]* width=/);
      await expectReadable(report, { page });

      await page.getByRole('navigation').getByRole('link', { name: 'About' }).click();
      await openAudit(page);
      expect(await page.locator('#answer').count()).toBe(1);
      expect(await page.getByRole('textbox', { name: 'Questions' }).inputValue()).toBe('6');
      expect(requests).toEqual([]);
    });
  });

  it('finds nothing for axe in light and in dark, and scrolls one way only on a phone', async () => {
    await site.visit({ colorScheme: 'light', viewport: { width: 360, height: 740 } }, async ({ page }) => {
      await openAudit(page);
      await chooseFiles(page);
      await readData(page);
      await page.getByRole('textbox', { name: 'Questions' }).fill('2');
      await page.getByLabel('Parts').fill('2');
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.locator('#figure-reliability .narrow svg').waitFor({ timeout: 60_000 });
      await page.locator('summary').last().click();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(360);
      expect(await page.locator('#figure-auc .wide svg').isVisible()).toBe(false);
    });
  });

  it('says what is wrong with a file, keeps the rest, and reads windows-1252', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      await chooseFiles(page);
      const problem = page.getByRole('alert');
      await page.getByRole('button', { name: 'Remove people.csv' }).click();
      await upload(page, peopleLabel, 'people.csv', Buffer.from(peopleCsv(), 'latin1'));
      await page.getByRole('cell', { name: 'Zoë' }).first().waitFor();
      expect(await problem.count()).toBe(0);

      await page.getByLabel('What an attacker would want to know about people').selectOption('age');
      expect(await page.getByLabel('The number').inputValue()).toBe('99');
      await page.getByLabel('The number').fill('old');
      expect(await page.getByRole('button', { name: 'Read the data' }).isDisabled()).toBe(true);
      await page.getByLabel('The number').fill('500');
      await page.getByRole('button', { name: 'Read the data' }).click();
      await problem.waitFor();
      expect(await problem.textContent()).toContain('ATTRIBUTE_SINGLE_VALUED');
      await page.getByLabel('The number').fill('100');
      expect(await readData(page)).toMatch(/age: below 100 \(80\), from 100 \(80\)/);
      expect(await page.getByLabel('What was rated').inputValue()).toBe('movie');

      await page.getByRole('button', { name: 'Remove ratings.csv.gz' }).click();
      await upload(page, ratingsLabel, 'broken.csv', 'user,item,rating\na,b\n');
      expect(await problem.textContent()).toMatch(/line 2 of "broken.csv" has 2 columns.*ROW_RAGGED/i);
    });
  });

  it('reads a wide table', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      const header = ['person', 'Team', ...Array.from({ length: 8 }, (_, n) => `How do you like dish ${n}?`)];
      const rows = Array.from({ length: 60 }, (_, n) => [
        n,
        n % 2 ? 'red' : 'blue',
        ...Array.from({ length: 8 }, (_, item) =>
          (n * 7 + item * 3) % 5 === 0 ? 'N/A' : 1 + (((n % 2) + item + n) % 5),
        ),
      ]);
      await upload(page, ratingsLabel, 'wide.csv', [header, ...rows].map((row) => row.join(',')).join('\n'));
      await page.getByText('8 items, 1 attribute, 0 left out.').waitFor();
      expect(await page.getByRole('radio', { name: /^One row per person/ }).isChecked()).toBe(true);
      await page.getByLabel('What an attacker would want to know about people').selectOption('Team');
      await page.getByText('No value is missing.').waitFor();
      expect(await readData(page)).toMatch(/60 people, 8 things.*Team: blue \(30\), red \(30\)/);
    });
  });

  it('stops when told to, and runs again', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      await page.getByRole('button', { name: 'Or use an invented world' }).click();
      await page.locator('#read-summary').waitFor();
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByRole('progressbar').waitFor();
      // A first figure comes long before the result, and does not pass for it.
      await page.locator('#first-look').waitFor({ timeout: 60_000 });
      expect(await page.locator('#first-look .lead').textContent()).toMatch(
        /^One quick attacker already finds a .*leak of chronotype\.$/,
      );
      expect(await page.locator('#first-look').textContent()).toMatch(
        /AUC 0\.\d\d, between 0\.\d\d and [01]\.\d\d \(99% interval\)/,
      );
      await page.getByRole('button', { name: 'Stop' }).click();
      // The piece of work at hand is finished first.
      await page.getByText('Stopped. Nothing you chose is lost.').waitFor({ timeout: 60_000 });
      expect(await page.locator('#answer').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Run the audit' }).isEnabled()).toBe(true);
    });
  });
});
