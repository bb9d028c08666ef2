/** A report in a real browser: no errors, no requests, accessible, narrow and in the dark. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../src/render/index.ts';
import type { AnyRecords } from '../../src/report/index.ts';
import { expectAccessible, LOOKS } from './accessible.ts';

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

/** `figures`: how many charts the report has. */
export function describeInBrowser(records: () => AnyRecords, figures: number): void {
  describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
    let browser: Browser;
    let folder: string;
    let address: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ulterior-report-'));
      const file = join(folder, 'report.html');
      await writeFile(file, await renderReport(records()));
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
          expect(await page.locator('figure .narrow svg:visible').count()).toBe(narrow ? figures : 0);
          expect(await page.locator('figure .wide svg:visible').count()).toBe(narrow ? 0 : figures);
          expect(complaints).toEqual([]);
        } finally {
          await context.close();
        }
      },
    );
  });
}
