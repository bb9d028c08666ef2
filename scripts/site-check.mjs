/**
 * Every page of the site through axe: node scripts/site-check.mjs [--only PATTERN] [--pictures FOLDER], after npm run site. Light
 * and dark in a wide window, light on a phone; test/site.test.ts looks at four pages alone. It also names pictures that are
 * missing, what sticks out of the window, and Markdown that is shown as it was written. With a folder it takes
 * pictures in place of axe: each page light and dark, wide and narrow, in parts of at most 4000 pixels.
 */
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { servePage } from './pageServer.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, pictures: { type: 'string' } },
});
const built = new URL('../site/dist/', import.meta.url);
const names = readdirSync(fileURLToPath(built), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html') && new RegExp(values.only).test(name))
  .sort();
const CHECKED = [
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
];
const PICTURED = [
  ['light', 1280],
  ['light', 360],
  ['dark', 360],
  ['dark', 1280],
];
const LONGEST = 4000;

const site = await servePage(built);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let complaints = 0;
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  for (const name of names) await lookAt(await context.newPage(), name);
} finally {
  await browser.close();
  await site.close();
}
process.stdout.write(`${names.length} pages, ${complaints} complaints\n`);
process.exitCode = complaints === 0 ? 0 : 1;

async function lookAt(page, name) {
  await page.goto(`${site.address}${name}`, { waitUntil: 'networkidle' });
  for (const [colorScheme, width] of values.pictures === undefined ? CHECKED : PICTURED) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(`document.documentElement.classList.contains('dark') === ${colorScheme === 'dark'}`);
    const found = await page.evaluate(faults);
    if (values.pictures === undefined) found.push(...(await violations(page)));
    else await takePictures(page, name, `${colorScheme}-${width}`);
    complaints += found.length;
    for (const fault of found) process.stdout.write(`${name}, ${colorScheme}, ${width}: ${fault}\n`);
  }
  await page.close();
}

/** Without the menu, which is the same on every page: test/site.test.ts has it. */
async function violations(page) {
  const result = await new AxeBuilder({ page })
    .exclude('.VPSidebar')
    .options({ resultTypes: ['violations'] })
    .analyze();
  const looked = result.passes.some(({ id }) => id === 'color-contrast') ? [] : ['nobody looked at the contrast'];
  return [
    ...looked,
    ...result.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} (${nodes.length})`),
  ];
}

/** In the page: what a reader would see as broken, and axe does not look for. */
function faults() {
  const window = document.documentElement.clientWidth;
  const scrolls = (element) =>
    element !== null &&
    (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const shown = [...document.querySelectorAll('.vp-doc *')].filter((each) => each.checkVisibility());
  const wide = shown.filter((each) => each.getBoundingClientRect().right > window + 1 && !scrolls(each.parentElement));
  const missing = [...document.images].filter((image) => image.complete && image.naturalWidth === 0);
  const words = shown
    .filter((each) => each.closest('pre, code') === null)
    .flatMap((each) => [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .map(({ data }) => data);
  const raw = words.filter((text) => /\]\(|\*\*|`|^\s*\|.*\|\s*$|^\s*#+ |<\/?\w+>|&\w+;|\\[a-z]+\{|:::/.test(text));
  return [
    ...wide.slice(0, 3).map((each) => `sticks out: ${each.outerHTML.slice(0, 120)}`),
    ...missing.map((image) => `no picture: ${image.src}`),
    ...raw.map((text) => `as it was written: ${text.slice(0, 120)}`),
  ];
}

async function takePictures(page, name, look) {
  const folder = join(values.pictures, look);
  await mkdir(folder, { recursive: true });
  const height = await page.evaluate('document.documentElement.scrollHeight');
  const { width } = page.viewportSize();
  for (let y = 0, part = 0; y < height; y += LONGEST, part += 1) {
    const clip = { x: 0, y, width, height: Math.min(LONGEST, height - y) };
    const path = join(
      folder,
      `${name.replace(/\.html$/, '').replaceAll('/', '_')}.${String(part).padStart(2, '0')}.jpeg`,
    );
    await page.screenshot({ path, clip, fullPage: true, quality: 80 });
  }
}
