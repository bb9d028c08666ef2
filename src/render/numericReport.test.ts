/** The report of a number as files, and in a real browser: accessible, narrow and in the dark. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../test/support/accessible.ts';
import { sampleNumericRecords } from '../../test/support/sampleNumericRecords.ts';
import { layouts, numericCharts, toJsonLines } from '../report/index.ts';
import { compileChart } from './chartSvg.ts';
import { writeReport } from './writeReport.ts';

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

const records = sampleNumericRecords({ titles: ['<img src=x onerror=alert(1)></script>"\'&'] });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ulterior-numeric-'));
  await writeReport(records, folder);
});
afterAll(() => rm(folder, { recursive: true }));

it('writes the page, the records, the curves and every chart', async () => {
  const found = await readdir(folder, { recursive: true });
  expect(found).toEqual(expect.arrayContaining(['report.html', 'records.json', 'curves.csv', 'curves.parquet']));
  for (const { id } of numericCharts(records)) expect(found).toContain(join('charts', `${id}-dark.svg`));
  expect(JSON.parse(await readFile(join(folder, 'records.json'), 'utf8'))).toEqual(records);
  const lines = (await readFile(join(folder, 'curves.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(`${lines.join('\n')}\n`).toBe(toJsonLines(records.findings));
});

it.each(numericCharts(records).map((chart) => [chart.id, chart] as const))(
  '%s compiles without a warning',
  async (_, chart) => {
    for (const layout of Object.values(layouts)) {
      expect((await compileChart(chart.spec(layout), 'page')).warnings).toEqual([]);
      expect(JSON.parse(JSON.stringify(chart.spec(layout)))).toEqual(chart.spec(layout));
    }
  },
);

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(() => browser?.close());

  it.each(LOOKS)('axe finds nothing in %s at %i pixels, and nothing goes wrong', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
      const address = pathToFileURL(join(folder, 'report.html')).href;
      page.on('request', (request) => {
        if (request.url() !== address) complaints.push(`request ${request.url()}`);
      });
      await page.goto(address);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.locator('#figure-error .narrow svg').isVisible()).toBe(width === 360);
      await page.locator('summary').click();
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
