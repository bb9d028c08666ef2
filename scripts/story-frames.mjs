/**
 * How smoothly the story moves: node scripts/story-frames.mjs, after npm run build:web. Opens the story in Chromium at 390
 * and at 1440 pixels and goes through all questions by the slider, with motion. Between two frames of
 * requestAnimationFrame the time is taken; what is printed: frames per second on average, and the share of frames that
 * took longer than 1/50 of a second. An empty page beside it says what the machine can do at that moment, and the
 * processor time of the whole browser per frame says what a frame costs however busy the machine is: 60 frames per second
 * leave 16.7 ms.
 */
import { availableParallelism, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { servePage } from './pageServer.mjs';

const SECONDS = 6;
const site = await servePage(new URL('../dist/web/', import.meta.url));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`);
  console.log('| what | frames per second | slower than 1/50 s | processor time per frame, ms |');
  console.log('| --- | ---: | ---: | ---: |');
  const inspector = await browser.newBrowserCDPSession();
  const processor = async () => {
    const { processInfo } = await inspector.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const measured = async (what, act) => {
    const before = await processor();
    const gaps = await act();
    print(what, gaps, (1000 * ((await processor()) - before)) / gaps.length);
  };
  for (const width of [390, 1440]) {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      reducedMotion: 'no-preference',
      locale: 'en',
    });
    await page.goto('about:blank');
    await measured(`an empty page, ${width} pixels`, () => page.evaluate(frames, SECONDS));
    await page.goto(`${site.address}#/story`);
    await page.locator('#loaded[data-kernels]').waitFor();
    await page.locator('#asked').focus();
    await measured(`the story, ${width} pixels`, async () => {
      const measuring = page.evaluate(frames, SECONDS);
      for (let asked = 0; asked < 10; asked++) {
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout((1000 * SECONDS) / 11);
      }
      return measuring;
    });
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

function print(what, gaps, cost) {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const slow = gaps.filter((gap) => gap > 20).length / gaps.length;
  console.log(
    `| ${what} | ${((1000 * gaps.length) / total).toFixed(1)} | ${(100 * slow).toFixed(0)}% | ${cost.toFixed(1)} |`,
  );
}
