/**
 * Pictures of the page for docs/page.md: node scripts/page-pictures.mjs [folder], after npm run build:web. A phone and a
 * wide window, light; the answers are always the same. Shrink them to a palette before they go into docs/images.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { servePage } from './pageServer.mjs';

const folder = process.argv[2] ?? 'docs/images';
const site = await servePage(new URL('../dist/web/', import.meta.url));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  await mkdir(folder, { recursive: true });
  const phone = await opened({ width: 390, height: 844 });
  const picture = (page, name) => page.screenshot({ path: join(folder, `page-${name}.png`) });
  const press = async (keys) => {
    for (const key of keys) await phone.keyboard.press(key);
  };
  await picture(phone, 'landing');
  await press('56245');
  await phone.locator('.bet-choice input').first().check();
  await picture(phone, 'bet');
  await phone.locator('.bet .button.primary').click();
  await phone.locator('.split').waitFor();
  await phone.mouse.move(0, 0);
  await picture(phone, 'opened');
  await phone.locator('.bet .button.primary').click();
  await press('16342');
  await phone.locator('.guesses').waitFor();
  await picture(phone, 'results');
  await phone.locator('.share-card').screenshot({ path: join(folder, 'page-card.png') });
  for (const answer of ['moderately inaccurate', 'slightly accurate']) {
    await phone.locator('.spy').getByRole('button', { name: answer, exact: true }).click();
  }
  await phone.setViewportSize({ width: 1000, height: 1000 });
  await phone.locator('.spy').screenshot({ path: join(folder, 'page-spy.png') });
  const wide = await opened({ width: 1100, height: 720 }, '#/story');
  await wide.locator('#asked').focus();
  await wide.keyboard.press('End');
  await wide.locator('.story-figure').screenshot({ path: join(folder, 'page-story.png') });
} finally {
  await browser.close();
  await site.close();
}

async function opened(viewport, hash = '') {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'en' });
  await page.goto(`${site.address}${hash}`);
  await page.locator('#loaded[data-kernels]').waitFor();
  return page;
}
