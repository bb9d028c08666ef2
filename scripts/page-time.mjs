/**
 * How long the page takes from a file to its first figure, and to the whole audit: node scripts/page-time.mjs [--people 20000] [--items 50]
 *
 * After `npm run build:web`. Invents a wide survey with a leak, gives it to the built page in Chromium, and goes through
 * the audit with the settings that the page starts with. Only waiting counts: nobody has to think about a choice. Beside
 * the times stands the processor time of the whole browser, which says more on a machine that has other work to do.
 *
 * With --first it measures instead how soon the first statement can be read and answered on a slow phone
 * (firstLoad.mjs), as a table; --before names the folder of an earlier build to compare with.
 */
import { availableParallelism, loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { measureFirstLoad, printFirstLoad } from './firstLoad.mjs';
import { servePage } from './pageServer.mjs';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    items: { type: 'string', default: '50' },
    /** Ends at the preliminary figure. */
    preliminary: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    before: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const [people, items] = [Number(values.people), Number(values.items)];
const LONGEST = 30 * 60_000;
/** One column is the gender, coded 1 and 2; a few items go with it. */
function survey() {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const rows = Array.from({ length: people }, () => {
    const gender = random() < 0.5 ? 1 : 2;
    const answers = Array.from({ length: items }, (_, item) => {
      const shift = item % 10 === 0 ? 0.6 * (gender - 1.5) : 0;
      return Math.max(1, Math.min(5, Math.round(3 + shift + 1.2 * (random() + random() + random() - 1.5))));
    });
    return `${gender},${answers.join()}`;
  });
  const header = ['gender', ...Array.from({ length: items }, (_, item) => `I like dish number ${item + 1}`)];
  return `${[header.join(), ...rows].join('\n')}\n`;
}

const folder = new URL('../dist/web/', import.meta.url);

/** Each build from a server and a browser context of its own. */
async function firstLoads(browser) {
  const builds = [['now', folder]];
  if (values.before !== undefined) builds.unshift(['before', pathToFileURL(`${values.before}/`)]);
  const rows = [];
  for (const [name, build] of builds) {
    const site = await servePage(build);
    rows.push([name, await measureFirstLoad(browser, site.address)]);
    await site.close();
  }
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`);
  printFirstLoad(rows);
}

async function fileToFigure(browser) {
  const site = await servePage(folder);
  const page = await browser.newPage();
  page.setDefaultTimeout(LONGEST);
  await page.goto(`${site.address}#/audit`);
  await page.locator('#loaded[data-kernels]').waitFor();
  const file = { name: 'survey.csv', mimeType: 'text/csv', buffer: Buffer.from(survey()) };
  console.log(`${people} people, ${items} items, ${(file.buffer.length / 1e6).toFixed(1)} MB`);
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} at the start`);

  const inspector = await browser.newBrowserCDPSession();
  const processorSeconds = async () => {
    const { processInfo } = await inspector.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  let [total, processor] = [0, 0];
  const step = async (name, act, sign) => {
    const usedBefore = await processorSeconds();
    const before = performance.now();
    await act();
    await sign.first().waitFor();
    const seconds = (performance.now() - before) / 1000;
    total += seconds;
    processor += (await processorSeconds()) - usedBefore;
    const figures = [seconds, total, processor].map((figure) => figure.toFixed(1).padStart(8));
    console.log(name.padEnd(32), ...figures);
  };
  console.log('seconds'.padEnd(32), '    step', '   total', 'processor');
  const drop = page.getByLabel('Choose or drop a file with ratings');
  await step('the columns, guessed', () => drop.setInputFiles(file), page.locator('#column-counts'));
  const attribute = page.getByLabel('What an attacker would want to know about people');
  await step('the groups, counted', () => attribute.selectOption('gender'), page.locator('.groups-view .bars'));
  const press = (name) => page.getByRole('button', { name }).click();
  await step('the data, read', () => press('Read the data'), page.locator('#read-summary'));
  await step('the first figure, preliminary', () => press('Run the audit'), page.locator('#first-look'));
  if (!values.preliminary) await step('the whole audit', () => {}, page.locator('#figure-auc svg:visible'));
  console.log(`load ${loadavg()[0].toFixed(1)} at the end`);
  await site.close();
}

const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await (values.first ? firstLoads(browser) : fileToFigure(browser));
} finally {
  await browser.close();
}
