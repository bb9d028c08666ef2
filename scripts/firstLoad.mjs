/**
 * How soon the page can be read and answered on a slow phone: 4 times slower processor, slow 4G (1.6 Mbit/s, 560 ms
 * round trip), 390 x 844. For scripts/page-time.mjs --first.
 *
 * Readable: the first statement, or whatever the page begins with, was painted. Answerable: pressing its button changes
 * the page; tried every 50 ms. The bytes are those of files that were complete by then, compressed. An answer is painted when the frame
 * after the change is.
 */
const LIMITS = { kilobytes: 120, readable: 2.5, answerable: 4, shift: 0.02, answer: 100 };

export async function measureFirstLoad(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const inspector = await context.newCDPSession(page);
    await inspector.send('Network.enable');
    await inspector.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 560,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 0.75e6 / 8,
    });
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'commit' });
    while (!(await page.evaluate('window.measured?.answerable !== undefined'))) await page.waitForTimeout(50);
    const kilobytes = await page.evaluate('window.kilobytesUntil(window.measured.answerable)');
    const painted = [];
    for (let answers = 0; answers < 3; answers++) painted.push(await page.evaluate('window.paintedAnswer()'));
    // What is fetched and started meanwhile must not move anything.
    await page.locator('#loaded[data-kernels]').waitFor();
    const { readable, answerable, shift } = await page.evaluate('window.measured');
    const figures = painted.filter((figure) => figure !== null);
    return { kilobytes, readable, answerable, shift, answer: figures.length > 0 ? Math.max(...figures) : undefined };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before its own scripts. */
function watch() {
  const measured = { shift: 0 };
  window.measured = measured;
  const button = () => document.querySelector('.accuracies .button, .button.primary');
  const state = () => document.querySelector('.question-count, .setup')?.textContent;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const attempt = () => {
    const target = button();
    if (target !== null && measured.readable === undefined) {
      measured.readable = Number.NaN;
      requestAnimationFrame(() =>
        setTimeout(() => {
          measured.readable = performance.now() / 1000;
        }),
      );
    }
    const before = state();
    target?.click();
    setTimeout(() => {
      if (target !== null && state() !== before) measured.answerable = performance.now() / 1000;
      else setTimeout(attempt, 50);
    });
  };
  addEventListener('readystatechange', attempt, { once: true, capture: true });
  window.kilobytesUntil = (seconds) =>
    ['navigation', 'resource']
      .flatMap((kind) => performance.getEntriesByType(kind))
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= 1000 * seconds)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0);
  /** Milliseconds from a click to the frame in which the next statement is painted; null where there is none. */
  window.paintedAnswer = () =>
    new Promise((resolve) => {
      const target = document.querySelector('.accuracies .button');
      if (target === null) return resolve(null);
      const start = performance.now();
      target.click();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
}

export function printFirstLoad(rows) {
  const columns = [
    ['kB gzipped', 'kilobytes', 0],
    ['readable, s', 'readable', 2],
    ['answerable, s', 'answerable', 2],
    ['layout shift', 'shift', 3],
    ['answer, ms', 'answer', 0],
  ];
  console.log(`| first load | ${columns.map(([title]) => title).join(' | ')} |`);
  console.log(`| --- |${columns.map(() => ' ---: |').join('')}`);
  const cell = (value, digits) => (value === undefined ? '-' : value.toFixed(digits));
  for (const [name, figures] of rows) {
    console.log(`| ${name} | ${columns.map(([, key, digits]) => cell(figures[key], digits)).join(' | ')} |`);
  }
  console.log(`| at most | ${columns.map(([, key, digits]) => LIMITS[key].toFixed(digits)).join(' | ')} |`);
}
