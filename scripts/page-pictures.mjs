/**
 * Pictures of the page: node scripts/page-pictures.mjs [folder], after npm run build:web. Every stage of a visit on a phone
 * (390 x 844) and in a wide window (1440 x 900), light and dark, as page-<stage>[-wide][-dark].png; the answers are always
 * the same. docs/images has some of them, shrunk to a palette.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { servePage } from './pageServer.mjs';

const folder = process.argv[2] ?? 'docs/images';
const SIZES = [
  ['', { width: 390, height: 844 }],
  ['-wide', { width: 1440, height: 900 }],
];
const site = await servePage(new URL('../dist/web/', import.meta.url));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  await mkdir(folder, { recursive: true });
  for (const [size, viewport] of SIZES) {
    for (const colorScheme of ['light', 'dark']) await takeVisit(viewport, colorScheme, size);
  }
} finally {
  await browser.close();
  await site.close();
}

async function takeVisit(viewport, colorScheme, size) {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en' });
  const path = (name) => join(folder, `page-${name}${size}${colorScheme === 'dark' ? '-dark' : ''}.png`);
  const picture = (name) => page.screenshot({ path: path(name) });
  const press = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(site.address);
  await page.locator('#loaded[data-kernels]').waitFor();
  await picture('landing');
  await press('5624');
  await picture('answers');
  await press('5');
  await page.locator('.bet-choice input').first().check();
  await picture('bet');
  await page.locator('.bet .button.primary').click();
  await page.locator('.split').waitFor();
  await page.mouse.move(0, 0);
  await picture('opened');
  await page.locator('.bet .button.primary').click();
  await press('16342');
  await page.locator('.guesses').waitFor();
  await picture('results');
  await page.locator('.share-card').screenshot({ path: path('card') });
  for (const answer of ['moderately inaccurate', 'slightly accurate']) {
    await page.locator('.spy').getByRole('button', { name: answer, exact: true }).click();
  }
  await page.locator('.spy').screenshot({ path: path('spy') });
  await page.evaluate("location.hash = '#/story'");
  await page.locator('#asked').focus();
  await page.keyboard.press('End');
  await page.locator('.story-figure').screenshot({ path: path('story') });
  await page.close();
}
