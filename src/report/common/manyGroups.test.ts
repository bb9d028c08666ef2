/** Sixteen groups, and twenty-seven: everything can still be read, on a narrow phone too. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyGroups } from '../../../test/support/manyGroups.ts';
import { renderReport } from '../../render/index.ts';
import { questionText } from '../audit/prose.ts';
import { itemTable, takenForTable } from '../audit/tables.ts';
import { confusionChart } from '../charts/confusion.ts';
import { leakyItemsChart } from '../charts/leakyItems.ts';

const headings = (text: string) =>
  [...text.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, heading]) => heading);

describe.each([16, 27])('%i groups', (groups) => {
  const records = manyGroups(groups);

  it('a table says what each is taken for, in place of a grid', () => {
    expect(confusionChart(records)).toBeUndefined();
    const [table] = takenForTable(records);
    expect(headings(table!.text)).toEqual(['gender', 'Correct', 'Mistaken for']);
    expect(table!.text.match(/<tr>/g)).toHaveLength(groups + 1);
    expect(table!.text).toContain('Department number 2, and some of its neighbours (50%)');
    const largest = 100 + 10 * (groups - 1);
    const share = Math.round((100 * largest) / records.data.users);
    expect(table!.text).toContain(`of 50% of`);
    expect(table!.text).toContain(`guessing the largest group for everyone is right for ${share}%`);
  });

  it('items name the lowest and the highest group, not all of them', () => {
    expect(headings(itemTable(records).text).slice(-3)).toEqual(['Lowest', 'Highest', 'Ratings']);
    expect(leakyItemsChart(records)!.legend.map(({ label }) => label)).toEqual(['lowest group', 'highest group']);
    const biases = records.items[0]!.biases;
    const at = biases.indexOf(Math.max(...biases));
    expect(itemTable(records).text).toContain(`Department number ${at + 1}, and some of its neighbours (4.00)`);
  });

  it('the question counts them, and does not list them', () => {
    expect(questionText(records).text).toContain(`(${groups} groups, named in “The data”)`);
  });
});

it('few groups keep their grid and their columns', () => {
  const records = manyGroups(4);
  expect(takenForTable(records)).toEqual([]);
  expect(confusionChart(records)).toBeDefined();
  expect(headings(itemTable(records).text).filter((heading) => heading!.startsWith('Bias '))).toHaveLength(4);
});

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-groups-'));
    await writeFile(join(folder, 'report.html'), await renderReport(manyGroups(27)));
    const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath: CHROMIUM, args: quiet });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  it.each([320, 1440])(
    'the page scrolls one way only, and so does the table of groups, at %i pixels',
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      try {
        const page = await context.newPage();
        await page.goto(pathToFileURL(join(folder, 'report.html')).href);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
        const beyond = await page
          .getByRole('region', { name: 'What each group is mistaken for' })
          .evaluate((table: { scrollWidth: number; clientWidth: number }) => table.scrollWidth - table.clientWidth);
        expect(beyond).toBeLessThanOrEqual(0);
      } finally {
        await context.close();
      }
    },
  );
});
