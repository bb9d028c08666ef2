/**
 * How smoothly the story moves: node scripts/story-frames.mjs, after npm run build:web. Opens the story in Chromium at 390
 * and at 1440 pixels and goes through all questions by the slider, with motion. Between two frames of
 * requestAnimationFrame the time is taken; what is printed: frames per second on average, and the share of frames that
 * took longer than 1/50 of a second. An empty page beside it says what the machine can do at that moment.
 */
import { availableParallelism, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { servePage } from './pageServer.mjs';

const SECONDS = 6;
const site = await servePage(new URL('../dist/web/', import.meta.url));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`);
  console.log('| what | frames per second | slower than 1/50 s |');
  console.log('| --- | ---: | ---: |');
  for (const width of [390, 1440]) {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      reducedMotion: 'no-preference',
      locale: 'en',
    });
    await page.goto('about:blank');
    print(`an empty page, ${width} pixels`, await page.evaluate(frames, SECONDS));
    await page.goto(`${site.address}#/story`);
    await page.locator('#loaded[data-kernels]').waitFor();
    await page.locator('#asked').focus();
    const measuring = page.evaluate(frames, SECONDS);
    for (let asked = 0; asked < 10; asked++) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout((1000 * SECONDS) / 11);
    }
    print(`the story, ${width} pixels`, await measuring);
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
}

/** Runs in the page: milliseconds between frames. */
function frames(seconds) {
  return new Promise((resolve) => {
    const gaps = [];
    let before = performance.now();
    const end = before + 1000 * seconds;
    const tick = (now) => {
      gaps.push(now - before);
      before = now;
      if (now < end) requestAnimationFrame(tick);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(tick);
  });
}

function print(what, gaps) {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const slow = gaps.filter((gap) => gap > 20).length / gaps.length;
  console.log(`| ${what} | ${((1000 * gaps.length) / total).toFixed(1)} | ${(100 * slow).toFixed(0)}% |`);
}
