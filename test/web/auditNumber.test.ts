/** An audit of a number in a real browser: the invented world and a file, from the choice to the downloaded report. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectReadable, openSite, type Site, skipped, widthOf } from './support/site.ts';

async function openAudit(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /audit/i }).click();
  await page.getByRole('heading', { level: 1, name: 'What do your ratings give away?' }).waitFor();
}

async function runSmall(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Questions' }).fill('4');
  await page.getByLabel('Parts').fill('2');
  await page.getByLabel(/^Steepest first/).uncheck();
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.locator('#answer').waitFor({ timeout: 120_000 });
}

/** People whose answers rise and fall with their age. */
function survey(people: number, age: (person: number) => string): string {
  const items = Array.from({ length: 8 }, (_, item) => `dish ${item}`);
  const rows = Array.from({ length: people }, (_, person) => {
    const years = 20 + ((person * 37) % 60);
    const answers = items.map((_, item) => {
      const leaning = item % 2 === 0 ? years - 20 : 80 - years;
      return 1 + Math.min(4, Math.max(0, Math.round(leaning / 15 + ((person * 7 + item * 5) % 5) / 2 - 1)));
    });
    return [age(years), ...answers].join();
  });
  return [['age', ...items].join(), ...rows].join('\n');
}

describe.skipIf(skipped)('an audit of a number', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  it('infers the ages of the invented world, explains, and lets the report be kept; axe finds nothing', async () => {
    const viewport = { width: 390, height: 844 };
    await site.visit({ acceptDownloads: true, viewport }, async ({ page, requests }) => {
      await openAudit(page);
      await page.getByRole('button', { name: 'Or use an invented world' }).click();
      // While the first choice is still being read: the last one counts.
      await page.getByRole('radio', { name: 'Age in years: a number' }).check();
      await page.locator('#read-summary', { hasText: 'age: from ' }).waitFor();
      expect(await page.locator('#read-summary').textContent()).toMatch(
        /1,200 people, 300 things.*age: from -?[\d.]+ to [\d.]+; half of the people have at most 3\d/,
      );
      expect(await page.getByLabel(/don’t know it/).count()).toBe(0);
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped. Nothing you chose is lost.').waitFor();

      await runSmall(page);
      expect(await page.evaluate('document.activeElement.id')).toBe('result-title');
      expect(await page.locator('#answer').textContent()).toMatch(/^A .*leak of age\.$/);
      // One sentence, one picture, then the details.
      expect(await page.locator('#answer + .result-chart figure').getAttribute('id')).toBe('figure-error');
      expect(await page.locator('#found').textContent()).toMatch(
        /^A .*leak of age\. After 4 questions chosen by Exact, the attacker’s guess of age is off by \d+\.\d years on average/,
      );
      await page.locator('#figure-coverage .narrow svg').waitFor();
      await page.locator('#figure-items .narrow svg').waitFor();
      await page
        .locator('.result-chart', { has: page.locator('#figure-error') })
        .locator('summary')
        .click();
      const figures = page.getByRole('region', { name: /^Figures: How far off/ }).locator('tbody tr');
      expect(await figures.count()).toBe(5);
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(390);

      const saved = async (button: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFile((await download.path())!, 'utf8');
      };
      expect(JSON.parse(await saved('Records (JSON)'))).toMatchObject({
        format: 'ulterior-numeric-audit',
        spec: {
          attribute: 'age',
          unit: 'years',
          folds: 2,
          strategies: ['varianceReduction', 'random'],
          shuffled: true,
        },
        data: { source: 'world:demo,seed=1', users: 1200 },
        planted: { questions: 10 },
      });
      const report = await saved('Download the report');
      expect(report).toMatch(/^<!doctype html>/);
      expect(report).toContain('How far off the guesses are, question by question');
      await expectReadable(report, { page });
      expect(report.match(/<svg viewBox="0 0 \d+ \d+" role="img" aria-label="/g)!.length).toBeGreaterThan(7);

      // A list of questions is checked for groups only.
      await page.evaluate(`location.hash = '#/questionnaire'`);
      await page.getByText('Use a model of your own').click();
      await page.getByText('The data of the audit are about a number.').waitFor();
      expect(requests).toEqual([]);
    });
  });

  it('takes a column of a file as a number, and refuses too few people and values that are no numbers by their codes', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      const choose = async (contents: string) => {
        await page
          .getByLabel('Choose or drop a file with ratings', { exact: true })
          .setInputFiles({ name: 'survey.csv', mimeType: '', buffer: Buffer.from(contents) });
        await page.getByLabel('What an attacker would want to know about people').selectOption('age');
      };
      const remove = () => page.getByRole('button', { name: 'Remove survey.csv' }).click();
      const read = () => page.getByRole('button', { name: 'Read the data' }).click();
      const problem = page.getByRole('alert');

      await choose(survey(15, String));
      await page.getByLabel(/^As a number/).check();
      await read();
      await problem.waitFor();
      expect(await problem.textContent()).toMatch(/"age" is known of 15 people.*PEOPLE_TOO_FEW/);
      await remove();

      await choose(survey(60, (years) => (years === 57 ? 'old' : String(years))));
      await page.getByText('Every value is a group').waitFor();
      expect(await page.getByLabel(/^As a number/).count()).toBe(0);
      await page.getByLabel('An expression, as on the command line').check();
      await page.getByLabel('The expression', { exact: true }).fill('age:number');
      await read();
      await problem.waitFor();
      expect(await problem.textContent()).toMatch(/read as a number but holds "old".*ATTRIBUTE_VALUE_UNKNOWN/);
      await remove();

      await choose(survey(60, String));
      await page.getByLabel(/^As a number/).check();
      await page.getByLabel('What the number counts').fill('years');
      await page.getByText('--attribute age:number --set unit=years').waitFor();
      await read();
      await page.locator('#read-summary', { hasText: 'age: from 20 to 79; ' }).waitFor();
      await page.getByLabel(/^Control:/).uncheck();
      await runSmall(page);
      expect(await page.locator('#answer').textContent()).toMatch(
        /leak of age/, // The permutation test stands without the control.
      );
      expect(await page.locator('#found').textContent()).toMatch(/off by \d+\.\d years on average/);
    });
  });
});
