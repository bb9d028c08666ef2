/**
 * The top of a report as docs/images/report.png: node scripts/report-picture.mjs gender/report.html. The report of the README is of
 * npx ulterior audit ml-100k:data --attribute gender --min-user 20 --min-item 20 --output gender
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, picture = 'docs/images/report.png'] = process.argv.slice(2);
if (report === undefined) throw new Error('name the report: node scripts/report-picture.mjs gender/report.html');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1560 }, colorScheme: 'light', locale: 'en' });
  await page.goto(pathToFileURL(resolve(report)).href);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
}
