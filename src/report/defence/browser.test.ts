/** The page about defences in a real browser: no errors, no requests, accessible, narrow and in the dark. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../../test/support/accessible.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { renderReport } from '../../render/index.ts';

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-defence-'));
    const file = join(folder, 'report.html');
    await writeFile(file, await renderReport(sampleDefenceRecords('world:movielens,users=600,items=300,seed=1')));
    address = pathToFileURL(file).href;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  it.each(LOOKS)(
    '%s, %i pixels: axe finds nothing, nothing is loaded, and it scrolls one way only',
    async (colorScheme, width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('request', (request) => {
          if (request.url() !== address) complaints.push(`request ${request.url()}`);
        });
        await page.goto(address);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectAccessible(page);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const narrow = width < 640;
        expect(await page.locator('figure .narrow svg:visible').count()).toBe(narrow ? 6 : 0);
        expect(await page.locator('figure .wide svg:visible').count()).toBe(narrow ? 0 : 6);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
