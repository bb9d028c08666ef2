/** The report in a real browser: no errors, no requests, accessible, usable by keyboard, narrow and in the dark. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../test/support/accessible.ts';
import { curveIn } from '../../test/support/findings.ts';
import { sampleRecords } from '../../test/support/sampleRecords.ts';
import { renderReport } from './renderReport.ts';

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

const HOSTILE = '<img src=x onerror=alert(1)></script><script>alert(2)</script>"\'&';

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  const records = sampleRecords();
  let browser: Browser;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-browser-'));
    const file = join(folder, 'report.html');
    await writeFile(
      file,
      await renderReport({
        ...records,
        items: records.items.map((item, at) => (at === 0 ? { ...item, title: HOSTILE } : item)),
      }),
    );
    address = pathToFileURL(file).href;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  async function opened(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
      page.on('request', (request) => {
        if (request.url() !== address) complaints.push(`request ${request.url()}`);
      });
      await page.goto(address);
      await use(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

  it.each(LOOKS)('axe finds nothing in %s at %i pixels', async (colorScheme, width) => {
    await opened({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
      await page.locator('summary').click();
      await expectAccessible(page);
    });
  });

  it('dark is dark, in the pictures too', async () => {
    const colours = (page: Page) =>
      page.evaluate<string[]>(
        `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('#figure-auc .wide text')).fill]`,
      );
    await opened({ colorScheme: 'dark' }, async (page) =>
      expect(await colours(page)).toEqual(['rgb(20, 23, 26)', 'rgb(169, 177, 185)']),
    );
    await opened({ colorScheme: 'light' }, async (page) =>
      expect(await colours(page)).toEqual(['rgb(255, 255, 255)', 'rgb(87, 94, 102)']),
    );
  });

  it('a phone scrolls one way only, and sees the narrow pictures', async () => {
    await opened({ viewport: { width: 360, height: 740 } }, async (page) => {
      expect(await widthOf(page)).toBe(360);
      expect(await page.locator('#figure-auc .narrow svg').isVisible()).toBe(true);
      expect(await page.locator('#figure-auc .wide svg').isVisible()).toBe(false);
    });
  });

  it('the keyboard reaches the chart and moves through the questions', async () => {
    await opened({}, async (page) => {
      const focused = () => page.evaluate<string>('document.activeElement.id');
      for (let presses = 0; presses < 40 && (await focused()) !== 'slider-auc'; presses++)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe('slider-auc');
      const figure = page.locator('#figure-auc');
      const lead = curveIn(records, records.attackers[0]!.id);
      const shows = async (questions: number) => {
        const { value, low, high } = lead[questions]!.auc;
        expect(await figure.locator('[data-at]').textContent()).toBe(`${questions} questions`);
        const text = `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
        expect(await figure.locator('[data-figure]').first().textContent()).toBe(text);
        expect(await figure.locator('input').getAttribute('aria-valuetext')).toContain(
          `Exact (IncFBC) ${value.toFixed(3)}`,
        );
      };
      await shows(10);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await shows(12);
      await page.keyboard.press('End');
      await shows(100);
    });
  });

  it('the pointer picks the nearest question', async () => {
    await opened({}, async (page) => {
      const svg = page.locator('#figure-auc .wide svg');
      await svg.scrollIntoViewIfNeeded();
      const box = (await svg.boundingBox())!;
      const { left, width, total } = await page.evaluate<{ left: number; width: number; total: number }>(
        `JSON.parse(document.querySelector('#figure-auc script').textContent).frames[0]`,
      );
      await page.mouse.move(box.x + ((left + 0.4 * width) / total) * box.width, box.y + 100);
      expect(await page.locator('#figure-auc [data-at]').textContent()).toBe('40 questions');
      const line = page.locator('#figure-auc .wide .cursor line');
      expect(Number(await line.getAttribute('x1'))).toBeCloseTo(0.4 * width, 6);
    });
  });

  it('without scripts everything is there but looking up', async () => {
    await opened({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('figure .wide svg:visible').count()).toBe(11);
      expect(await page.locator('.explorer:visible').count()).toBe(0);
    });
  });

  it('prints in light colours, with the wide pictures and the folded table', async () => {
    await opened({ colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
      expect(await page.locator('.explorer:visible, nav:visible').count()).toBe(0);
      const table = `document.querySelector('details table')`;
      expect(await page.evaluate(`${table}.checkVisibility() && ${table}.getBoundingClientRect().height > 100`)).toBe(
        true,
      );
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
    });
  });
});
